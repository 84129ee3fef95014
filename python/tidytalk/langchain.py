"""A document transformer of LangChain, for what loaders of transcripts return:

    from tidytalk.langchain import TidytalkTransformer
    documents = TidytalkTransformer(level="light").transform_documents(YoutubeLoader(...).load())
"""

from __future__ import annotations

from typing import Any, Sequence

from langchain_core.documents import BaseDocumentTransformer, Document

from ._cleaner import Cleaner


class TidytalkTransformer(BaseDocumentTransformer):
    """Cleans the texts of documents, several at a time. Options are those of `Cleaner`; metadata stay as they are."""

    def __init__(self, cleaner: Cleaner | None = None, threads: int | None = None, **options: Any) -> None:
        self._cleaner, self._threads = cleaner or Cleaner(**options), threads

    def transform_documents(self, documents: Sequence[Document], **_: Any) -> Sequence[Document]:
        """Return copies of documents with clean text."""
        texts = self._cleaner.clean_all((d.page_content for d in documents), self._threads)
        return [d.model_copy(update={"page_content": text}) for d, text in zip(documents, texts)]
