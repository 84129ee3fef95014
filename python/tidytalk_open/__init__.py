"""The open models of tidytalk, which may be used commercially: `tidytalk.Cleaner(bundle="open")`."""

import os


def path() -> str:
    """Return the file of the models."""
    return os.path.join(os.path.dirname(__file__), "tidytalk-open.tt")
