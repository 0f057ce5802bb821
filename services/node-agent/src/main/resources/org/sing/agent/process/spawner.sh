# Forks the jobs of an agent, as the user they run as. It lives for long so that a job costs two forks and no change of user.
# A line on standard input is: folder <tab> output file. Standard output tells the agent what the shims report.
# When the agent dies, input ends and the spawner with it; the jobs go on.
shim=$1
exec 3>&1 >/dev/null
while IFS='	' read -r folder output; do
  (
    . "$folder/environment" && exec >>"$output" 2>&1 </dev/null &&
      exec /usr/bin/setsid /bin/sh "$shim" "$folder"
  ) &
  # Lets the shell forget children that are over.
  jobs >/dev/null
done
