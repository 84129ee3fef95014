"""A component of spaCy, which marks disfluent words, and leaves the text as it is:

    import tidytalk.spacy
    nlp = spacy.blank("en")
    nlp.add_pipe("tidytalk", config={"options": {"level": "light"}})
    doc = nlp("so uh i want a flight to boston uh i mean to denver")
    [t for t in doc if not t._.removed], doc._.clean

Tokens have `removed`, `disfluencies` (such as "repairs") and `confidence`, and documents `clean`, the clean text.
"""

from __future__ import annotations

from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, Token

from ._cleaner import Cleaner

for _name, _default in (("removed", False), ("disfluencies", ()), ("confidence", 0.0)):
    if not Token.has_extension(_name):
        Token.set_extension(_name, default=_default)
if not Doc.has_extension("clean"):
    Doc.set_extension("clean", default="")


@Language.factory("tidytalk", default_config={"options": {}})
def make(nlp: Language, name: str, options: dict[str, Any]) -> TidytalkComponent:
    """Return the component for a pipeline."""
    return TidytalkComponent(Cleaner(**options))


class TidytalkComponent:
    """Sets the attributes of documents and their tokens."""

    def __init__(self, cleaner: Cleaner) -> None:
        self._cleaner = cleaner

    def __call__(self, doc: Doc) -> Doc:
        """Mark a document."""
        doc._.clean = self._cleaner.clean(doc.text)
        for start, end, label in self._cleaner.spans(doc.text):
            for token in doc.char_span(start, end, alignment_mode="expand") or ():
                token._.removed, token._.disfluencies, token._.confidence = label.removed, label.kinds, label.confidence
        return doc
