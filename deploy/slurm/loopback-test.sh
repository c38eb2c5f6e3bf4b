#!/bin/bash
# Tries run-shard.sh on a real Slurm on the loopback interface of this host: an array of eight tasks, of which two are
# killed midway and requeued, merged, and held against the sweep that was not cut. Starts munged, slurmctld and slurmd of
# its own in a temporary folder, and ends them. Needs Debian's slurm-wlm, root and a kvdrill.jar:
#
#   sudo KVDRILL=$PWD/kvdrill deploy/slurm/loopback-test.sh
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
kvdrill=${KVDRILL:-$here/../../kvdrill}
seeds=${SEEDS:-1..8000}
shards=8

for program in munged slurmctld slurmd sbatch scontrol; do
    command -v "$program" >/dev/null || [ -x "/usr/sbin/$program" ] || {
        echo "needs $program: apt-get install slurm-wlm" >&2
        exit 3
    }
done
[ "$(id -u)" = 0 ] || { echo "needs root, for munged and slurmd" >&2; exit 3; }
export PATH=$PATH:/usr/sbin

folder=$(mktemp -d)
chmod 755 "$folder"
children=()
finish() {
    for child in "${children[@]}"; do
        kill "$child" 2>/dev/null || true
    done
    wait 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT

# munge: authentication between the daemons
munge=$folder/munge
mkdir -m 711 "$munge"
chown munge: "$munge"
head -c 1024 /dev/urandom >"$munge/key"
chown munge: "$munge/key"
chmod 400 "$munge/key"
setpriv --reuid=munge --regid=munge --clear-groups munged --foreground --force --key-file="$munge/key" \
    --socket="$munge/socket" --pid-file="$munge/pid" --log-file="$munge/log" --seed-file="$munge/seed" >/dev/null 2>&1 &
children+=($!)
until [ -S "$munge/socket" ]; do sleep 0.1; done

# Slurm: one node, this host, by its loopback address
mkdir -p "$folder/state" "$folder/spool"
export SLURM_CONF=$folder/slurm.conf
cat >"$SLURM_CONF" <<CONF
ClusterName=loopback
SlurmctldHost=$(hostname -s)(127.0.0.1)
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmctldPort=16817
SlurmdPort=16818
AuthInfo=socket=$munge/socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
JobRequeue=1
MpiDefault=none
KillWait=10
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=4096 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
slurmctld -D >"$folder/slurmctld.log" 2>&1 &
children+=($!)
slurmd -D >"$folder/slurmd.log" 2>&1 &
children+=($!)
for _ in $(seq 100); do
    sinfo -h -o %T 2>/dev/null | grep -q idle && break
    sleep 0.2
done
sinfo -h -o %T | grep -q idle || {
    cat "$folder"/slurm*.log >&2
    exit 1
}

cd "$folder"
"$kvdrill" sweep plan --swarm --seeds "$seeds" --shards "$shards" -o plan.json
# Each task says which process it is: what is exec'd stays the same process.
printf '#!/bin/sh\necho $$ >pid-$SLURM_ARRAY_TASK_ID\nexec "%s" "$@"\n' "$kvdrill" >task
chmod +x task
KVDRILL=$folder/task sbatch --parsable --array=0-$((shards - 1)) --cpus-per-task=1 --mem=500M \
    --output="$folder/%A_%a.log" "$here/run-shard.sh" plan.json shards >job
job=$(cat job)

# Once they have kept a part, the process of one task is killed, and another task is requeued, which tells it to end. Slurm
# lets the first fail; it is requeued, too. Both go on.
killed=0
for _ in $(seq 600); do
    [ -n "$(squeue -h -j "$job" 2>/dev/null)" ] || break
    for part in shards/shard-*.part; do
        [ -e "$part" ] || continue
        name=$(basename "$part" .part)
        shard=$((10#${name#shard-}))
        if [ -e "killed-$shard" ] || [ "$killed" -ge 2 ]; then
            continue
        fi
        if [ "$killed" = 0 ]; then
            kill -KILL "$(cat "pid-$shard")"
            sleep 2
        fi
        scontrol requeue "${job}_$shard"
        touch "killed-$shard"
        killed=$((killed + 1))
    done
    sleep 0.5
done
[ "$killed" = 2 ] || {
    cat "$folder"/*.log >&2
    echo "only $killed tasks were killed midway: give more SEEDS" >&2
    exit 1
}

"$kvdrill" sweep merge --plan plan.json shards --out merged --json | tail -1 >merged.line
"$kvdrill" sweep --swarm --seeds "$seeds" --out whole --json | tail -1 >whole.line
cmp merged/sweep.json whole/sweep.json
cmp merged/sweep-report.json whole/sweep-report.json
echo "ok: $shards shards, $killed of them killed and requeued, come to the bytes of the whole sweep:"
cat merged.line
