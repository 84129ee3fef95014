package chinese

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/m3n"
	zh "github.com/tidytalk/tidytalk/models/chinese"
)

// The paper's labels are tags of words (section 3.1), each of what stands before the word and of what
// stands behind it, and neither needs to agree with the neighbour's. Signs are read off the half about
// what is behind a word, and before the first one, off its other half: jackknifed on the text to
// train on, the half about what is before the next word, or both together, are as good to 0.0002 of F,
// since transitions learn nearly always to agree.

// tagPassFeatures read what earlier passes have put before a word, put[-1], and behind it, put[0].
const tagPassFeatures = `order=1 i=-2..1 put[i]
order=1 i=-1..0 put[i] w[0]
order=1 i=-1..0 put[i] t[0]
`

// tagSchema names the columns.
var tagSchema = &m3n.Schema{Symbols: []string{zh.ColWord: "w", zh.ColTag: "t", zh.ColPhrase: "p", zh.ColChunk: "f", zh.NumColumns: "put"}}

// maxTags is how many labels a chain has at most.
const maxTags = 255

// tagged trains chains over the words of texts, of one pass or of several ones, and returns what
// they put into the gaps of others.
func tagged(ctx context.Context, train, dev []zh.Sentence, config zh.PunctuationConfig, workers int, report func(step string, p m3n.Progress)) ([][][]zh.Sign, error) {
	starts, folds := config.Starts, min(5, len(train))
	if starts == nil {
		starts = []zh.Pass{zh.Finals, zh.Internals, zh.Indicators}
	}
	if folds < 2 {
		return nil, errors.New("the tags of words need two texts to train on")
	}
	put, found := empty(train), empty(dev)
	for i, from := range starts {
		own, text := make([][][]zh.Sign, len(train)), config.Templates
		to := zh.Pass(zh.NumPasses)
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		if i > 0 {
			text += config.PassTemplates
		}
		for k, s := range train {
			own[k] = only(zh.Balanced(s.Gaps), from, to)
		}
		l, err := learnTags(own, config.Least)
		if err != nil {
			return nil, err
		}
		d, err := l.dataset(train, put, text, config.LeastSeen, workers)
		if err != nil {
			return nil, err
		}
		chain := func(d *m3n.Dataset, name string) (*m3n.Model, error) {
			return config.TrainChain(ctx, d, workers, func(p m3n.Progress) { report(name, p) })
		}
		name := fmt.Sprintf("tags, pass %d", i+1)
		model, err := chain(d, name)
		if err != nil {
			return nil, err
		}
		if err := l.put(ctx, model, dev, found, workers); err != nil {
			return nil, err
		}
		for fold := 0; fold < folds && int(to) < zh.NumPasses; fold++ {
			lo, hi := fold*len(train)/folds, (fold+1)*len(train)/folds
			keep := make([]bool, len(train))
			for k := range keep {
				keep[k] = k < lo || k >= hi
			}
			rest, err := d.Subset(keep)
			if err != nil {
				return nil, err
			}
			if model, err = chain(rest, fmt.Sprintf("%s, fold %d", name, fold+1)); err != nil {
				return nil, err
			}
			if err := l.put(ctx, model, train[lo:hi], put[lo:hi], workers); err != nil {
				return nil, err
			}
		}
	}
	for i := range found {
		found[i] = zh.Balanced(found[i])
	}
	return found, nil
}

// empty returns the gaps of texts without signs.
func empty(text []zh.Sentence) [][][]zh.Sign {
	out := make([][][]zh.Sign, len(text))
	for i, s := range text {
		out[i] = make([][]zh.Sign, len(s.Gaps))
	}
	return out
}

// only returns gaps with the signs of some passes.
func only(gaps [][]zh.Sign, from, to zh.Pass) [][]zh.Sign {
	out := make([][]zh.Sign, len(gaps))
	for g, signs := range gaps {
		for _, s := range signs {
			if p := s.Mark.Pass(); from <= p && p < to {
				out[g] = append(out[g], s)
			}
		}
	}
	return out
}

// tagLabels are the labels of a chain over words.
type tagLabels struct {
	names []string
	signs [][2][]zh.Sign // of each, before the word and behind it
	gold  [][]uint8      // of the texts that they are from
}

