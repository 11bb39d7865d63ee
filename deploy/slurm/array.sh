#!/bin/bash
# A sweep as a Slurm job array: one shard a task, no cluster, no task waits for another.
#
#   sbatch deploy/slurm/array.sh SWEEP RUN_DIRECTORY          # RUN_DIRECTORY on storage that all nodes reach
#   warhost status RUN_DIRECTORY                              # watch it
#   scancel JOB                                               # stop it: what is done is kept
#   sbatch --array=3,5 deploy/slurm/array.sh SWEEP RUN_DIRECTORY   # go on with tasks that did not get done
#   warhost merge RUN_DIRECTORY                               # when all are done, or to see how far they are
#
# SHARDS must stay the same from submission to submission; it is the number of tasks of the first one.
#SBATCH --job-name=warhost
#SBATCH --array=1-8
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --signal=B:TERM@90
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

if [ "$#" -ne 2 ]; then
    echo "usage: sbatch array.sh SWEEP RUN_DIRECTORY" >&2
    exit 2
fi
export WARHOST_SHARDS="${SHARDS:-8}"

# `exec` makes warhost the process that gets Slurm's TERM, 90 s before the time is up: it ends in order and can go on.
exec warhost run "$1" --run-dir "$2" --shard auto --workers "${SLURM_CPUS_PER_TASK:-1}"
