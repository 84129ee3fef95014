"""Turn transcripts of talk into clean text.

>>> import tidytalk
>>> tidytalk.clean("I want a flight to Boston, uh, I mean to Denver.")
'I want a flight to Denver.'

A `Cleaner` keeps options and does all there is: texts and batches of them, documents of every format, words with
times, live text, and why something was decided. The first call starts the program `tidytalk`, which is part of this
package; it answers all cleaners and threads, and ends with Python. Nothing leaves the machine.
"""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from ._cleaner import Cleaner, Document
from ._errors import Error
from ._labels import Label, Labels
from ._stream import Event, Stream

if TYPE_CHECKING:
    from typing import Any, Sequence

try:
    __version__ = version("tidytalk")
except PackageNotFoundError:  # it runs from the source
    __version__ = "unknown"

__all__ = ["Cleaner", "Document", "Error", "Event", "Label", "Labels", "Stream", "clean", "labels", "__version__"]


def clean(text: str, **options: Any) -> str:
    """Return a text without fillers and repairs, with punctuation and case restored.

    Options are those of `Cleaner`. The text may be a transcript of any format that is text, such as SubRip: it
    stays one.
    """
    return Cleaner(**options).clean(text)


def labels(words: Sequence[str], times: Sequence[tuple[float, float]] | None = None, **options: Any) -> Labels:
    """Return what is decided about each of the words that one speaker says; see `Cleaner.labels`."""
    return Cleaner(**options).labels(words, times)
