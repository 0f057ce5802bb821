# Forks the jobs of an agent. It lives for long so that a job costs few processes. A line on standard input is, between
# tabs: folder, output file, where the pump says who it is, control groups or "-", and the command that changes to the user whom
# the job runs as, if to any. Standard output tells the agent what the shims report. When the agent dies, input ends and the spawner with it; the jobs go on.
# Arguments: shim, limit of the output in blocks.
shim=$1 blocks=$2
exec 3>&1 >/dev/null
while IFS='	' read -r folder output pump groups user; do
  {
    # Before anything of the user's runs, so that nothing of it can be outside.
    [ "$groups" = - ] || for group in $groups; do echo 0 >"$group/cgroup.procs" || exit 125; done
    # A job that says > /dev/stderr opens its pipe anew, and the pipe is ours. Nobody else gets at it.
    [ -z "$user" ] || chmod 622 /dev/fd/1
    exec $user /usr/bin/setsid /bin/sh "$shim" "$folder" 2>&1 </dev/null
  } | {
    # Keeps the output up to the limit and drops the rest; the job does not notice. It is not the job's process: the job can
    # neither stop it nor reach its file, and it ends by itself when none of the job's processes is left.
    read -r stat </proc/self/stat
    set -- $stat
    echo "$1 ${22}" >"$pump"
    trap '' XFSZ
    ulimit -f "$blocks"
    exec /usr/bin/tee -a --output-error=warn "$output" >/dev/null 2>&1 3>&-
  } &
  # Lets the shell forget children that are over.
  jobs >/dev/null
done
