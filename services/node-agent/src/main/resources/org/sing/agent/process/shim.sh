# Runs one job in a session of its own and writes down how it ended, whether or not an agent lives.
folder=$1
cd "$folder" || exit 125
read -r stat </proc/$$/stat
set -- $stat
ticks=${22}
read -r up idle </proc/uptime
# Whoever creates this file has the launch: the shim, or an agent that came back and calls the launch off.
set -C
echo "$$ $ticks $up" 2>/dev/null >start || exit 125
set +C
# A trapped signal reaches the job untrapped; an ignored one would not reach it at all.
trap : HUP INT QUIT TERM USR1 USR2 PIPE
echo "$folder" 2>/dev/null >&3
(
  exec 3>&-
  . ./environment && cd work || exit 125
  if [ -x ../job ]; then exec ../job; else exec /bin/sh ../job; fi
)
status=$?
read -r up idle </proc/uptime
echo "$status $up" >exit
echo "$folder" 2>/dev/null >&3
