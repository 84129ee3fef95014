"""Where the program is."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def program() -> str:
    """Return the path of the program that is part of this package."""
    path = Path(__file__).parent / "bin" / ("tidytalk.exe" if sys.platform == "win32" else "tidytalk")
    if not path.is_file():
        raise ImportError(
            f"the program is missing at {path}: install the package with pip, which builds it from the source or brings it"
        )
    return os.fspath(path)


def bundle(name: str | os.PathLike[str] | None) -> str | None:
    """Return the file of a bundle of models; "open" is that of the package tidytalk-open, if it is installed."""
    if name is None:
        return None
    if name == "open":
        try:
            import tidytalk_open
        except ImportError:
            return "open"  # the program looks in the user's folders, and says what to do
        return tidytalk_open.path()
    return os.fspath(name)
