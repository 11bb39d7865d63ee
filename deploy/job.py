"""A job script: plays a sweep on the Ray cluster it finds itself on, and prints where the results are.

    python deploy/job.py war-chest /shared/runs/war-chest                                   # here
    ray job submit --address http://HEAD:8265 -- python job.py war-chest /shared/runs/war-chest   # on a cluster

Submitting it again goes on where the last one stopped; a finished run is reported and exits with 0. With several nodes the run
directory must be on storage that all of them reach, and warhost must be installed on all of them.
"""

from __future__ import annotations

import sys

from cluster import load_sweep, run


def main(preset_or_file: str, run_directory: str) -> int:
    """Play the sweep; returns the exit code of the run (0 complete, 3 stopped by a guard, 75 resumable)."""
    result = run(load_sweep(preset_or_file), run_dir=run_directory)
    print(result.estimates)
    print(f"results in {result.run_dir}")
    return result.exit_code


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python job.py PRESET|FILE RUN_DIRECTORY")
    sys.exit(main(sys.argv[1], sys.argv[2]))
