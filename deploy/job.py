"""A job script: plays a sweep on the Ray cluster it finds itself on, and prints where the results are.

    python deploy/job.py war-chest /shared/runs/war-chest                                   # here
    ray job submit --address http://HEAD:8265 -- python job.py war-chest /shared/runs/war-chest   # on a cluster
    ... job.py war-chest /shared/runs/war-chest --set games=1000000 --metrics-port 9464

Submitting it again goes on where the last one stopped; a finished run is reported and exits with 0. With several nodes the run
directory must be on storage that all of them reach, and warhost must be installed on all of them.
"""

from __future__ import annotations

import argparse
import sys

import ray.util

from cluster import load_sweep, run
from cluster.spec import SpecError

LINGER_SECONDS = 60
"""So long metrics stay up after the end: two scrapes and more see the final state."""


def main() -> int:
    """Play the sweep; returns the exit code of the run (0 complete, 2 bad sweep, 3 stopped by a guard, 75 resumable)."""
    parser = argparse.ArgumentParser(description="Play a sweep on the Ray cluster that this runs on.")
    parser.add_argument("sweep", metavar="PRESET|FILE")
    parser.add_argument("run_directory", metavar="RUN_DIRECTORY")
    parser.add_argument("--set", action="append", default=[], metavar="PATH=VALUE", help="as for `warhost run`")
    parser.add_argument("--metrics-port", type=int, metavar="PORT", help="serve metrics on this port of the node's address")
    words = parser.parse_args()
    settings = words.set
    if words.metrics_port is not None:
        where = f"{{host: {ray.util.get_node_ip_address()}, port: {words.metrics_port}, linger: {LINGER_SECONDS}}}"
        settings = [*settings, f"metrics={where}"]
    try:
        sweep = load_sweep(words.sweep, set=settings)
    except SpecError as error:
        print(error, file=sys.stderr)
        return 2
    result = run(sweep, run_dir=words.run_directory)
    print(result.estimates)
    print(*result.notes, f"results in {result.run_dir}", sep="\n")
    return result.exit_code


if __name__ == "__main__":
    sys.exit(main())
