"""Results of Whisper, faster-whisper and WhisperX: what comes in comes out, cleaned.

    segments, info = model.transcribe("talk.mp3", word_timestamps=True)   # faster-whisper
    for segment in tidytalk.whisper.clean(segments): ...

    result = tidytalk.whisper.clean(whisper.transcribe(model, "talk.mp3"))   # a dictionary

Words that are removed are gone from texts and lists of words; segments without words left are gone, too, unless the
option `keep_empty` is set. All else stays as it is, such as times and the tokens of the recogniser.
"""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Iterable, TypeVar, overload

from ._cleaner import Cleaner

Segment = TypeVar("Segment")


@overload
def clean(result: dict[str, Any], cleaner: Cleaner | None = None, **options: Any) -> dict[str, Any]: ...
@overload
def clean(result: Iterable[Segment], cleaner: Cleaner | None = None, **options: Any) -> list[Segment]: ...
def clean(result: Any, cleaner: Cleaner | None = None, **options: Any) -> Any:
    """Return a result cleaned: a dictionary with `segments`, or segments, which are dictionaries or objects.

    Options are those of `Cleaner`. What is given is not changed.
    """
    if isinstance(result, dict):
        return _document(result, cleaner, options)
    before = list(result)
    told = [_told(segment, i) for i, segment in enumerate(before)]
    if not told:
        return []
    after = _document({"segments": told}, cleaner, options)["segments"]
    return [_changed(before[segment["id"]], segment) for segment in after]


def _document(result: dict[str, Any], cleaner: Cleaner | None, options: dict[str, Any]) -> dict[str, Any]:
    if not result.get("segments"):
        return dict(result)
    given = json.dumps(result, ensure_ascii=False, default=_plain).encode()
    cleaned = (cleaner or Cleaner()).document(given, "result.json", **{"from": "whisper", **options})
    return json.loads(cleaned.content)


def _plain(value: Any) -> Any:
    """Return a number of numpy as one of Python."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"a result of Whisper has no {type(value).__name__}")


def _told(segment: Any, number: int) -> dict[str, Any]:
    """Return what the engine has to know of a segment, by its number among them."""
    get = segment.get if isinstance(segment, dict) else lambda name: getattr(segment, name, None)
    told = {"id": number, "start": get("start"), "end": get("end"), "text": get("text"), "speaker": get("speaker")}
    if get("words"):
        told["words"] = [
            {"id": i, **{name: w.get(name) if isinstance(w, dict) else getattr(w, name, None) for name in ("word", "start", "end")}}
            for i, w in enumerate(get("words") or ())
        ]
    return {name: value for name, value in told.items() if value is not None}


def _changed(segment: Any, cleaned: dict[str, Any]) -> Any:
    """Return a segment with the text and the words of one that was cleaned."""
    words = segment.get("words") if isinstance(segment, dict) else getattr(segment, "words", None)
    new = {"text": cleaned["text"]}
    if words:
        new["words"] = [_replaced(words[w["id"]], {"word": w["word"]}) for w in cleaned["words"]]
    return _replaced(segment, new)


def _replaced(value: Any, new: dict[str, Any]) -> Any:
    """Return a copy of a dictionary, a dataclass or a named tuple with other values."""
    if isinstance(value, dict):
        return {**value, **new}
    if dataclasses.is_dataclass(value):
        return dataclasses.replace(value, **new)  # type: ignore[type-var]
    return value._replace(**new)
