#!/bin/sh
# Records a terminal on which somebody's talk is cleaned live: what stands there, once a second. docs/live.md shows it.
#   examples/live/record.sh [TIDYTALK] > session.txt
# It needs tmux. Words come at talking speed, four a second, as a recogniser sends them: a word may change until the next but one has come.
set -eu
program=${1:-tidytalk}
session=tidytalk-record-$$
folder=$(mktemp -d)
trap 'tmux kill-session -t "$session" 2>/dev/null || true; rm -rf "$folder"' EXIT

cat > "$folder/talk.sh" <<'END'
before='' last=''
for word in $(cat "$1"); do
  [ -z "$before" ] || printf '{"text": "%s", "final": true}\n' "$before"
  before=$last last=$word
  printf '{"text": "%s", "final": false}\n' "$before $last"
  sleep 0.25
done
printf '{"text": "%s", "final": true, "last": true}\n' "$before $last"
sleep 1
END
echo 'so um i was i was thinking that we should uh take the train to boston i mean to denver because the the flights are all booked' > "$folder/words"

tmux new-session -d -s "$session" -x 56 -y 6 \
  "sleep 0.5; sh '$folder/talk.sh' '$folder/words' | '$program' clean --stream --from live:jsonl --latency 3s --provisional; sleep 2"
sleep 2
for second in 1 2 3 4 5 6 7 8; do
  echo "--- after $second s"
  tmux capture-pane -p -t "$session" | sed 's/ *$//' | sed '/^$/d'
  sleep 1
done
