from __future__ import annotations

import difflib
import json
import math
import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Sequence

from ._errors import Error
from ._labels import Label, Labels, of_text, of_words, request
from ._options import TAKEN
from ._process import Frame, process
from ._program import bundle as bundle_file
from ._stream import Event, Stream, events, messages, streamed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Options


@dataclass(frozen=True)
class Document:
    """A document that was cleaned."""

    content: bytes
    media_type: str
    words: int
    """how many the input has"""
    removed: int
    """how many of them are removed"""
    warnings: tuple[str, ...]
    """what is odd in the input, but no failure"""

    @property
    def text(self) -> str:
        """The content of a form that is text."""
        return self.content.decode()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the content to a file."""
        Path(path).write_bytes(self.content)


def _bytes(text: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"a text is a str, not {type(text).__name__}: Cleaner.document takes the bytes of a file")
    return text.encode()


class Cleaner:
    """Cleans texts, documents, words and live text, all with the same options.

    Options are those of `tidytalk clean` (docs/command.md), with _ in place of -: level, keep, remove, confidence,
    numbers, punct, case, to, ... Lists are lists or comma lists; `vocabulary` and `fillers` are lines, or a list of
    them. `bundle` is a file of models in place of those inside: "open" are those that may be used commercially, from
    the package tidytalk-open. Wrong options raise `Error` at once.

    A cleaner may be shared by threads, pickled, and used after a fork.
    """

    def __init__(self, *, bundle: str | os.PathLike[str] | None = None, **options: Unpack[Options]) -> None:
        self._bundle = bundle_file(bundle)
        self._options = {name.replace("_", "-"): value for name, value in options.items() if value is not None}
        for name, value in self._options.items():
            if isinstance(value, (set, frozenset)):
                self._options[name] = sorted(value)
            elif isinstance(value, tuple):
                self._options[name] = list(value)
            elif isinstance(value, float) and not math.isfinite(value):
                self._options[name] = str(value)  # JSON has no such numbers
        known = set().union(*TAKEN.values())
        for name in sorted(self._options.keys() - known):
            near = difflib.get_close_matches(name, known, 1)
            meant = f": did you mean {near[0].replace('-', '_')}?" if near else "; help(tidytalk.Cleaner) says where they are"
            raise Error(f"there is no option {name.replace('-', '_')}{meant}", "bad_request")
        self._ask("/v1/clean", {}, b"")  # which says what is wrong with their values

    def __repr__(self) -> str:
        given = {"bundle": self._bundle, **self._options} if self._bundle else self._options
        return "Cleaner(" + ", ".join(name.replace("-", "_") + "=" + repr(value) for name, value in given.items()) + ")"

    def _of(self, path: str) -> dict[str, Any]:
        """Return the options that a request takes."""
        return {name: value for name, value in self._options.items() if name in TAKEN[path]}

    def _ask(self, path: str, options: dict[str, Any], body: bytes) -> Frame:
        return process(self._bundle).ask(path, {**self._of(path), **options}, body)

    def clean(self, text: str) -> str:
        """Return a text without fillers and repairs, with punctuation and case restored."""
        return self._ask("/v1/clean", {}, _bytes(text)).body.decode()

    __call__ = clean

    def clean_all(self, texts: Iterable[str], threads: int | None = None) -> list[str]:
        """Return texts cleaned, in order, several at a time: as many as `threads`, or as there are cores."""
        with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
            return list(pool.map(self.clean, texts))

    def document(self, document: bytes | str | os.PathLike[str], name: str | None = None, **options: Any) -> Document:
        """Clean a document of any format: its bytes, or the path of its file.

        The format is found by the name and the content. The result has the format of the document, unless the option
        `to` says another. Options given here count before those of the cleaner.
        """
        return self._document("/v1/clean", document, name, options)

    def cuts(self, document: bytes | str | os.PathLike[str], to: str = "csv", name: str | None = None, **options: Any) -> Document:
        """Return what is to be cut out of the recording of a document with times of words, as a list for an editor.

        `to` is its form: csv, edl, fcpxml, otio, premiere, reaper, audacity, auto-editor, ffmpeg, mlt, or map, where each stretch
        that is kept was and is. `recording`, `duration`, `sample_rate`, `channels` and `picture` say what the recording is.
        """
        return self._document("/v1/cut", document, name, {"to": to, **options})

    def _document(self, path: str, document: bytes | str | os.PathLike[str], name: str | None, options: dict[str, Any]) -> Document:
        if not isinstance(document, (bytes, bytearray, memoryview)):
            name = name or os.path.basename(os.fspath(document))
            document = Path(document).read_bytes()
        own = {key.replace("_", "-"): value for key, value in options.items()}
        answer = self._ask(path, {"name": name, **own}, bytes(document))
        head = answer.head
        return Document(answer.body, head.get("type", ""), head.get("words", 0), head.get("removed", 0), tuple(head.get("warnings", ())))

    def labels(self, words: Sequence[str], times: Sequence[tuple[float, float]] | None = None) -> Labels:
        """Return what is decided about each of the words that one speaker says.

        `times` are start and end of each word, in seconds. All that the models take for disfluent is labelled, unless
        the cleaner has a level.
        """
        body, places = request(words, times)
        return of_words(words, times, places, self._labelled("jsonl", "arrays", body))

    def spans(self, text: str) -> list[tuple[int, int, Label]]:
        """Return what is decided about each word of plain text, with where it begins and ends in that."""
        return of_text(text, self._labelled("text", "columns", _bytes(text)))

    def _labelled(self, form: str, to: str, body: bytes) -> bytes:
        options: dict[str, Any] = {"from": form, "to": to}
        if self._options.get("mode", "decoder") == "decoder":
            options["confidence"] = self._options.get("confidence", 1e-9)  # any asks for that of each removal
        return self._ask("/v1/label", options, body).body

    def explain(self, text: str, want: str | None = None) -> list[dict[str, Any]]:
        """Return how the decoder came to its decisions about a text: a trace for each sentence, as in docs/formats.md.

        `want` is the text that it should have become: the trace says where that was lost.
        """
        return json.loads(self._traced(text, want, "json"))

    def explain_html(self, text: str, want: str | None = None) -> str:
        """Return the traces of `explain` as a page to look at."""
        return self._traced(text, want, "html").decode()

    def _traced(self, text: str, want: str | None, to: str) -> bytes:
        return self._ask("/v1/trace", {"want": want, "to": to}, _bytes(text)).body

    def stream(self) -> Stream:
        """Return a stream for live text, which is written to it as it comes."""
        return Stream(process(self._bundle), self._of("/v1/stream"))

    def clean_stream(self, texts: Iterable[str]) -> Iterator[str]:
        """Yield live text cleaned, as soon as it is decided about. `texts` are pieces of it, cut anywhere, as they come.

        They are taken in a thread of their own: what was said before a pause comes within two seconds of it, or
        `flush_after` seconds. With `flush_after=0` what is yielded depends on the text alone.
        """
        return streamed(self.stream(), texts)

    def events(self, texts: Iterable[str | Mapping[str, Any]], recogniser: str | None = None) -> Iterator[Event]:
        """Yield what becomes of live text at once: provisionally, until the event that settles a segment.

        `texts` are pieces as for `clean_stream`; with `recogniser`, messages that one sends, as text or as dicts: "vosk",
        "deepgram", "auto", ... (docs/live.md). The option `latency` says how long words wait for the final event about them.
        """
        options = self._of("/v1/stream") | {"provisional": True}
        if recogniser is not None:
            options["from"] = f"live:{recogniser}"
        return events(streamed(Stream(process(self._bundle), options), messages(texts)))
