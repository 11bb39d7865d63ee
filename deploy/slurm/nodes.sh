#!/bin/bash
# A sweep on several nodes at once: a Ray cluster inside one Slurm job. Sweeps that stop by figures or halve need this one; all
# others also run as an array (array.sh), which waits for no node.
#
#   sbatch deploy/slurm/nodes.sh SWEEP RUN_DIRECTORY          # RUN_DIRECTORY on storage that all nodes reach
#   warhost status RUN_DIRECTORY --follow                     # watch it
#   scancel --batch --signal=TERM JOB                         # stop it: it ends in order within 25 s
#   sbatch deploy/slurm/nodes.sh SWEEP RUN_DIRECTORY          # go on: the same command, with any number of nodes
#SBATCH --job-name=warhost
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=8
#SBATCH --signal=B:TERM@90
#SBATCH --requeue
#SBATCH --open-mode=append
set -euo pipefail

if [ "$#" -ne 2 ]; then
    echo "usage: sbatch nodes.sh SWEEP RUN_DIRECTORY" >&2
    exit 2
fi

# A token of this job's own, in the environment of its processes and nowhere else: other users of the nodes can't talk to its Ray.
RAY_AUTH_TOKEN="$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')"
export RAY_AUTH_TOKEN RAY_AUTH_MODE=token RAY_USAGE_STATS_ENABLED=0

head="$(hostname)"
address="$(hostname -I | cut -d' ' -f1):${PORT:-$((20000 + SLURM_JOB_ID % 10000))}"
common=(--num-cpus="$SLURM_CPUS_PER_TASK" --object-store-memory=104857600 --disable-usage-stats --block)

# Whatever happens, nothing outlives this script: srun ends with its steps.
steps=()
trap 'kill "${steps[@]}" 2> /dev/null || true; wait' EXIT

srun --nodes=1 --ntasks=1 --nodelist="$head" \
    ray start --head --node-ip-address="${address%:*}" --port="${address#*:}" --include-dashboard=false "${common[@]}" &
steps+=($!)
for _ in $(seq 60); do
    ray health-check --address "$address" 2> /dev/null && break
    sleep 1
done
if [ "$SLURM_JOB_NUM_NODES" -gt 1 ]; then
    srun --nodes=$((SLURM_JOB_NUM_NODES - 1)) --ntasks=$((SLURM_JOB_NUM_NODES - 1)) --exclude="$head" \
        ray start --address="$address" "${common[@]}" &
    steps+=($!)
fi

# warhost gives work to nodes as they join, so nobody waits for the last one. Slurm's TERM, 90 s before the time is up, goes to
# this shell, which hands it on: the run ends in order and can go on. The trap ends a `wait`; then it is waited for once more.
warhost run "$1" --run-dir "$2" --address "$address" &
run=$!
trap 'stopped=yes; kill -TERM "$run"' TERM
while
    stopped="" code=0
    wait "$run" || code=$?
    [ -n "$stopped" ]
do :; done
exit "$code"
