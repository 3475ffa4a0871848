#!/bin/sh
# logged.sh LOG COMMAND [ARGUMENT ...]: prints the command and runs it with all its output appended to LOG.
# If the command fails, the end of its output is printed, and its exit status is that of this script.
log=$1
shift
echo
echo "$*"
start=$(($(wc -l < "$log") + 1))
"$@" >> "$log" 2>&1 && exit 0
status=$?
echo "This command failed with exit status $status. The end of its output:"
tail -n "+$start" "$log" | tail -n 40
echo "All output is in $log"
exit "$status"
