"""Fine-tunes a pretrained encoder: see README.md."""
import argparse
import math
import random
import re
import time

import torch
import torch.nn.functional as F

import corpora
from artificial import Artificial
from encoder import pretrained
from pieces import ANY, CONVERSATIONS, EDITED, MEETINGS, SENTENCE, STREAM, TYPED, Cutter

SOURCES = """sgd taskmaster3 taskmaster4 topicalchat multiwoz dailydialog earnings21 earnings22 scotus committee spacelog
changelog fedpress fedspeech gotime hearings jsparty metamuse practicalai sotu wh-press wh-remarks""".split()
HEADS = ((0, 1.0), (1, 1.0), (2, 0.5))  # weights of their losses
SENTENCES, STREAMS = 0.3, 0.42  # shares of the sides that are read in these forms; the others as text with punctuation
# Those in which nothing is a repair.
FLUENT = set("sgd taskmaster3 taskmaster4 topicalchat multiwoz spacelog hearings fedspeech sotu".split())
EITHER = 6  # a label of punctuation: none, or a comma
STYLES = {"conversations": CONVERSATIONS, "meetings": MEETINGS}
ANY_STYLE = 0.45  # share of the sequences whose style is not told


def corpus(path, skip, few):
    """Returns the sides of a corpus: (words, their transcriber sets commas)."""
    return [(w, not few or not re.match(few, c)) for c, w in corpora.sides(path) if not skip or not re.match(skip, c)]


def talk(sides, style, cutter, r):
    """Returns sequences of all sides, each in one form: (pieces, words, labels of each head)."""
    out = []
    for words, commas in sides:
        x = r.random()
        form = SENTENCE if x < SENTENCES else STREAM if x < SENTENCES + STREAMS else TYPED
        words = corpora.typed(words) if form == TYPED and r.random() < 0.75 else words if form == TYPED else corpora.spoken(words)
        labels = corpora.labels(words)
        if not commas:
            labels[1][:] = [EITHER if 0 <= v < corpora.END else v for v in labels[1]]
        for a, b in sentences(words) if form == SENTENCE else windows(words, r):
            turns = [w[5] for w in words[a:b]] if form != SENTENCE and r.random() < 0.55 else None
            marks = [w[3] for w in words[a:b]] if form == TYPED else None
            y = [v[a:b] for v in labels]
            if form == TYPED:
                y[1:] = [[-1] * (b - a)] * 2
            told = ANY if r.random() < ANY_STYLE else style
            out.append((*cutter.sequence([w[0].lower() for w in words[a:b]], form, told, turns, marks), y))
    return out


def sentences(words):
    a = 0
    for i, w in enumerate(words):
        if w[4] or i + 1 == len(words):
            yield a, i + 1
            a = i + 1


def windows(words, r):
    a = 0
    while a < len(words):
        b = min(len(words), a + r.randint(25, 130))
        if r.random() < 0.6:
            while b < len(words) and not words[b - 1][4]:
                b += 1
        yield a, b
        a = b


def edited(documents, count, cutter, r, artificial=None, share=0):
    """Returns sequences of about count words, drawn from sources by the square root of their size; disfluencies are put into a share of those that have none."""
    sizes = {s: sum(len(t) for d in v for t in d) ** 0.5 for s, v in documents.items()}
    out = []
    for source, all in documents.items():
        left = count * sizes[source] / sum(sizes.values())
        while left > 0:
            words, turns = draw(r.choice(all), r.randint(20, 130), r)
            if not words:
                continue
            left -= len(words)
            told = ANY if r.random() < ANY_STYLE else EDITED
            if artificial and source in FLUENT and r.random() < share:
                out.append(disfluent(words, told, artificial, cutter, r))
                continue
            y = [[0 if artificial and source in FLUENT else -1] * len(words), [w[1] for w in words], [w[2] for w in words]]
            out.append((*cutter.sequence([w[0] for w in words], STREAM, told, turns), y))
    return out


def disfluent(words, style, artificial, cutter, r):
    """Returns a sequence of words with artificial disfluencies."""
    form = TYPED if r.random() < 0.35 else STREAM
    words, labels, shown = artificial.put(words, r)
    marks = [w[1] for w in words] if form == STREAM else [-1] * len(words)
    return *cutter.sequence([w[0] for w in words], form, style, None, shown if form == TYPED else None), [labels, marks, [w[2] for w in words]]


def draw(document, length, r):
    """Returns words of one turn, or of several."""
    if r.random() < 0.5:
        turn = r.choice(document)
        a = r.randrange(len(turn)) if len(turn) > length else 0
        if a and r.random() < 0.6:
            while a < len(turn) and turn[a - 1][1] < 4:
                a += 1
        return turn[a : a + length], None
    words, turns, i = [], [], r.randrange(len(document))
    while i < len(document) and len(words) < length:
        turns += [k == 0 for k in range(len(document[i]))]
        words += document[i]
        i += 1
    a = r.randrange(len(words) - length + 1) if len(words) > length else 0
    return words[a : a + length], turns[a : a + length] if r.random() < 0.5 else None


