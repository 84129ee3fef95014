from __future__ import annotations

import json
import re
from array import array
from collections.abc import Sequence as SequenceOf
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import Any, Sequence, overload


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
        labels = list(labels)
        self._set(
            [x.word for x in labels],
            [x.removed for x in labels],
            [",".join(x.kinds) for x in labels],
            [x.confidence for x in labels],
            [x.disfluent for x in labels],
            [x.mark for x in labels],
            [x.written for x in labels],
            [(x.start, x.end) for x in labels],
        )

    def _set(self, words: Any, *columns: Any) -> Labels:
        # Objects for words are made when somebody asks for them.
        self._words, self._columns = words, columns
        return self

    @overload
    def __getitem__(self, at: int) -> Label: ...
    @overload
    def __getitem__(self, at: slice) -> Labels: ...
    def __getitem__(self, at: int | slice) -> Label | Labels:
        if isinstance(at, slice):
            return Labels.__new__(Labels)._set(self._words[at], *(None if c is None else c[at] for c in self._columns))
        removed, kinds, confidence, disfluent, mark, written, times = self._columns
        start, end = (None, None) if times is None else times[at]
        why = tuple(kinds[at].split(",")) if kinds[at] else ()
        return Label(self._words[at], bool(removed[at]), why, float(confidence[at]), float(disfluent[at]), mark[at], written[at], start, end)

    def __len__(self) -> int:
        return len(self._words)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Labels) and list(self) == list(other)

    def __repr__(self) -> str:
        return f"<Labels of {len(self)} words, {sum(self._columns[0])} removed>"

    @property
    def text(self) -> str:
        """The words that are kept, as they are written."""
        return " ".join(filter(None, self._columns[5]))

    def arrays(self) -> dict[str, Any]:
        """Return `removed` (0 and 1), `confidence`, `disfluent`, `start` and `end` (not a number where there are no times)
        as arrays: those of numpy where it is installed, else those of the standard library.
        """
        removed, _, confidence, disfluent, _, _, times = self._columns
        nan = float("nan")
        none = [nan] * len(self) if times is None else None
        columns = {
            "removed": array("b", removed),
            "confidence": array("d", confidence),
            "disfluent": array("d", disfluent),
            "start": array("d", none or [nan if t[0] is None else t[0] for t in times or ()]),
            "end": array("d", none or [nan if t[1] is None else t[1] for t in times or ()]),
        }
        try:
            import numpy
        except ImportError:
            return columns
        return {name: numpy.array(column) for name, column in columns.items()}


_COLUMNS = ("from", "removed", "kinds", "confidence", "disfluent", "marks", "written")


def of_words(words: Sequence[str], times: Sequence[tuple[float, float]] | None, places: Sequence[int], answer: bytes) -> Labels:
    """Return the labels of words that stand at places of a request, in bytes, from its answer."""
    parts = _lines(answer)  # long texts are worked on part by part
    first = parts[0] if parts else {name: [] for name in _COLUMNS}
    start, *columns = (first[name] if len(parts) < 2 else list(chain.from_iterable([p[name] for p in parts])) for name in _COLUMNS)
    if start != places:
        # What is no word for the models, such as "[laughs]", is left as it is.
        known = set(start)
        if start != [place for place in places if place in known]:
            order = sorted(range(len(start)), key=start.__getitem__)
            columns = [[c[i] for i in order] for c in columns]
        for i, place in enumerate(places):
            if place not in known:
                for column, value in zip(columns, (0, "", 0.0, 0.0, "", words[i])):
                    column.insert(i, value)
    return Labels.__new__(Labels)._set(list(words), *columns, None if times is None else [tuple(t) for t in times])


def of_text(text: str, answer: bytes) -> list[tuple[int, int, Label]]:
    """Return the labels of the words of a text, with where they stand in it."""
    out = []
    source, at, chars = text.encode(), 0, 0
    rows = [row for s in _lines(answer) for row in zip(*(s[name] for name in ("from", "to", "words", *_COLUMNS[1:])))]
    for start, end, word, removed, kinds, confidence, disfluent, mark, written in sorted(rows, key=lambda row: row[0]):
        first = chars + len(source[at:start].decode())
        chars = first + len(source[start:end].decode())
        at = end
        out.append((first, chars, Label(word, bool(removed), tuple(kinds.split(",")) if kinds else (), float(confidence), float(disfluent), mark, written)))
    return out


def _lines(answer: bytes) -> list[dict[str, Any]]:
    """Return what is decided about sentences, or parts of a text, as lists."""
    return json.loads(b"[" + b",".join(answer.splitlines()) + b"]")


def request(words: Sequence[str], times: Sequence[tuple[float, float]] | None) -> tuple[bytes, list[int]]:
    """Return the request about words, and where each of them stands in it, in bytes."""
    if times is not None and len(times) != len(words):
        raise ValueError(f"there are {len(words)} words, and {len(times)} times")
    if " ".join(words).split() != list(words):
        i, word = next((i, w) for i, w in enumerate(words) if w.split() != [w])
        raise ValueError(f"word {i} is {word!r}: words are not empty, and have no blanks")
    joined = "".join(words)
    if words and times is None and not _escaped(joined):
        # As most requests are: what is done word by word below is done at once.
        sizes = [len('{"text":""},') + n for n in (map(len, words) if joined.isascii() else (len(w.encode()) for w in words))]
        body = '{"words":[{"text":"' + '"},{"text":"'.join(words) + '"}]}\n'
        return body.encode(), list(accumulate(sizes[:-1], initial=len('{"words":[{"text":"')))
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
