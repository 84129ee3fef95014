"""Has a headless LibreOffice clean documents: office.py MACRO-FOLDER SOFFICE ARGUMENT...; writes JSON of what came of each."""

import json
import subprocess
import sys
import time

import uno
from com.sun.star.text.ControlCharacter import PARAGRAPH_BREAK

sys.path.insert(0, sys.argv[1])
import tidytalk  # noqa: E402

PIPE = f"tidytalk{time.monotonic_ns()}"
office = subprocess.Popen([*sys.argv[2:], "--headless", "--norestore", "--nologo", f"--accept=pipe,name={PIPE};urp;"])
try:
    resolver = uno.getComponentContext().ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
    for _ in range(600):
        try:
            context = resolver.resolve(f"uno:pipe,name={PIPE};urp;StarOffice.ComponentContext")
            break
        except Exception:
            time.sleep(0.2)
    new = context.ServiceManager.createInstanceWithContext
    desktop = new("com.sun.star.frame.Desktop", context)
    dispatcher = new("com.sun.star.frame.DispatchHelper", context)

    def write(bold=None, note=None):
        document = desktop.loadComponentFromURL("private:factory/swriter", "_blank", 0, ())
        text = document.getText()
        for i, line in enumerate(GIVEN):
            if i > 0:
                text.insertControlCharacter(text.getEnd(), PARAGRAPH_BREAK, False)
            text.insertString(text.getEnd(), line, False)
        if bold:
            search = document.createSearchDescriptor()
            search.SearchString = bold
            document.findFirst(search).CharWeight = 150.0
        if note:
            search = document.createSearchDescriptor()
            search.SearchString = note
            found = document.findFirst(search)
            found.getText().insertTextContent(found.getEnd(), document.createInstance("com.sun.star.text.Footnote"), False)
        return document

    def read(document):
        return document.getText().getString()

    def boldly(document):
        out, paragraphs = [], document.getText().createEnumeration()
        while paragraphs.hasMoreElements():
            portions = paragraphs.nextElement().createEnumeration()
            while portions.hasMoreElements():
                portion = portions.nextElement()
                if portion.TextPortionType == "Text" and portion.CharWeight == 150.0:
                    out.append(portion.getString())
        return "".join(out)

    def settle(document, how):
        dispatcher.executeDispatch(document.getCurrentController().getFrame(), f".uno:{how}AllTrackedChanges", "", 0, ())

    def changes(document):
        kinds, all_of = [], document.getRedlines().createEnumeration()
        while all_of.hasMoreElements():
            kinds.append(all_of.nextElement().RedlineType)
        return kinds

    GIVEN = json.load(sys.stdin)
    out = {}
    for name, options in {"all": {}, "bold": {"bold": GIVEN[1]}, "note": {"note": "Uh"}}.items():
        document = write(**options)
        before = read(document)
        made = tidytalk.clean(document)
        result = {"made": made, "changes": changes(document), "recording": document.RecordChanges}
        settle(document, "Reject")
        result["rejected"], result["before"] = read(document), before
        tidytalk.clean(document)
        settle(document, "Accept")
        result["accepted"], result["bold"] = read(document), boldly(document)
        out[name] = result
        document.close(True)
    # Only what is selected; what is marked already is not marked again; all is undone in one step.
    document = write()
    cursor = document.getText().createTextCursor()
    cursor.gotoEndOfParagraph(True)
    document.getCurrentController().select(cursor)
    tidytalk.clean(document)
    first = len(changes(document))
    document.getCurrentController().select(document.getText().getStart())
    cursor.gotoStart(False)
    tidytalk.clean(document, ranges=[document.getText()])
    again = changes(document)
    document.getUndoManager().undo()
    once = len(changes(document))
    settle(document, "Accept")
    out["selection"] = {"accepted": read(document), "first": first, "once": once, "again": len(again)}
    try:
        tidytalk.clean(document, ["--level", "heavy"])
    except tidytalk.Failure as failure:
        out["error"] = str(failure)
    document.close(True)
    # The extension, where it is installed, answers the menu.
    job = new(tidytalk.SERVICE, context)
    out["installed"] = job is not None
    if job is not None:
        document = write()
        job.trigger("light")
        settle(document, "Accept")
        out["triggered"] = read(document)
        document.close(True)
    json.dump(out, sys.stdout)
finally:
    try:
        desktop.terminate()
    except Exception:
        pass
    try:
        office.wait(30)
    except subprocess.TimeoutExpired:
        office.kill()
