from __future__ import annotations


class Error(Exception):
    """What is wrong with an option or an input, or why it cannot become what is asked for.

    `code` says it to programs, such as "bad_request" (an option), "unreadable" (no transcript of its format) or
    "impossible" (subtitles of what has no times); `line` and `column` are the place in the input, from 1, where
    there is one.
    """

    def __init__(self, message: str, code: str = "internal", line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.message, self.code, self.line, self.column = message, code, line, column

    def __reduce__(self) -> tuple:  # pickled by workers of multiprocessing
        return Error, (self.message, self.code, self.line, self.column)
