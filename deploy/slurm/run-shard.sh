#!/bin/sh
# One shard of a planned sweep as a task of a Slurm array:
#
#   kvdrill sweep plan --swarm --seeds 1..1000000 -o plan.json     # says how many shards there are, say 50
#   sbatch --wait --array=0-49 deploy/slurm/run-shard.sh plan.json shards
#   kvdrill sweep merge --plan plan.json shards --out night
#
# PLAN and DIR, and what the plan names (scenarios and profiles that are files), lie where every node sees them; relative
# paths are of the folder in which sbatch was called. A task that is requeued goes on from where it was kept; one that
# is run twice does no harm. It fails if its shard is not whole; what runs came to is for merge to say.
#
#   KVDRILL             the command; without it, the launcher that was in that folder or in PATH
#   KVDRILL_JAVA_OPTS   further options for the JVM, such as -Xmx2g
#
#SBATCH --job-name=kvdrill
#SBATCH --requeue
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --mem=1G
#SBATCH --output=kvdrill-%A_%a.log
set -eu

if [ "$#" -ne 2 ]; then
    echo "usage: sbatch --array=0-LAST $0 PLAN DIR" >&2
    exit 2
fi
if [ -n "${KVDRILL:-}" ]; then
    kvdrill=$KVDRILL
elif [ -x ./kvdrill ]; then
    kvdrill=./kvdrill
else
    kvdrill=kvdrill
fi

# exec: the signal before a time limit or a requeue reaches the JVM, which keeps what it has and ends.
exec "$kvdrill" sweep run-shard --plan "$1" --out "$2" --jobs "${SLURM_CPUS_PER_TASK:-1}"
