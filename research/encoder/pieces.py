"""Makes of words the pieces that an encoder reads, as models/neural/encoder.go does."""
from tokenizers import Tokenizer

from corpora import clitic

STREAM, SENTENCE, TYPED = 1, 2, 3  # forms, the first piece
TURN = 8  # before the first word of a turn
CONVERSATIONS, EDITED, MEETINGS, ANY = 11, 12, 13, 14  # styles, the second piece
UNKNOWN = 100


class Cutter:
    def __init__(self, path):
        self.tokenizer = Tokenizer.from_file(path)
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.known = {}

    def pieces(self, word):
        if word not in self.known:
            e = self.tokenizer.encode(word, add_special_tokens=False)
            self.known[word] = (e.ids, [o[0] for o in e.offsets]) if e.ids else ([UNKNOWN], [0])
        return self.known[word]

    def sequence(self, words, form, style, turns=None, marks=None):
        """Returns the pieces of words in lower case, and which is the first one of each; marks behind them where marks has more than "-"."""
        ids, at, i = [form, style], [], 0
        while i < len(words):
            if turns is not None and turns[i]:
                ids.append(TURN)
            end, text, starts = i + 1, words[i], [0]
            while end < len(words) and clitic(words[end]) and (marks is None or marks[end - 1] == "-"):
                starts.append(len(text))
                text += words[end]
                end += 1
            found, offsets = self.pieces(text)
            k = 0
            for start in starts:
                while k + 1 < len(found) and offsets[k] < start:
                    k += 1
                at.append(len(ids) + k)
            ids += found
            if marks is not None and marks[end - 1] != "-":
                ids += self.pieces(marks[end - 1])[0]
            i = end
        return ids, at
