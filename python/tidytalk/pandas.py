"""`Series.tidytalk` of pandas, there once this module is imported:

    import tidytalk.pandas
    talks["clean"] = talks["text"].tidytalk.clean(level="light")
"""

from __future__ import annotations

from typing import Any

import pandas

from ._cleaner import Cleaner


@pandas.api.extensions.register_series_accessor("tidytalk")
class TidytalkAccessor:
    """Cleans the texts of a series; what is missing stays so."""

    def __init__(self, series: pandas.Series) -> None:
        if not (pandas.api.types.is_string_dtype(series.dropna()) or series.isna().all()):
            raise AttributeError("only series of texts can be cleaned")
        self._series = series

    def clean(self, cleaner: Cleaner | None = None, threads: int | None = None, **options: Any) -> pandas.Series:
        """Return the series cleaned, several texts at a time. Options are those of `Cleaner`."""
        there = self._series.notna()
        out = self._series.copy()
        out[there] = (cleaner or Cleaner(**options)).clean_all(self._series[there], threads)
        return out

    def removed(self, cleaner: Cleaner | None = None, **options: Any) -> pandas.DataFrame:
        """Return how many words each text has (`words`), and how many of them are removed (`removed`)."""
        cleaner = cleaner or Cleaner(**options)
        rows = [(0, 0) if pandas.isna(text) else _counted(cleaner, text) for text in self._series]
        return pandas.DataFrame(rows, index=self._series.index, columns=["words", "removed"])


def _counted(cleaner: Cleaner, text: str) -> tuple[int, int]:
    cleaned = cleaner.document(text.encode())
    return cleaned.words, cleaned.removed
