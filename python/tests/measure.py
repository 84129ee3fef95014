"""Measures the package on Linux: python python/tests/measure.py TEXT. What Python and the program take is time of the
processor, so that it holds on a busy machine, too; times are the least of several runs.
"""

import os
import sys
import time

import tidytalk
from tidytalk._process import process


def least(times, call):
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - start)
    return best


def spent(pid, call):
    """Return what Python and the program take for a call."""

    def there():
        with open(f"/proc/{pid}/stat") as f:
            fields = f.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    before = time.process_time(), there()
    call()
    return time.process_time() - before[0], there() - before[1]


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
    assert untouched.clean(text) == text
    given = text.split()
    for what, call in (("10,000 words", lambda: c.clean(text)), ("labels of 10,000 words", lambda: c.labels(given)), ("10,000 words to and fro without models", lambda: untouched.clean(text))):
        took = [spent(process(None).pid, call) for _ in range(3)]
        own, there = min(t[0] for t in took), min(t[1] for t in took)
        print(f"{what}: Python {1000 * own:.1f} ms, the program {1000 * there:.0f} ms: {100 * own / max(there, 0.01):.2f}%")
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
