#!/usr/bin/env python3
"""Compares tidytalk's language models with KenLM, run in turn on the same text: make peers KENLM=DIR.

KENLM is a folder of KenLM's sources or of its programs (bin/query, bin/build_binary, bin/lmplz; build/bin
is found, too). Sources are built with compile_query_only.sh, which needs a compiler of C++ alone; lmplz needs
cmake and Boost: where it is not there, estimation is not compared.
"""
import argparse
import os
import shutil
import statistics
import subprocess
import sys


def run(command, stdin=None, stdout=None):
    """Runs a command on one core and returns its user time in seconds and its peak of memory in MB."""
    if shutil.which("taskset"):
        command = ["taskset", "-c", str(max(os.sched_getaffinity(0)))] + command
    source = open(stdin) if stdin else subprocess.DEVNULL
    sink = open(stdout, "w") if stdout else subprocess.DEVNULL
    p = subprocess.Popen(command, stdin=source, stdout=sink, stderr=subprocess.PIPE)
    said = p.stderr.read()
    _, status, use = os.wait4(p.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(command)}: {said.decode(errors='replace').strip()}")
    return use.ru_utime, use.ru_maxrss / 1024


def compare(what, n, ours, theirs):
    """Runs both n times by turns, each a command and its input, and writes medians and how much slower they are than we."""
    times = {"ours": [], "theirs": []}
    for _ in range(n):
        times["ours"].append(run(*ours))
        times["theirs"].append(run(*theirs))
    (a, ma), (b, mb) = ([statistics.median(column) for column in zip(*times[k])] for k in ("ours", "theirs"))
    print(f"{what}\t{a:.2f} s, {ma:.0f} MB\t{b:.2f} s, {mb:.0f} MB\t{b / a:.2f}", flush=True)


def program(folder, name):
    for place in ("bin", "build/bin", "."):
        path = os.path.join(folder, place, name)
        if os.access(path, os.X_OK) and os.path.isfile(path):
            return path
    return None


def kenlm(folder, tidytalk, train, test, work, n):
    if not program(folder, "query") and os.path.exists(os.path.join(folder, "compile_query_only.sh")):
        print(f"building KenLM in {folder}", file=sys.stderr)
        subprocess.run(["./compile_query_only.sh"], cwd=folder, check=True, stdout=sys.stderr)
    query, binary, lmplz = (program(folder, name) for name in ("query", "build_binary", "lmplz"))
    if not query or not binary:
        sys.exit(f"{folder}: neither KenLM's sources nor bin/query and bin/build_binary")
    ours, arpa, probing = (os.path.join(work, "words" + end) for end in (".lm", ".arpa", ".probing"))
    build = [tidytalk, "lm", "build", "--order", "4"]
    run(build + ["-o", ours, train])
    run([tidytalk, "lm", "convert", "-o", arpa, ours])
    run([binary, "probing", arpa, probing])
    print("\ttidytalk\tKenLM\tKenLM / tidytalk")
    nothing = os.path.join(work, "empty.txt")
    open(nothing, "w").close()
    compare("opening a model, no query", n, ([tidytalk, "lm", "query", ours], nothing), ([query, "-v", "summary", probing], nothing))
    compare("queries, one total", n, ([tidytalk, "lm", "perplexity", ours, test],), ([query, "-v", "summary", probing], test))
    compare("queries, each word written", n, ([tidytalk, "lm", "query", ours], test), ([query, "-v", "word", probing], test))
    if lmplz:
        theirs = os.path.join(work, "theirs.arpa")
        compare("estimation, order 4, to ARPA", n, (build + ["-o", arpa, train],), ([lmplz, "-o", "4", "--text", train, "--arpa", theirs, "-T", work],))
    else:
        print("estimation: not compared: there is no lmplz in the folder; it needs cmake and Boost")


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--tidytalk", required=True, help="the program")
    p.add_argument("--kenlm", help="folder of KenLM")
    p.add_argument("--corpus", required=True, help="folder with train.tsv and dev.tsv")
    p.add_argument("--work", required=True, help="folder for models and texts")
    p.add_argument("-n", type=int, default=5, help="runs of each")
    o = p.parse_args()
    os.makedirs(o.work, exist_ok=True)
    if o.kenlm:
        train, once, test = (os.path.join(o.work, name) for name in ("train.txt", "dev.txt", "test.txt"))
        for path, part in ((train, "train"), (once, "dev")):
            run([o.tidytalk, "corpus", "convert", "--split", part, "--to", "words", "-o", path, o.corpus])
        with open(once) as f:
            lines = f.read()
        with open(test, "w") as f:
            f.write(lines * 10)
        print(f"{len(lines.split()) * 10} words of development conversations are asked for, by turns, user time, medians of {o.n}")
        kenlm(o.kenlm, o.tidytalk, train, test, o.work, o.n)
    else:
        print("KenLM: not given: KENLM=DIR, a folder of its sources or programs")


main()