def batches(samples, size, r):
    r.shuffle(samples)
    out = []
    for k in range(0, len(samples), 4000):
        batch, most = [], 0
        for s in sorted(samples[k : k + 4000], key=lambda s: len(s[0])):
            if batch and max(most, len(s[0])) * (len(batch) + 1) > size:
                out.append(batch)
                batch, most = [], 0
            batch.append(s)
            most = max(most, len(s[0]))
        out.append(batch)
    r.shuffle(out)
    return out


def tensors(batch):
    shape = (len(batch), max(len(s[0]) for s in batch))
    ids, mask = torch.zeros(shape, dtype=torch.long), torch.zeros(shape, dtype=torch.bool)
    labels = [torch.full(shape, -1) for _ in HEADS]
    for i, (pieces, at, y) in enumerate(batch):
        ids[i, : len(pieces)], mask[i, : len(pieces)] = torch.tensor(pieces), True
        for k, v in enumerate(y):
            labels[k][i, torch.tensor(at)] = torch.tensor(v)
    return ids, mask, labels


def loss_of(outputs, labels, losses):
    total = 0
    for k, weight in HEADS:
        known = labels[k] >= 0
        n = known.sum().item()
        if n:
            logs, y = F.log_softmax(outputs[k].float()[known], dim=-1), labels[k][known]
            loss = F.nll_loss(logs, y.where(y < logs.shape[1], 0), reduction="none")
            if k == 1:
                loss = torch.where(y == EITHER, -torch.logsumexp(logs[:, :2], 1), loss)
            loss = loss.sum()
            losses[k][0] += loss.item()
            losses[k][1] += n
            total = total + weight * loss
    return total * 2 / labels[0].numel()


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--from", dest="first", required=True, help="ONNX file of a pretrained encoder of BERT's shape, or .pt of this program")
    p.add_argument("--heads", type=int, default=12, help="heads of attention of a layer")
    p.add_argument("--tokenizer", required=True, help="its tokenizer.json")
    p.add_argument("--corpus", action="append", nargs=3, required=True, metavar=("FILE", "VISITS", "STYLE"),
                   help="talk with annotation, token TSV; how often it is read in a turn, such as 0.5; conversations or meetings")
    p.add_argument("--skip", default="", help="leave out conversations whose names match this regular expression")
    p.add_argument("--few-commas", help="those whose transcribers set next to no commas: no place in them is learned as one without")
    p.add_argument("--edited", action="append", default=[], help="folder of edited text")
    p.add_argument("--sources", help="those of edited text, with commas between them")
    p.add_argument("--artificial", type=float, default=0, help="share of fluent edited text that disfluencies are put into")
    p.add_argument("--share", type=float, default=0.45, help="share of the words that are edited text")
    p.add_argument("--pieces", type=float, default=6.5, help="million pieces to train on")
    p.add_argument("--rate", type=float, default=1.5e-4)
    p.add_argument("--batch", type=int, default=2600, help="pieces of a step")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("-o", dest="out", required=True)
    a = p.parse_args()
    torch.manual_seed(a.seed)
    r, cutter = random.Random(a.seed), Cutter(a.tokenizer)
    spoken = [(corpus(path, a.skip, a.few_commas), float(visits), STYLES[style]) for path, visits, style in a.corpus]
    sources = a.sources.split(",") if a.sources else SOURCES
    documents = {s: list(corpora.documents(corpora.find(a.edited, s, "train"))) for s in sources} if a.edited else {}
    m = torch.load(a.first, weights_only=False) if a.first.endswith(".pt") else pretrained(a.first, a.heads)
    artificial = Artificial(m, cutter, [t for s in documents if s in FLUENT for d in documents[s] for t in d]) if a.artificial else None
    m.train()
    flat, square = [[q for q in m.parameters() if (q.ndim < 2) == f] for f in (True, False)]
    adam = torch.optim.AdamW([{"params": square, "weight_decay": 0.01}, {"params": flat, "weight_decay": 0}], lr=a.rate, betas=(0.9, 0.98), fused=True)
    total, done, step, turn, losses = a.pieces * 1e6, 0, 0, 0, [[0, 0] for _ in HEADS]
    while done < total:
        samples = []
        for sides, visits, style in spoken:
            for _ in range(math.ceil(visits * (turn + 1)) - math.ceil(visits * turn)):
                samples += talk(sides, style, cutter, r)
        if documents:
            samples += edited(documents, sum(len(s[1]) for s in samples) * a.share / (1 - a.share), cutter, r, artificial, a.artificial)
        turn += 1
        for batch in batches(samples, a.batch, r):
            if done >= total:
                break
            for g in adam.param_groups:
                g["lr"] = a.rate * min(1, done / (0.06 * total) + 0.01) * max(0.02, 1 - done / total)
            ids, mask, labels = tensors(batch)
            with torch.autocast("cpu", torch.bfloat16):
                outputs = m(ids, mask)
            loss_of(outputs, labels, losses).backward()
            torch.nn.utils.clip_grad_norm_(m.parameters(), 1.0)
            adam.step()
            adam.zero_grad()
            done, step = done + ids.numel(), step + 1
            if step % 100 == 0:
                print(time.strftime("%H:%M:%S"), f"{done / 1e6:.2f} of {a.pieces} million pieces, losses", *(f"{x / max(1, n):.4f}" for x, n in losses), flush=True)
                losses = [[0, 0] for _ in HEADS]
            if step % 500 == 0:
                torch.save(m, a.out)
    torch.save(m, a.out)


if __name__ == "__main__":
    main()
