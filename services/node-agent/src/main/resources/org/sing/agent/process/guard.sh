# Ends the jobs of nodes whose lease has run out, whether or not an agent lives to do it: by then the jobs may have been
# placed anew elsewhere. Arguments: folder with a file per node, which says until when its lease runs (in seconds since
# boot), and the folder of the agent's control groups. Ends when no lease runs any more, or when another guard is here.
leases=$1 groups=$2 longest=60
echo $$ >"$leases.guard"

kill_group() {
  if [ -e "$1/cgroup.kill" ]; then
    echo 1 >"$1/cgroup.kill"
    return
  fi
  # Where the kernel cannot kill a whole group: nothing in it can fork any more.
  echo 0 >"$1/pids.max"
  for procs in $(find "$1" -name cgroup.procs); do
    while read -r process; do kill -KILL "$process"; done <"$procs"
  done
}

while read -r guard <"$leases.guard" && [ "$guard" = $$ ]; do
  read -r now idle </proc/uptime
  next=
  for lease in "$leases"/*; do
    [ -e "$lease" ] || continue
    read -r until <"$lease"
    left=$((until - ${now%.*}))
    if [ $left -gt 0 ]; then
      if [ -z "$next" ] || [ $left -lt "$next" ]; then next=$left; fi
      continue
    fi
    for group in "$groups/${lease##*/}@"*; do [ ! -d "$group" ] || kill_group "$group"; done
  done
  [ -n "$next" ] || exit 0
  # Another node's lease, or the next one, may be shorter.
  if [ "$next" -gt $longest ]; then next=$longest; fi
  sleep "$next"
done
