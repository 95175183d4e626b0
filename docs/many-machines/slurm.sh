#!/bin/bash
# An upload by all nodes of an allocation: a hub on the first one, a worker on each.
#   sbatch docs/many-machines/slurm.sh /scratch/run-17/ archive/run-17
#SBATCH --job-name=stowage
#SBATCH --nodes=20
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=4
#SBATCH --time=12:00:00
# A minute before the end, workers return what they have.
#SBATCH --signal=TERM@60
# After a failed node, the next allocation continues from the journals.
#SBATCH --requeue
set -euo pipefail

# Saved connections, keys and the journals of jobs: on the file system that all nodes share.
state=${STOWAGE_STATE_DIR:-$HOME/.stowage}
# The queue: on a disk of the first node.
store=${TMPDIR:-/tmp}/stowage-hub-$SLURM_JOB_ID
join=$state/hub/join

stowage --state-dir "$state" hub --listen "0.0.0.0:${STOWAGE_PORT:-4222}" --store "$store" &
hub=$!
trap 'kill "$hub" 2>/dev/null; wait "$hub"; rm -rf "$store"' EXIT
until stowage --state-dir "$state" nodes list > /dev/null 2>&1; do
  kill -0 "$hub"
  sleep 1
done

srun stowage --state-dir "$state" worker --join "$join" --connection "${STOWAGE_CONNECTION:?name a saved connection}" \
  --slots "${SLURM_CPUS_PER_TASK:-4}" --exit-when-idle 2m &
workers=$!

unfinished=$(stowage --state-dir "$state" jobs list --hub "$join" | awk '$3 == "running" || $3 == "paused" { print $1; exit }')
if [ -n "$unfinished" ]; then
  stowage --state-dir "$state" jobs resume "$unfinished" --hub "$join"
else
  stowage --state-dir "$state" upload "$1" "$2" --connection "$STOWAGE_CONNECTION" --hub "$join"
fi
wait "$workers"
