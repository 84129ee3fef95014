"""Measures the package: python python/measure.py TEXT. Times are the least of several runs; those of Python alone are
of the processor, so that they hold on a busy machine, too.
"""

import os
import sys
import time

import tidytalk
from tidytalk._process import process


def least(times, call, clock=time.perf_counter):
    best = float("inf")
    for _ in range(times):
        start = clock()
        call()
        best = min(best, clock() - start)
    return best


def held(pid):
    with open(f"/proc/{pid}/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def main():
    start = time.perf_counter()
    tidytalk.clean("uh yes")
    print(f"first result after {1000 * (time.perf_counter() - start):.0f} ms, with the start of the program")
    words = open(sys.argv[1], encoding="utf-8").read().split()
    text = " ".join((words * (10000 // len(words) + 1))[:10000])
    lines = [" ".join(words[i : i + 25]) for i in range(0, len(words), 25)]
    c = tidytalk.Cleaner()
    untouched = tidytalk.Cleaner(remove=[], punct="keep", case="keep", apostrophes="keep", language="en")
    all_of_it = least(5, lambda: c.clean(text))
    way = least(20, lambda: untouched.clean(text))
    assert untouched.clean(text) == text
    own = least(5, lambda: c.clean(text), time.process_time)
    print(f"10,000 words: {1000 * all_of_it:.0f} ms; to and fro without models {1000 * way:.1f} ms, of which Python takes {1000 * own:.2f} ms of the processor ({100 * own / all_of_it:.2f}%)")
    given = text.split()
    labels = least(3, lambda: c.labels(given))
    own = least(3, lambda: c.labels(given), time.process_time)
    print(f"labels of 10,000 words: {1000 * labels:.0f} ms; of these in Python {1000 * own:.0f} ms of the processor")
    print(f"a call that does nothing: {1e6 * least(2000, lambda: untouched.clean('')):.0f} us")
    for threads in (1, 2, 4, 8):
        took = least(3, lambda: tidytalk.Cleaner().clean_all(lines * 3, threads))
        print(f"{threads} threads: {25 * len(lines) * 3 / took:.0f} words/s")
    pids = os.getpid(), process(None).pid
    for n in range(10001):
        if n % 2500 == 0:
            print(f"after {n} calls: {held(pids[0]):.0f} MiB in Python, {held(pids[1]):.0f} MiB in the program")
        untouched.clean(text) if n % 100 == 0 else c.clean("uh yes, we, we go")


if __name__ == "__main__":
    main()