// learnTags lists the tags that are in at least so many texts. Of others it drops the rarer half, or
// both.
func learnTags(text [][][]zh.Sign, least int) (*tagLabels, error) {
	texts := make(map[string]int)
	for _, gaps := range text {
		tags := zh.Tags(gaps)
		slices.Sort(tags)
		for _, tag := range slices.Compact(tags) {
			texts[tag]++
		}
	}
	l, index := &tagLabels{}, make(map[string]uint8)
	for _, gaps := range text {
		gold := make([]uint8, 0, len(gaps)-1)
		for t, tag := range zh.Tags(gaps) {
			tag, kept := often(tag, texts, least)
			y, ok := index[tag]
			if !ok {
				if len(l.names) == maxTags {
					return nil, fmt.Errorf("more than %d tags of words are too many: use those that more sentences have", maxTags)
				}
				y = uint8(len(l.names))
				signs := [2][]zh.Sign{}
				for side, kept := range kept {
					if kept {
						signs[side] = gaps[t+side]
					}
				}
				index[tag], l.names, l.signs = y, append(l.names, tag), append(l.signs, signs)
			}
			gold = append(gold, y)
		}
		l.gold = append(l.gold, gold)
	}
	return l, nil
}

// often returns a tag, or what is left of a rare one, and which halves that has.
func often(tag string, texts map[string]int, least int) (string, [2]bool) {
	if texts[tag] >= least {
		return tag, [2]bool{true, true}
	}
	left, most := with(tag, [2]bool{}), least-1
	var kept [2]bool
	for _, halves := range [][2]bool{{false, true}, {true, false}} {
		if half := with(tag, halves); texts[half] > most {
			left, most, kept = half, texts[half], halves
		}
	}
	return left, kept
}

// with returns a tag with the signs of some of its halves.
func with(tag string, halves [2]bool) string {
	var out []string
	for part := range strings.SplitSeq(tag, "+") {
		switch kind, _, _ := strings.Cut(part, "-"); {
		case (kind == "A" || kind == "BOT") && halves[0], (kind == "B" || kind == "EOT") && halves[1]:
			out = append(out, part)
		case kind == "BOT" || kind == "EOT":
			out = append(out, kind+"-O")
		}
	}
	if out == nil {
		return "O"
	}
	return strings.Join(out, "+")
}

// dataset compiles the texts that the labels are from, with what earlier passes have put into gaps.
func (l *tagLabels) dataset(text []zh.Sentence, put [][][]zh.Sign, features string, leastSeen, workers int) (*m3n.Dataset, error) {
	templates, err := m3n.ParseTemplates(strings.NewReader(fmt.Sprintf("threshold %d\ntransitions 2\n", leastSeen)+features), "templates")
	if err != nil {
		return nil, err
	}
	return m3n.NewDataset(&m3n.Corpus{
		Schema: tagSchema, Labels: l.names, Start: -1, N: len(text),
		Example: func(i int, seq *m3n.Sequence, ex *m3n.Example) {
			fillTags(seq, text[i].Words, put[i])
			ex.Gold = l.gold[i]
		},
	}, templates, workers)
}

// fillTags makes the columns of words.
func fillTags(seq *m3n.Sequence, words []zh.Word, put [][]zh.Sign) {
	c := zh.NewColumns(0)
	zh.FillWords(c, words)
	seq.Reset(len(words))
	for i := range zh.NumColumns {
		copy(seq.Column(i), c.Column(i))
	}
	behind := seq.Column(zh.NumColumns)
	for t := range words {
		if signs := put[t+1]; len(signs) > 0 {
			behind[t] = m3n.Symbol(fmt.Sprint(signs))
		}
	}
}

// put adds what a chain finds in texts to their gaps, behind what is there: scores do not ask for the
// order of different marks.
func (l *tagLabels) put(ctx context.Context, m *m3n.Model, text []zh.Sentence, gaps [][][]zh.Sign, workers int) error {
	type worker struct {
		seq     *m3n.Sequence
		scratch *m3n.Scratch
	}
	_, err := parallel.EachWith(ctx, workers, len(text), func() worker {
		return worker{m3n.NewSequence(tagSchema), m.NewScratch()}
	}, func(w worker, i int) {
		fillTags(w.seq, text[i].Words, gaps[i])
		y := make([]uint8, len(text[i].Words))
		m.Decode(w.seq, nil, w.scratch, y)
		l.read(y, gaps[i])
	})
	return err
}

// read adds the signs of labels to gaps.
func (l *tagLabels) read(y []uint8, gaps [][]zh.Sign) {
	gaps[0] = append(gaps[0], l.signs[y[0]][0]...)
	for t, label := range y {
		gaps[t+1] = append(gaps[t+1], l.signs[label][1]...)
	}
}
