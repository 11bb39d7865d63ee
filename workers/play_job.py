"""Play one stored job alone, without Ray, and say which of its games is at fault: `python -m workers.play_job FILE`.

The coordinator stores the job of a chunk that failed too often in `quarantine/` of the run directory and prints this command.
"""

from __future__ import annotations

import sys
import traceback
from typing import TextIO

from workers.chunk import play_chunk, read_job
from workers.errors import RefusedJobError, StorageError
from workers.messages import ChunkJob
from workers.places import Place, place_of
from workers.storage import storage_at


def first_bad_block(job: ChunkJob) -> int | None:
    """The first block of the job that can't be played alone; None if each of them can."""
    for block in range(job.first_block, job.first_block + job.blocks):
        try:
            play_chunk(job.model_copy(update={"first_block": block, "blocks": 1}))
        except RefusedJobError:
            raise
        except Exception:  # whatever an agent or a game's rules may raise is what we look for
            return block
    return None


def play_job(path: Place, out: TextIO) -> int:
    """Play the job in a file, on a disk or in an object store.

    Returns:
        0 if that went well, 1 if a game failed, 2 if the file is no job for us.
    """
    try:
        data = storage_at(path.parent).get(path.name)
        if data is None:
            raise StorageError("there is no such file")
        job = read_job(data)
        print(f"{job.games} games of {job.cell.game}, cell {job.cell.cell_id}, from block {job.first_block} on", file=out)
        result = play_chunk(job)
    except (StorageError, RefusedJobError) as error:
        print(f"{path}: {error}", file=out)
        return 2
    except Exception:  # as above
        traceback.print_exc(file=out)
        block = first_bad_block(job)
        if block is None:
            print("every block can be played alone: it takes several games at once", file=out)
        else:
            ids = ", ".join(f"{job.cell.cell_id}/{block}/{rotation}" for rotation in range(job.cell.rotations))
            print(f"the first block that fails is {block}, seed {job.cell.seed}: one of the games {ids}", file=out)
        return 1
    print(f"all of them were played, content hash {result.content_hash}", file=out)
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m workers.play_job FILE")
    sys.exit(play_job(place_of(sys.argv[1]), sys.stdout))
