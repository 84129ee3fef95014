"""Clean captions for OBS: live text on standard input becomes the last lines of a file, which a text source of OBS shows ("Read from file").

    whisper-stream ... | tidytalk clean --stream --flush-after 1 | python3 obs-captions.py captions.txt

--lines and --width say how much is shown. The file is replaced whole, so that OBS never reads half a line; after --clear seconds without text it
becomes empty.
"""

import argparse
import os
import select
import sys
import textwrap


def replace(path, text):
    """Writes a file whole or not at all."""
    with open(path + ".tmp", "w", encoding="utf-8") as out:
        out.write(text)
    os.replace(path + ".tmp", path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", help="that OBS shows")
    parser.add_argument("--lines", type=int, default=2)
    parser.add_argument("--width", type=int, default=42, help="of a line, in characters")
    parser.add_argument("--clear", type=float, default=6, help="seconds without text, after which nothing is shown")
    options = parser.parse_args()
    said = b""
    while True:
        if not select.select([sys.stdin], [], [], options.clear)[0]:
            said = b""
            replace(options.file, "")
            continue
        new = os.read(sys.stdin.fileno(), 4096)
        if not new:
            replace(options.file, "")
            return
        said = (said + new)[-4 * options.lines * options.width :]
        text = " ".join(said.decode(errors="ignore").split())
        replace(options.file, "\n".join(textwrap.wrap(text, options.width)[-options.lines :]))


if __name__ == "__main__":
    main()
