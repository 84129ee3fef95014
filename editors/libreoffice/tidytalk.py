"""Cleans the selection of a text document, or all of it, by the command tidytalk, with tracked changes.

What goes and comes are changes that one accepts or rejects one by one; formatting stays. Tables outside the selection,
fields, notes and what is deleted already stay as they are. The program is in the PATH, where Homebrew, Go or pip put
it, or where the environment variable TIDYTALK_PROGRAM says.
"""

import json
import os
import shutil
import subprocess

import unohelper
from com.sun.star.task import XJobExecutor

SERVICE = "org.tidytalk.Clean"
# Desktops start programs without the PATH of a shell.
FOLDERS = ["/usr/local/bin", "/opt/homebrew/bin", "~/.local/bin", "~/go/bin"]


class Failure(Exception):
    """What a user is told."""


class Leaf:
    """A portion of text of a paragraph, with its place in the source, in bytes."""

    def __init__(self, portion, text, start, fixed):
        self.portion, self.text, self.start, self.fixed = portion, text, start, fixed
        self.end = start + len(text.encode())

    def cursor(self, start, end):
        """Returns a cursor over a stretch of the source that lies in the portion."""
        data = self.text.encode()
        before = data[: start - self.start].decode()
        inside = data[start - self.start : end - self.start].decode()
        begin = self.portion.getStart()
        cursor = begin.getText().createTextCursorByRange(begin)
        move(cursor, len(before), False)
        move(cursor, len(inside), True)
        return cursor


def move(cursor, count, select):
    # A cursor counts characters, as Python does, but not more than 16 bits hold.
    while count > 0:
        step = min(count, 30000)
        cursor.goRight(step, select)
        count -= step


def leaves_of(ranges):
    """Returns the leaves of the paragraphs of ranges, and their text, with an empty line after each paragraph."""
    leaves, parts, size = [], [], 0
    for part in ranges:
        paragraphs = part.createEnumeration()
        while paragraphs.hasMoreElements():
            paragraph = paragraphs.nextElement()
            if not paragraph.supportsService("com.sun.star.text.Paragraph"):
                continue
            portions, deleted = paragraph.createEnumeration(), False
            while portions.hasMoreElements():
                portion = portions.nextElement()
                kind = portion.TextPortionType
                if kind == "Redline" and portion.RedlineType == "Delete":
                    deleted = portion.IsStart
                # What is no text has a place all the same, so that nothing is done across it.
                text = portion.getString() if kind in ("Text", "TextField") and not deleted else ""
                text = text.replace("\r", " ")
                leaf = Leaf(portion, text, size, kind not in ("Text", "Redline", "SoftPageBreak") or deleted)
                size = leaf.end
                leaves.append(leaf)
                parts.append(text)
            parts.append("\n\n")
            size += 2
    return leaves, "".join(parts)


def changes_of(text, options):
    """Returns what the command would change in a text, in order: places in bytes, and what comes there."""
    path = os.pathsep.join([os.environ.get("PATH", "")] + [os.path.expanduser(f) for f in FOLDERS])
    wanted = os.environ.get("TIDYTALK_PROGRAM", "tidytalk")
    program = shutil.which(wanted, path=path)
    if not program:
        raise Failure(f"there is no program {wanted}: install tidytalk, or name it in the environment variable TIDYTALK_PROGRAM")
    args = [program, "clean", "--quiet", "--from", "text", "--to", "jsonl", *options]
    done = subprocess.run(args, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0))
    if done.returncode != 0:
        raise Failure(done.stderr.decode(errors="replace").strip() or f"{program} ends with {done.returncode}")
    lines = [json.loads(line) for line in done.stdout.decode().split("\n") if line]
    return sorted((o["from"], o["to"], o.get("text", "")) for line in lines for o in line["operations"] if o["op"] != "keep")


def allowed(changes, leaves):
    """Leaves out changes that touch what is fixed, and those beside them, which belong together."""
    fixed = [leaf for leaf in leaves if leaf.fixed]
    out, group, fine, at = [], [], True, 0
    for change in changes:
        start, end, _ = change
        if group and start > group[-1][1] + 1:
            out += group if fine else []
            group, fine = [], True
        group.append(change)
        while at < len(fixed) and fixed[at].end < start:
            at += 1
        # One without text, as a note, is in the way of what is removed around it.
        fine = fine and not any(f.start < end and f.end > start for f in fixed[at : at + 100])
    return out + (group if fine else [])


def apply(changes, leaves):
    """Carries changes out, the last one first: so places before it stay."""
    at = len(leaves) - 1
    for start, end, put in reversed(changes):
        while at > 0 and leaves[at].start > max(start, end - 1):
            at -= 1
        if start == end:
            # Text comes behind what it follows, formatted alike.
            i = at
            while i > 0 and (leaves[i].fixed or leaves[i].start == start or not leaves[i].text) and leaves[i - 1].end == start:
                i -= 1
            cursor = leaves[i].cursor(start, start)
            cursor.getText().insertString(cursor, put, False)
            continue
        i = at
        while i >= 0 and leaves[i].end > start:
            leaf = leaves[i]
            begin, stop = max(start, leaf.start), min(end, leaf.end)
            if begin < stop and not leaf.fixed:
                leaf.cursor(begin, stop).setString(put if begin == start else "")
            i -= 1


def selected(document):
    """Returns the ranges that are selected, or the whole text."""
    controller = document.getCurrentController()
    selection = controller.getSelection() if controller else None
    ranges = []
    if selection is not None and selection.supportsService("com.sun.star.text.TextRanges"):
        for i in range(selection.getCount()):
            part = selection.getByIndex(i)
            if part.getString():
                ranges.append(part.getText().createTextCursorByRange(part))
    return ranges or [document.getText()]


def clean(document, options=(), ranges=None):
    """Cleans ranges of a document, by default what is selected; returns how many changes it has made."""
    leaves, text = leaves_of(ranges or selected(document))
    if not text.strip():
        return 0
    changes = allowed(changes_of(text, options), leaves)
    undo, recorded = document.getUndoManager(), document.RecordChanges
    undo.enterUndoContext("tidytalk")
    document.RecordChanges = True
    try:
        apply(changes, leaves)
    finally:
        document.RecordChanges = recorded
        undo.leaveUndoContext()
    return len(changes)


class Clean(unohelper.Base, XJobExecutor):
    """The entry of the menu; its argument is the level."""

    def __init__(self, context):
        self.context = context

    def trigger(self, level):
        desktop = self.context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", self.context)
        document = desktop.getCurrentComponent()
        if document is None or not document.supportsService("com.sun.star.text.GenericTextDocument"):
            return
        try:
            clean(document, ["--level", level or "standard"])
        except Failure as failure:
            window = document.getCurrentController().getFrame().getContainerWindow()
            kind, buttons = unohelper.uno.Enum("com.sun.star.awt.MessageBoxType", "ERRORBOX"), 1
            window.getToolkit().createMessageBox(window, kind, buttons, "tidytalk", str(failure)).execute()


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(Clean, SERVICE, ("com.sun.star.task.Job",))
