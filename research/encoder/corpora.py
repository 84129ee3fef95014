"""Reads what an encoder is trained on: conversations with annotation, and edited text whose punctuation and case are learned.

A word is [text, edit, filler, mark, end, turn, partial]: whether it is an edit word and a filler, the punctuation mark behind
it, whether a sentence ends there, whether a turn begins with it, and whether it is a partial word.
"""
import gzip
import os

MARKS = {",": 1, ";": 1, ":": 1, ".": 4, "!": 4, "?": 5}  # labels of the head for punctuation, see models/neural/labels.go
END = 2  # the first label that ends a sentence
ABBREVIATIONS = set("mr mrs ms dr st vs jr sr prof rev gen sen rep gov lt col sgt capt hon inc co corp no".split())


def lines(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as f:
        yield from f


def sides(path):
    """Returns the sides of a corpus (docs/formats.md): (conversation, words)."""
    out, last = [], None
    for line in lines(path):
        f = line.rstrip("\n").split("\t")
        if (f[0], f[1]) != last:
            out.append((f[0], []))
            last, turn = (f[0], f[1]), None
        begins, turn = turn != f[2].split(".")[0], f[2].split(".")[0]
        word = f[4]
        out[-1][1].append([word, f[7] == "1", f[6] in ("F", "D", "E", "C"), f[8], f[9] in ("/", "-/"), begins, len(word) > 1 and word.endswith("-")])
    return out


def spoken(words):
    """Returns words without partial ones: an end passes to the word before."""
    return _without(words, False)


def typed(words):
    """Returns words without partial ones, for which a dash stands."""
    return _without(words, True)


def _without(words, dash):
    out = []
    for w in words:
        if not w[6]:
            out.append(w)
        elif out:
            out[-1] = list(out[-1])
            out[-1][4] |= w[4]
            if dash and out[-1][3] in "-,;:":
                out[-1][3] = "--"
    return out


def labels(words):
    """Returns the labels of the three heads, -1 where one is not known."""
    return _disfluencies(words), _marks(words), _cases(words)


def _disfluencies(words):
    out = [1 if w[2] else 0 for w in words]
    t = 0
    while t < len(words):
        if not words[t][1]:
            t += 1
            continue
        end = t
        while end < len(words) and words[end][1]:
            end += 1
        out[t:end] = [5] if end - t == 1 else [2] + [3] * (end - t - 2) + [4]
        repair = end
        while repair < len(words) and words[repair][2] and not words[repair][1]:
            repair += 1
        if repair < len(words) and not words[repair][1]:
            out[repair] = 6
        t = end
    return out


def _marks(words):
    out = []
    for i, w in enumerate(words):
        mark, removed = MARKS.get(w[3], 0), w[1] or w[2]
        if w[4]:
            mark = mark if mark >= 4 else 3 if mark == 1 else 2
        elif mark == 1 and removed:
            mark = -1
        elif mark == 1 and i + 1 < len(words) and (words[i + 1][1] or words[i + 1][2]):
            mark = 0  # it sets off what is removed
        out.append(mark)
    return out


def _cases(words):
    out, opens = [], True
    for w in words:
        out.append(-1 if opens or clitic(w[0]) else shape(w[0]))
        opens = w[4] or MARKS.get(w[3], 0) >= 4 or opens and (w[1] or w[2])
    return out


def clitic(word):
    return word == "n't" or len(word) > 1 and word[0] == "'"


def shape(word):
    letters = [c for c in word if c.isalpha()]
    if not letters:
        return -1
    if all(c.islower() for c in letters):
        return 0
    if letters[0].isupper() and all(c.islower() for c in letters[1:]):
        return 1
    return 2 if all(c.isupper() for c in letters) else 3


def documents(path):
    """Yields documents of edited text, lines `speaker TAB text`, as turns of [word in lower case, mark, case]."""
    document, last = [], None
    for line in lines(path):
        line = line.rstrip("\n")
        if not line:
            if document:
                yield document
            document, last = [], None
            continue
        speaker, _, text = line.partition("\t")
        if speaker != last or not document:
            document.append([])
            last = speaker
        _read(document[-1], text)
    if document:
        yield document


def _read(turn, text):
    opens = True  # the case of a word is not known
    for w in text.split():
        if w in ("--", "-", "—", "..."):
            if turn:
                turn[-1][1] = -1
            opens = True
            continue
        core = w.strip('"()[]{}“”')
        body = core.rstrip('.,;:?!"\')…')
        tail = core[len(body):]
        if not body:
            continue
        mark = 0
        if "?" in tail:
            mark = 5
        elif "..." in tail or "…" in tail:
            mark = -1
        elif "!" in tail:
            mark = 4
        elif "." in tail:
            known = body.lower() not in ABBREVIATIONS and "." not in body and (len(body) > 1 or body == "I" or not body.isalpha())
            mark = 4 if known else -1
        elif any(c in tail for c in ",;:"):
            mark = 1
        if tail.startswith("'") and body.endswith("s"):
            body += "'"
        turn.append([body.lower(), mark, -1 if opens else shape(body)])
        opens = mark >= END or mark == -1 or tail.endswith('"')


def find(folders, source, part):
    for folder in folders:
        for end in (".txt.gz", ".txt"):
            path = os.path.join(folder, f"{source}.{part}{end}")
            if os.path.exists(path):
                return path
    raise SystemExit(f"{source}.{part}.txt is in none of {', '.join(folders)}")
