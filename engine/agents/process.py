"""The parent's side of an agent's process: start it, call it with a deadline, kill it.

It looks at a clock only to find that a call has taken too long.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.agents.wire import FRAMES, MAX_REQUEST, Framing, WireError

_READ_SIZE = 1 << 16
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


class OverrunError(RuntimeError):
    """A call took longer than its deadline; the process is gone."""


class DiedError(RuntimeError):
    """The process ended, or sent what is no reply; it is gone. The text says how."""


def _environment(import_from: Path, threads: int | None) -> dict[str, str]:
    """The parent's environment; the child imports from where the parent does, then from `import_from`.

    One thread a process, unless the agent or the environment says otherwise: workers run one process a core. Hashes of strings
    are fixed, so that an agent that walks through a set walks the same way in every process.
    """
    path = [*(entry or str(Path.cwd()) for entry in sys.path), str(import_from)]
    wanted = {} if threads is None else dict.fromkeys(_THREADS, str(threads))
    defaults = dict.fromkeys(_THREADS, "1")
    return {**defaults, **os.environ, **wanted, "PYTHONPATH": os.pathsep.join(path), "PYTHONHASHSEED": "0"}


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and all that it started, and take its exit status, so that no zombie stays."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


class AgentProcess:
    """One child process, in a session of its own; at most one call at a time."""

    def __init__(
        self,
        import_from: Path,
        command: Sequence[str] | None = None,
        framing: Framing = FRAMES,
        directory: Path | None = None,
        threads: int | None = None,
    ) -> None:
        """Start it.

        Args:
            import_from: where Python in it looks for modules, last.
            command: program and arguments; the host of agents in Python if not given.
            framing: how it speaks.
            directory: where it runs; where we run if not given.
            threads: how many its libraries are told to use; what our own environment says, else one, if not given.

        Raises:
            OSError: there is no such program.
        """
        self._framing = framing
        self._process = subprocess.Popen(  # noqa: S603  (the command is the user's own)
            command or [sys.executable, "-P", "-m", "engine.agents.host"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env=_environment(import_from, threads),
            cwd=directory,
            start_new_session=True,
        )
        self._end = weakref.finalize(self, _end, self._process)
        for pipe in (self._process.stdin, self._process.stdout):
            os.set_blocking(pipe.fileno(), False)  # type: ignore[union-attr]

    @property
    def pid(self) -> int:
        """Id of the process."""
        return self._process.pid

    def close(self) -> None:
        """Kill the process, unless it is gone already."""
        self._end()

    def call(self, message: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Send a request and wait for the reply.

        Raises:
            OverrunError: no whole reply came in time.
            DiedError: none will come.
        """
        try:
            request = self._framing.write(message, MAX_REQUEST)
            return self._framing.read(self._exchange(request, time.monotonic() + seconds))
        except OverrunError:
            self.close()
            raise OverrunError(f"no answer within {seconds:g} s") from None
        except WireError as error:
            self.close()
            raise DiedError(f"the process sent what is no reply: {error}") from error
        except EOFError:
            self.close()
            raise DiedError(self._how_it_ended()) from None

    def _exchange(self, request: bytes, end: float) -> bytearray:
        outgoing, incoming = memoryview(request), bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdin, selectors.EVENT_WRITE)  # type: ignore[arg-type]
            selector.register(self._process.stdout, selectors.EVENT_READ)  # type: ignore[arg-type]
            while True:
                left = end - time.monotonic()
                if left <= 0:
                    raise OverrunError
                for key, _ in selector.select(left):
                    if key.fileobj is self._process.stdin:
                        outgoing = outgoing[self._write(key.fd, outgoing) :]
                        if not outgoing:
                            selector.unregister(key.fileobj)
                    else:
                        self._read(key.fd, incoming)
                size = self._framing.size(incoming, self._framing.max_reply)
                if size is not None and len(incoming) >= size:
                    return incoming[:size]

    def _write(self, pipe: int, data: memoryview) -> int:
        try:
            return os.write(pipe, data[:_READ_SIZE])
        except BlockingIOError:
            return 0
        except BrokenPipeError:
            raise EOFError from None

    def _read(self, pipe: int, incoming: bytearray) -> None:
        data = os.read(pipe, _READ_SIZE)
        if not data:
            raise EOFError
        incoming += data

    def _how_it_ended(self) -> str:
        code = self._process.returncode
        if code is not None and code < 0:
            return f"the process was killed by {signal.Signals(-code).name}"
        return f"the process ended with exit code {code}"
