#!/bin/sh
# Captions of what the microphone hears: whisper.cpp recognises, tidytalk cleans, and the terminal shows both phases.
#   examples/live/whisper.sh MODEL [LATENCY]
# MODEL is one of whisper.cpp, such as models/ggml-base.en.bin, LATENCY how long words wait, as a rule: 1s.
# It needs whisper-stream of whisper.cpp (built with -DWHISPER_SDL2=ON), or names it in WHISPER_STREAM.
set -eu
if [ $# -lt 1 ]; then
  sed -n 's/^# *//;2,5p' "$0" >&2
  exit 2
fi
exec 3>&1
"${WHISPER_STREAM:-whisper-stream}" -m "$1" --step 1000 --length 6000 --keep 300 2>/dev/null |
  tidytalk clean --stream --from live:whisper.cpp --latency "${2:-1s}" --provisional >&3
