"""Types what is dictated into the window that has the focus, as it is said.

    whisper-stream -m ggml-base.en.bin | python3 type-live.py heard | tidytalk clean --stream --dictation --flush-after 1 | python3 type-live.py

With "heard" it takes out of the output of whisper.cpp what is not said (times, [BLANK_AUDIO], escape sequences), and joins its lines. Without, it types what
comes: with wtype on Wayland, with xdotool on X11. What is typed is not taken back: "scratch that" and "change ... to ..." reach what is not typed yet.
"""

import codecs
import os
import re
import shutil
import subprocess
import sys

NOT_SAID = re.compile(r"\x1b\[[0-9;]*[A-Za-z]|\[[^\]]*\]|\([^)]*\)")


def heard():
    for line in sys.stdin:
        line = NOT_SAID.sub("", line.replace("\r", "\n")).strip()
        if line:
            print(line, end=" ", flush=True)


def typed():
    wayland = os.environ.get("WAYLAND_DISPLAY") and shutil.which("wtype")
    if not wayland and not shutil.which("xdotool"):
        sys.exit("type-live.py: install wtype (Wayland) or xdotool (X11)")
    command = ["wtype", "--"] if wayland else ["xdotool", "type", "--clearmodifiers", "--"]
    decoder = codecs.getincrementaldecoder("utf-8")()
    while new := os.read(sys.stdin.fileno(), 4096):
        if text := decoder.decode(new):
            subprocess.run(command + [text], check=True)


if __name__ == "__main__":
    heard() if sys.argv[1:] == ["heard"] else typed()
