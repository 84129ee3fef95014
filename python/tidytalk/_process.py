"""The program beside this process: requests are written to it, and answers read from it.

A frame is a line of JSON and as many bytes behind it as its "size" says. Requests of several threads are under way
at a time. Waiting for an answer needs no lock of the interpreter. A process that was forked starts a program of its
own when it first needs one.
"""

from __future__ import annotations

import atexit
import json
import os
import queue
import subprocess
import sys
import tempfile
import threading
from typing import Any, Callable, Mapping, NamedTuple

from ._errors import Error
from ._program import program


class Frame(NamedTuple):
    """An answer: its line, and the bytes behind it."""

    head: Mapping[str, Any]
    body: bytes


class Process:
    """A program that runs until Python ends, or `close` is called. Threads may share it."""

    def __init__(self, bundle: str | None) -> None:
        command = [program(), "pipe"] + (["--bundle", bundle] if bundle else [])
        # Keys that interrupt Python are not for the program: what is interrupted here is cancelled there.
        apart: dict[str, Any] = {"creationflags": 0x200} if sys.platform == "win32" else {"start_new_session": True}
        self._said = tempfile.TemporaryFile()
        self._child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said, bufsize=0, **apart)
        assert self._child.stdin and self._child.stdout
        self._to = self._child.stdin
        self._writing = threading.Lock()
        self._lock = threading.Lock()
        self._last = 0
        self._waiting: dict[int, Callable[[Frame | None], object]] = {}
        self._ended = False
        self._out = self._child.stdout
        self._from = self._out.fileno()
        self._reader = threading.Thread(target=self._read, name="tidytalk", daemon=True)
        self._reader.start()

    @property
    def alive(self) -> bool:
        return not self._ended

    @property
    def pid(self) -> int:
        return self._child.pid

    def _read(self) -> None:
        """Hand answers to those who wait, until there are no more."""
        try:
            with open(self._from, "rb", 1 << 16, closefd=False) as source:
                while line := source.readline():
                    head = json.loads(line)
                    body = source.read(head["size"])
                    if len(body) < head["size"]:  # it was ended in the middle of an answer
                        break
                    with self._lock:
                        tell = self._waiting.get(head["id"])
                    if tell is not None:
                        tell(Frame(head, body))
        finally:
            self._child.kill()  # nobody reads what it says any more
            with self._lock:
                self._ended = True
                waiting = list(self._waiting.values())
            for tell in waiting:
                tell(None)

    def open(self, tell: Callable[[Frame | None], object]) -> int:
        """Return the number of a new request, whose answers tell gets, in another thread. None says that there are no more."""
        with self._lock:
            self._last += 1
            number, ended = self._last, self._ended
            self._waiting[number] = tell
        if ended:
            tell(None)
        return number

    def drop(self, number: int) -> None:
        """Say that nobody waits for a request any more."""
        with self._lock:
            self._waiting.pop(number, None)

    def write(self, head: Mapping[str, Any], body: bytes = b"") -> None:
        """Send a frame."""
        frame = memoryview(json.dumps({**head, "size": len(body)}).encode() + b"\n" + body)
        with self._writing:
            try:
                while frame:  # a pipe may take less than all
                    frame = frame[self._to.write(frame) :]
            except (OSError, ValueError):  # it has ended: whoever waits for an answer is told
                pass

    def ask(self, path: str, options: Mapping[str, Any], body: bytes = b"") -> Frame:
        """Send a request, and return its answer. Errors that it gives are raised as Error."""
        answers: queue.SimpleQueue[Frame | None] = queue.SimpleQueue()
        number = self.open(answers.put)
        answered = False
        try:
            self.write({"id": number, "path": path, "options": options}, body)
            answer = answers.get()
            answered = True
        finally:
            self.drop(number)
            if not answered:  # interrupted
                self.write({"id": number, "cancel": True})
        return self.check(answer)

    def check(self, answer: Frame | None) -> Frame:
        """Return an answer, or raise the error that it is."""
        if answer is None:
            raise Error(self._last_words())
        if answer.head.get("status", 200) < 400:
            return answer
        error = json.loads(answer.body)["error"]
        raise Error(error["message"], error["code"], error.get("line"), error.get("column"))

    def _last_words(self) -> str:
        """Say why the program has ended."""
        try:
            code = self._child.wait(10)
        except subprocess.TimeoutExpired:
            return "the program answers no more"
        with self._lock:
            if self._said.closed:
                return "the program was ended"
            self._said.seek(max(0, self._said.seek(0, os.SEEK_END) - 4096))
            said = self._said.read().decode(errors="replace").strip()
        return said[len("tidytalk: ") :] if said.startswith("tidytalk: ") else f"the program has ended (exit code {code}) {said}".strip()

    def close(self) -> None:
        """End the program, and wait for that."""
        try:
            self._to.close()
        except OSError:
            pass
        try:
            self._child.wait(10)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        self._reader.join(10)
        self._out.close()
        with self._lock:
            self._said.close()

    def abandon(self) -> None:
        """Let go of the program in a forked process, whose parent still talks to it."""
        for fd in (self._to.fileno(), self._from):
            try:
                os.close(fd)
            except (OSError, ValueError):
                pass
        self._child.returncode = 0  # it is no child of this process


_processes: dict[str | None, Process] = {}
_starting = threading.Lock()


def process(bundle: str | None) -> Process:
    """Return the program with the models of a bundle, which is started where it does not run."""
    found = _processes.get(bundle)
    if found is not None and found.alive:
        return found
    with _starting:
        found = _processes.get(bundle)
        if found is None or not found.alive:
            if found is not None:
                found.close()
            found = _processes[bundle] = Process(bundle)
        return found


def close() -> None:
    """End all programs. The next call starts one anew."""
    with _starting:
        ended = list(_processes.values())
        _processes.clear()
    for p in ended:
        p.close()


def _forked() -> None:
    global _starting
    _starting = threading.Lock()  # another thread of the parent may have held it
    for p in _processes.values():
        p.abandon()
    _abandoned.extend(_processes.values())
    _processes.clear()


# Programs of a parent process. They are kept: what would be collected would be waited for.
_abandoned: list[Process] = []

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
atexit.register(close)
