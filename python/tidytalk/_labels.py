from __future__ import annotations

import json
from array import array
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass
from typing import Any, Sequence, overload

_MARKS = {"COMMA": ",", "PERIOD": ".", "QMARK": "?"}


@dataclass(frozen=True)
class Label:
    """What is decided about a word."""

    word: str
    removed: bool
    kinds: tuple[str, ...]
    """the disfluencies that it is part of, if it is removed: "repairs", "filled-pauses", ..."""
    confidence: float
    """probability that its removal is right, if it is removed; else that it is disfluent"""
    mark: str
    """punctuation after it: ",", ".", "?" or "" """
    written: str
    """the word in its case, with its punctuation; "" if it is removed"""
    start: float | None = None
    """in seconds"""
    end: float | None = None


class Labels(SequenceOf):
    """The labels of words, in order. `arrays` has them by columns."""

    def __init__(self, labels: Sequence[Label]) -> None:
        self._labels = list(labels)

    @overload
    def __getitem__(self, at: int) -> Label: ...
    @overload
    def __getitem__(self, at: slice) -> Labels: ...
    def __getitem__(self, at: int | slice) -> Label | Labels:
        return Labels(self._labels[at]) if isinstance(at, slice) else self._labels[at]

    def __len__(self) -> int:
        return len(self._labels)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Labels) and self._labels == other._labels

    def __repr__(self) -> str:
        return f"<Labels of {len(self)} words, {sum(x.removed for x in self)} removed>"

    @property
    def text(self) -> str:
        """The words that are kept, as they are written."""
        return " ".join(x.written for x in self if x.written)

    def arrays(self) -> dict[str, Any]:
        """Return `removed` (0 and 1), `confidence`, `start` and `end` (not a number where there are no times) as arrays:
        those of numpy where it is installed, else those of the standard library.
        """
        nan = float("nan")
        columns = {
            "removed": array("b", (x.removed for x in self)),
            "confidence": array("d", (x.confidence for x in self)),
            "start": array("d", (nan if x.start is None else x.start for x in self)),
            "end": array("d", (nan if x.end is None else x.end for x in self)),
        }
        try:
            import numpy
        except ImportError:
            return columns
        return {name: numpy.array(column) for name, column in columns.items()}

    @classmethod
    def of(cls, words: Sequence[str], times: Sequence[tuple[float, float]] | None, places: Sequence[int], answer: bytes) -> Labels:
        """Return the labels of words that stand at places of a request, in bytes, from its answer."""
        found: dict[int, Label] = {}
        number = {place: i for i, place in enumerate(places)}
        for line in answer.splitlines():
            for place, label in _sentence(json.loads(line)):
                if (i := number.get(place)) is not None:
                    start, end = times[i] if times is not None else (None, None)
                    found[i] = Label(words[i], *label, start, end)
        # What is no word for the models, such as "[laughs]", is left as it is.
        return cls([found.get(i) or Label(w, False, (), 0.0, "", w, *(times[i] if times is not None else ())) for i, w in enumerate(words)])


def _sentence(sentence: dict[str, Any]) -> list[tuple[int, tuple[bool, tuple[str, ...], float, str, str]]]:
    """Return what is decided about the words of a sentence, with their places in the request."""
    words = sentence["words"]
    reasons: dict[int, tuple[str, ...]] = {}
    edits: list[tuple[int, int, str]] = []
    for op in sentence["operations"]:
        if op["op"] == "delete":
            for i in range(*op["words"]):
                reasons[i] = tuple(op["reasons"])
        elif op["op"] in ("punctuate", "case", "apostrophe"):
            edits.append((op["from"], op["to"], op["text"]))
    tokens_removed, posteriors = sentence["removed"], sentence["posteriors"]["O"]
    sure, marks = sentence.get("confidence"), sentence["marks"]
    at = 0
    out = []
    for i, word in enumerate(words):
        first, last = word["tokens"]
        removed = i in reasons
        text = word["text"].encode()
        for start, end, new in reversed(_within(edits, word["from"], word["to"])):
            text = text[: start - word["from"]] + new.encode() + text[end - word["from"] :]
        doubt = max((1 - p for p in posteriors[first:last]), default=0.0)
        gone = [c for c, r in zip(sure[first:last], tokens_removed[first:last]) if r] if sure else []
        mark = "" if removed or last == first else _MARKS.get(marks[last - 1], "")
        confidence = min(gone) if removed and gone else round(doubt, 5)
        out.append((word["from"], (removed, reasons.get(i, ()), confidence, mark, "" if removed else text.decode())))
    return out


def _within(edits: list[tuple[int, int, str]], start: int, end: int) -> list[tuple[int, int, str]]:
    """Return the edits of a word, and take them out of the list, which is in order."""
    n = 0
    while n < len(edits) and edits[n][0] < start:
        n += 1
    del edits[:n]  # between words
    n = 0
    while n < len(edits) and edits[n][0] <= end:
        n += 1
    own = edits[:n]
    del edits[:n]
    return own


def request(words: Sequence[str], times: Sequence[tuple[float, float]] | None) -> tuple[bytes, list[int]]:
    """Return the request about words, and where each of them stands in it, in bytes."""
    if times is not None and len(times) != len(words):
        raise ValueError(f"there are {len(words)} words, and {len(times)} times")
    parts, places = [], []
    length = len('{"words":[')
    for i, word in enumerate(words):
        if not word or word != word.strip() or len(word.split()) != 1:
            raise ValueError(f"word {i} is {word!r}: words are not empty, and have no blanks")
        text = json.dumps(word, ensure_ascii=False)
        timed = "" if times is None else f',"start":{float(times[i][0])!r},"end":{float(times[i][1])!r}'
        part = f'{{"text":{text}{timed}}}'
        places.append(length + len('{"text":"'))
        length += len(part.encode()) + 1
        parts.append(part)
    return ('{"words":[' + ",".join(parts) + "]}\n").encode(), places
