from __future__ import annotations

import json
import re
from array import array
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass
from typing import Any, Iterator, Sequence, Tuple, overload

_KINDS = {"F": "filled-pauses", "D": "discourse-markers", "E": "editing-terms", "C": "conjunctions"}
_MARKS = {"COMMA": ",", "PERIOD": ".", "QMARK": "?"}


@dataclass(frozen=True)
class Label:
    """What is decided about a word."""

    word: str
    removed: bool
    kinds: tuple[str, ...]
    """the disfluencies that it is part of, if it is removed: "repairs", "filled-pauses", ..."""
    confidence: float
    """calibrated probability that its removal is right; 0 if it stays"""
    disfluent: float
    """probability of being disfluent by the edit stage alone, which the decoder may overrule"""
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
        """Return `removed` (0 and 1), `confidence`, `disfluent`, `start` and `end` (not a number where there are no times)
        as arrays: those of numpy where it is installed, else those of the standard library.
        """
        nan = float("nan")
        columns = {
            "removed": array("b", (x.removed for x in self)),
            "confidence": array("d", (x.confidence for x in self)),
            "disfluent": array("d", (x.disfluent for x in self)),
            "start": array("d", (nan if x.start is None else x.start for x in self)),
            "end": array("d", (nan if x.end is None else x.end for x in self)),
        }
        try:
            import numpy
        except ImportError:
            return columns
        return {name: numpy.array(column) for name, column in columns.items()}


_Decided = Tuple[bool, Tuple[str, ...], float, float, str, str]


def of_words(words: Sequence[str], times: Sequence[tuple[float, float]] | None, places: Sequence[int], answer: bytes) -> Labels:
    """Return the labels of words that stand at places of a request, in bytes, from its answer."""
    found = {start: decided for start, _, _, decided in _decided(answer)}
    # What is no word for the models, such as "[laughs]", is left as it is.
    kept = (False, (), 0.0, 0.0, "")
    none = (None, None)
    return Labels([Label(w, *found.get(places[i], (*kept, w)), *(none if times is None else times[i])) for i, w in enumerate(words)])


def of_text(text: str, answer: bytes) -> list[tuple[int, int, Label]]:
    """Return the labels of the words of a text, with where they stand in it."""
    out = []
    source, at, chars = text.encode(), 0, 0
    for start, end, word, decided in sorted(_decided(answer), key=lambda d: d[0]):
        first = chars + len(source[at:start].decode())
        chars = first + len(source[start:end].decode())
        at = end
        out.append((first, chars, Label(word, *decided)))
    return out


def _decided(answer: bytes) -> Iterator[tuple[int, int, str, _Decided]]:
    """Yield what is decided about words, with where they stand in the request, in bytes."""
    for line in answer.splitlines():
        yield from _sentence(json.loads(line))


def _sentence(sentence: dict[str, Any]) -> Iterator[tuple[int, int, str, _Decided]]:
    words = sentence["words"]
    reasons: dict[int, list[str]] = {}
    edits: list[tuple[int, int, str]] = []
    for op in sentence["operations"]:
        if op["op"] == "delete":
            reasons.update((i, op["reasons"]) for i in range(*op["words"]))
        elif op["op"] in ("punctuate", "case", "apostrophe"):
            edits.append((op["from"], op["to"], op["text"]))
    edits.reverse()
    labels, fillers, marks = sentence["labels"], sentence["kinds"], sentence["marks"]
    posteriors, sure = sentence.get("posteriors"), sentence.get("confidence")
    for i, word in enumerate(words):
        start, end, text, (first, last) = word["from"], word["to"], word["text"], word["tokens"]
        disfluent = 1.0 - min(posteriors["O"][first:last]) if posteriors and first < last else 0.0
        if i in reasons:
            _within(edits, start, end)
            # A deletion has the reasons of all of its words.
            own = {"repairs" for t in range(first, last) if labels[t] == "E"} | {_KINDS[f] for f in fillers[first:last] if f}
            kinds = tuple(r for r in reasons[i] if r in own) or tuple(reasons[i])
            confidence = float(min(sure[first:last], default=0.0)) if sure else 0.0
            yield start, end, text, (True, kinds, confidence, round(disfluent, 5), "", "")
            continue
        mark = _MARKS.get(marks[last - 1], "") if first < last else ""
        yield start, end, text, (False, (), 0.0, round(disfluent, 5), mark, _written(text, start, end, _within(edits, start, end)))


def _written(text: str, start: int, end: int, edits: list[tuple[int, int, str]]) -> str:
    """Return a word as it is written after its edits."""
    if not edits:
        return text
    written = text.encode()
    if len(written) == end - start:  # else the request has it in other letters
        for first, last, new in reversed(edits):
            written = written[: first - start] + new.encode() + written[last - start :]
    return written.decode()


def _within(edits: list[tuple[int, int, str]], start: int, end: int) -> list[tuple[int, int, str]]:
    """Return the edits of a word, and take them out of the list, which is in order from its end."""
    while edits and edits[-1][0] < start:  # between words
        edits.pop()
    own = []
    while edits and edits[-1][0] <= end:
        own.append(edits.pop())
    return own


def request(words: Sequence[str], times: Sequence[tuple[float, float]] | None) -> tuple[bytes, list[int]]:
    """Return the request about words, and where each of them stands in it, in bytes."""
    if times is not None and len(times) != len(words):
        raise ValueError(f"there are {len(words)} words, and {len(times)} times")
    if " ".join(words).split() != list(words):
        i, word = next((i, w) for i, w in enumerate(words) if w.split() != [w])
        raise ValueError(f"word {i} is {word!r}: words are not empty, and have no blanks")
    parts, places = [], []
    length = len('{"words":[')
    for i, word in enumerate(words):
        text = json.dumps(word, ensure_ascii=False) if _escaped(word) else f'"{word}"'
        if times is not None:
            start, end = times[i]
            text += f',"start":{float(start)!r},"end":{float(end)!r}'
        places.append(length + len('{"text":"'))
        parts.append(text)
        length += len('{"text":},') + (len(text) if text.isascii() else len(text.encode()))
    return ('{"words":[{"text":' + '},{"text":'.join(parts) + "}]}\n" if parts else "").encode(), places


_escaped = re.compile(r'["\\\x00-\x1f]').search
