"""Puts fillers and repairs into edited text, as people say them: pretraining for repairs where little talk is labelled.

What share of the repairs repeats words, replaces one, leaves one out or begins anew is about that of AMI and Switchboard (Shriberg 1994 for the kinds).
"""
import torch

PAUSES = "uh uh uh um um er".split()
MARKERS = ["you know", "you know", "i mean", "like", "like", "well"]
TERMS = ["i mean", "i mean", "sorry", "no", "or rather", "well", "actually", "you know", "or", "no wait"]
FILLER, SINGLE, REPAIR = 1, 5, 6  # labels, see encoder.LABELS
RATE, PAUSED = 0.055, 0.035  # of words that a repair, a filler stands before
MOST = 6  # words of a reparandum


class Artificial:
    """Draws disfluencies; words stand in for others whose vectors in the encoder are near."""

    def __init__(self, model, cutter, fragments, nearest=12):
        self.fragments, self.near = fragments, {}
        pieces = cutter.tokenizer.get_vocab()
        whole = [(p, i) for p, i in pieces.items() if p.isalpha() and p.isascii() and 1000 < i < 16000]
        v = torch.nn.functional.normalize(model.word.weight.detach()[[i for _, i in whole]].float(), dim=1)
        for a in range(0, len(whole), 2000):
            for (p, _), row in zip(whole[a : a + 2000], (v[a : a + 2000] @ v.T).topk(nearest + 1).indices.tolist()):
                self.near[p] = [whole[k][0] for k in row[1:]]

    def put(self, words, r):
        """Returns words with disfluencies, with their labels, and the punctuation behind each as text shows it."""
        out, labels, shown = [], [], []

        def add(text, label, mark="-", known=-1):
            out.append([text, known, -1])
            labels.append(label)
            shown.append(mark)

        def fill(words):
            for w in words:
                add(w, FILLER)
            if r.random() < 0.6:
                shown[-1] = ","

        opens, after = True, False
        for i, w in enumerate(words):
            x = r.random()
            gone = self._reparandum(words[i : i + 12], opens, r) if x < RATE else []
            if gone:
                if out and shown[-1] == "-" and r.random() < 0.15:
                    shown[-1] = ","
                for k, text in enumerate(gone):
                    add(text, SINGLE if len(gone) == 1 else 2 if k == 0 else 4 if k == len(gone) - 1 else 3, known=0)
                out[-1][1], shown[-1] = -1, r.choice([",", ",", ",", "--", "-", "-", "..."])
                y = r.random()
                if y < 0.24:
                    fill([r.choice(PAUSES)] if y < 0.14 else r.choice(TERMS).split())
                after = True
            elif x < RATE + PAUSED:
                if out and shown[-1] == "-" and r.random() < 0.5:
                    shown[-1] = ","
                fill([r.choice(PAUSES)] if r.random() < 0.6 else r.choice(MARKERS).split())
            out.append(w)
            labels.append(REPAIR if after else 0)
            shown.append(SHOWN.get(w[1], "-"))
            opens, after = w[1] != 0, False
        return out, labels, shown

    def _reparandum(self, next, opens, r):
        """Returns what is said before the next words and taken back."""
        end = next_end(next)
        text = [w[0] for w in next[:end]]
        x = r.random()
        if x < 0.47:  # the same words
            return text[: r.choice([1, 1, 1, 1, 2, 2, 3, 4])]
        if x < 0.62 and len(text) > 2:  # the last one is another
            n = r.choice([2, 2, 2, 3, 3, 4])
            other = self.near.get(text[n - 1] if n <= len(text) else "")
            return text[: n - 1] + [r.choice(other)] if other else []
        if x < 0.70:  # another word in the place of one
            other = self.near.get(text[0])
            return [r.choice(other)] if other else []
        if x < 0.78 and len(text) > 3:  # a word is put in
            n, k = r.choice([3, 3, 4]), r.choice([0, 1, 1, 2])
            return text[:k] + text[k + 1 : n]
        if x < 0.82 and len(text) > 4:  # only the first words come again
            n = r.choice([1, 1, 2])
            return text[:n] + self._begun(r)[1 : r.choice([2, 3, 4])]
        if opens or r.random() < 0.25:  # a new beginning
            return self._begun(r)[: r.choice([1, 2, 2, 3, 3, 4, 5])]
        return []

    def _begun(self, r):
        return [w[0] for w in r.choice(self.fragments)[:MOST]]


SHOWN = {1: ",", 4: ".", 5: "?"}


def next_end(words):
    """Returns how many words there are before what a mark ends."""
    for i, w in enumerate(words):
        if w[1] != 0:
            return i + 1
    return len(words)
