"""A program that plays the first legal action; in game `bad` of its parameters, from decision 4 on, it does `fault` instead."""

import json
import os
import signal
import sys
import time
from pathlib import Path

parameters = {}


def say(reply):
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()


def write(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


FAULTS = {
    "crash": lambda request: os.kill(os.getpid(), signal.SIGSEGV),
    "exit": lambda request: sys.exit(3),
    "hang": lambda request: time.sleep(3600),
    "garbage": lambda request: write(b"\xff\x00 not json\n"),
    "list": lambda request: write(b"[1, 2]\n"),
    "deep": lambda request: write(b"[" * 60000 + b"\n"),
    "flood": lambda request: [write(b"x" * 65536) for _ in range(10000)],
    "lines": lambda request: [write(b'{"id": -1}\n') for _ in range(10000)],
    "stale": lambda request: say({"id": request["id"] - 1, "action": request["legal"][0]}),
    "illegal": lambda request: say({"id": request["id"], "action": 7}),
    "text": lambda request: say({"id": request["id"], "action": "3"}),
    "truth": lambda request: say({"id": request["id"], "action": True}),
    "nothing": lambda request: say({"id": request["id"]}),
    "huge": lambda request: say({"id": request["id"], "action": 10**30}),
}

for line in sys.stdin:
    request = json.loads(line)
    if "note" in parameters:
        with Path(parameters["note"]).open("a") as note:
            note.write(f"{request['call']} {request.get('game', '')}\n")
    if request["call"] == "hello":
        parameters = request["parameters"]
        if parameters.get("fault") == "refuse":
            sys.exit("I don't play that")
    if request["call"] == "decide" and request["game"] == parameters.get("bad") and request["decision"] >= 4:
        FAULTS[parameters["fault"]](request)
        continue
    say({"id": request["id"], "action": request["legal"][0]} if request["call"] == "decide" else {"id": request["id"]})
