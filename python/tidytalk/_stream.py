from __future__ import annotations

import json
import os
import queue
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping

from ._errors import Error

if TYPE_CHECKING:
    from ._process import Frame, Process


class Stream:
    """Cleans text as it comes. Iterating yields what is committed, and ends when the stream is closed.

    One thread writes, and one iterates, which may be the same: writing waits until what was written before is taken,
    never for what comes of it. `warnings` is complete when iterating has ended.
    """

    def __init__(self, process: Process, options: Mapping[str, Any]) -> None:
        self._process, self._pid = process, os.getpid()
        self._answers: queue.SimpleQueue[Frame | None] = queue.SimpleQueue()
        self._room = threading.Semaphore(1)
        self._closed = self._over = self._told = False
        self.warnings: tuple[str, ...] = ()
        self._number = process.open(self._came)
        process.write({"id": self._number, "path": "/v1/stream", "options": options})

    def _came(self, answer: Frame | None) -> None:
        """Take an answer, in the thread that reads them."""
        taken = answer is not None and answer.head.get("taken")
        if not taken:
            self._over = answer is None or "status" in answer.head
            self._answers.put(answer)
        if taken or self._over:
            self._room.release()

    def _own(self) -> None:
        if os.getpid() != self._pid:
            raise Error("the stream belongs to the process that was forked: open one here", "bad_request")

    def write(self, text: str) -> None:
        """Send more text."""
        self._own()
        if self._closed:
            raise ValueError("the stream is closed")
        if text and not self._over:  # iterating says why it is over
            self._room.acquire()
            self._process.write({"id": self._number}, text.encode())

    def close(self) -> None:
        """Say that no more text comes: what is left is decided about."""
        if not self._closed:
            self._own()
            self._closed = True
            self._process.write({"id": self._number, "end": True})

    def cancel(self) -> None:
        """Give up what is not decided."""
        self._closed = True
        if not self._over and os.getpid() == self._pid:
            self._process.write({"id": self._number, "cancel": True})

    def __iter__(self) -> Iterator[str]:
        self._own()
        while not self._told:
            came = self._answers.get()
            if came is None or "status" in came.head:
                self._told = True
                self._process.drop(self._number)
            answer = self._process.check(came)
            self.warnings = tuple(answer.head.get("warnings", self.warnings))
            if answer.body:
                yield answer.body.decode()

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        self.cancel() if kind else self.close()


@dataclass(frozen=True)
class Event:
    """What becomes of a segment of live text."""

    id: int
    """of the segment, from 0"""
    text: str
    """what it is by now: it replaces that of the event before about the segment"""
    final: bool
    """nothing of it changes any more, and the next segment begins: the final texts, put together, are the clean text"""


def events(pieces: Iterable[str]) -> Iterator[Event]:
    """Yield the events of lines of JSON that come in pieces."""
    rest = ""
    for piece in pieces:
        *lines, rest = (rest + piece).split("\n")
        for line in lines:
            yield Event(**json.loads(line))


def messages(texts: Iterable[str | Mapping[str, Any]]) -> Iterator[str]:
    """Yield texts, and messages as JSON, a line each."""
    for text in texts:
        yield text if isinstance(text, str) else json.dumps(text) + "\n"


def streamed(stream: Stream, texts: Iterable[str]) -> Iterator[str]:
    """Feed a stream in a thread, and yield what comes of it."""
    failed: list[BaseException] = []

    def feed() -> None:
        try:
            for text in texts:
                if stream._over or stream._closed:
                    return
                stream.write(text)
            stream.close()
        except BaseException as e:  # it is raised where the text is read
            failed.append(e)
            stream.cancel()

    threading.Thread(target=feed, name="tidytalk-feeder", daemon=True).start()
    try:
        yield from stream
    except Error:
        if failed:
            raise failed[0] from None
        raise
    finally:
        stream.cancel()
