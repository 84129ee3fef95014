package punct

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/coordinate"
	"github.com/tidytalk/tidytalk/internal/parallel"
	"github.com/tidytalk/tidytalk/metric"
	"github.com/tidytalk/tidytalk/models/neural"
)

// Mix joins what a chain and the network say of the punctuation of a stream: log-linearly, with
// a weight for each of the two and offsets of the labels.
type Mix struct {
	Chain, Network float64
	// Threshold is the least probability of a punctuation mark that is set.
	Threshold float64
	// Timed and Untimed are added to the scores of the labels at words with times and
	// without: what punctuation is put where in development data.
	Timed, Untimed [neural.NumMarks]float64
	// Edited is added to what holds in conversations where the text was edited, or
	// written, as far as data.Talk tells: there the chain, which knows conversations alone,
	// is of less use, and whoever writes punctuates otherwise.
	Edited Shift
}

// Shift is a change of weights and offsets.
type Shift struct {
	Chain, Network float64
	Offsets        [neural.NumMarks]float64
}

// DefaultMix trusts both alike.
var DefaultMix = Mix{Chain: 0.5, Network: 0.5, Threshold: DefaultChainConfig().Threshold}

// Between these values of data.Talk.Rate Mix.Edited comes in.
const (
	talkRate   = -4.2
	editedRate = -6
)

// A mark that ends a sentence is set where one ends for so sure, in conversations and in other text: a full stop too many
// disturbs readers more than one too few. Where it is not, a comma stands that is so probable. Chosen on development text of
// twelve sources, and on development conversations, whose transcribers set more ends.
const (
	leastEndTalk   = 0.4
	leastEndEdited = 0.57
	commaForEnd    = 0.2
)

// Between these values of data.Talk.Rate, and these numbers of words, the one passes to the other: a few sentences, of which
// little is known, are taken as talk.
const (
	endsTalkRate   = -4.25
	endsEditedRate = -4.8
	fewWords       = 60
	manyWords      = 300
)

// manner is what data.Talk tells of how a text is to be punctuated.
type manner struct {
	edited float64 // how much of Mix.Edited is added
	end    float64 // the least probability of the end of a sentence at which a mark for it is set
}

func mannerOf(t data.Talk) manner {
	share := func(v, from, to float64) float64 { return max(0, min(1, (v-from)/(to-from))) }
	ends := share(t.Rate(), endsTalkRate, endsEditedRate) * share(float64(t.Words), fewWords, manyWords)
	return manner{edited: share(t.Rate(), talkRate, editedRate), end: (1-ends)*leastEndTalk + ends*leastEndEdited}
}

// Cutting writes to out what a chain and the network together say of words, by DefaultMix:
// the ends by which streams are cut, which are sought before disfluencies are.
func Cutting(in *Input, chain *Prediction, heard *neural.Prediction, out *Prediction) {
	out.Set(chain)
	DefaultMix.Apply(in, out, heard)
}

// leastPunct is the least probability that counts.
const leastPunct = 1e-5

// Apply puts the mix in place of what a chain predicts of the words of a reading. The
// prediction of the network is as long.
func (m *Mix) Apply(in *Input, out *Prediction, heard *neural.Prediction) {
	var logs [2][neural.NumMarks]float64
	how := mannerOf(in.Reading.Talk())
	for t := range out.Ends {
		out.logs(t, &logs[0])
		logsOf(&heard.Marks[t], &logs[1])
		m.set(out, t, &logs, !math.IsNaN(in.Reading.End(t)), how)
	}
}

// logs writes the logarithms of the probabilities of the punctuation marks of a word to to.
func (p *Prediction) logs(t int, to *[neural.NumMarks]float64) {
	post, end, comma := &p.Posteriors[t], p.Ends[t], p.EndCommas[t]
	to[neural.EndPeriod], to[neural.EndQMark], to[neural.EndComma] = post[data.Period], post[data.QMark], comma
	to[neural.Comma] = post[data.Comma] - comma
	to[neural.EndNone] = end - comma - post[data.Period] - post[data.QMark]
	to[neural.NoMark] = post[data.NoPunct] - to[neural.EndNone]
	for y, v := range to {
		to[y] = math.Log(max(v, leastPunct))
	}
}

func logsOf(p *[neural.NumMarks]float32, to *[neural.NumMarks]float64) {
	for y, v := range p {
		to[y] = math.Log(max(float64(v), leastPunct))
	}
}

// set sets the prediction of a word.
func (m *Mix) set(out *Prediction, t int, logs *[2][neural.NumMarks]float64, timed bool, how manner) {
	offsets := &m.Untimed
	if timed {
		offsets = &m.Timed
	}
	edited := how.edited
	chain, network := m.Chain+edited*m.Edited.Chain, m.Network+edited*m.Edited.Network
	var scores [neural.NumMarks]float64
	for y := range scores {
		scores[y] = math.Exp(chain*logs[0][y] + network*logs[1][y] + offsets[y] + edited*m.Edited.Offsets[y])
	}
	out.put(t, &scores, m.Threshold, how.end)
}

// put sets the prediction of word t to what is proportional to scores; threshold is the
// least probability of a punctuation mark that is set, end that of an end where it ends a sentence.
func (out *Prediction) put(t int, scores *[neural.NumMarks]float64, threshold, end float64) {
	p := *scores
	sum := 0.0
	for y := range p {
		sum += p[y]
	}
	for y := range p {
		p[y] /= sum
	}
	out.Posteriors[t] = [data.NumPuncts]float64{data.NoPunct: p[neural.NoMark] + p[neural.EndNone], data.Comma: p[neural.Comma] + p[neural.EndComma], data.Period: p[neural.EndPeriod], data.QMark: p[neural.EndQMark]}
	out.EndCommas[t] = p[neural.EndComma]
	out.Ends[t] = p[neural.EndNone] + p[neural.EndComma] + p[neural.EndPeriod] + p[neural.EndQMark]
	out.Last[t] = data.Period
	if p[neural.EndQMark] > p[neural.EndPeriod] {
		out.Last[t] = data.QMark
	}
	best := data.Comma
	for y := data.Comma; y < data.NumPuncts; y++ {
		if out.Posteriors[t][y] > out.Posteriors[t][best] {
			best = y
		}
	}
	likely := out.Posteriors[t][best] >= threshold
	if likely && best >= data.Period && out.Ends[t] < end {
		best, likely = data.Comma, out.Posteriors[t][data.Comma] >= commaForEnd
	}
	out.Puncts[t] = data.NoPunct
	if likely {
		out.Puncts[t] = best
	}
}

// mixNames are the names of the labels in files.
var mixNames = [neural.NumMarks]string{"NONE", "COMMA", "NONE/", "COMMA/", "PERIOD/", "QMARK/"}

// Write writes the mix as text: a name and its numbers in a line.
func (m *Mix) Write(w io.Writer) error {
	var b bytes.Buffer
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	fmt.Fprintf(&b, "chain %s %s\nnetwork %s %s\nthreshold %s\n", number(m.Chain), number(m.Edited.Chain), number(m.Network), number(m.Edited.Network), number(m.Threshold))
	for y, n := range mixNames {
		fmt.Fprintf(&b, "%s %s %s %s\n", n, number(m.Timed[y]), number(m.Untimed[y]), number(m.Edited.Offsets[y]))
	}
	_, err := w.Write(b.Bytes())
	return err
}

// String returns the text of Write.
func (m *Mix) String() string {
	var b strings.Builder
	m.Write(&b)
	return b.String()
}

// ReadMix reads what Write writes. Errors name the line.
func ReadMix(r io.Reader, name string) (Mix, error) {
	text, err := bounded.ReadAll(r, name, bounded.Lists)
	if err != nil {
		return Mix{}, fmt.Errorf("reading the mix of punctuation: %s: %w", name, err)
	}
	m := DefaultMix
	// The last number but that of threshold is for edited text; older files lack it.
	to := map[string][]*float64{"chain": {&m.Chain, &m.Edited.Chain}, "network": {&m.Network, &m.Edited.Network}, "threshold": {&m.Threshold}}
	for y, n := range mixNames {
		to[n] = []*float64{&m.Timed[y], &m.Untimed[y], &m.Edited.Offsets[y]}
	}
	for i, line := range strings.Split(string(text), "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		values, ok := to[fields[0]]
		if !ok {
			return Mix{}, fmt.Errorf("%s:%d: %q is no line of a mix of punctuation: use chain, network, threshold, or one of %s", name, i+1, fields[0], strings.Join(mixNames[:], ", "))
		}
		if n := len(fields) - 1; n != len(values) && (n != len(values)-1 || n == 0) {
			return Mix{}, fmt.Errorf("%s:%d: %s takes %d numbers", name, i+1, fields[0], len(values))
		}
		for k, v := range values[:len(fields)-1] {
			if *v, err = strconv.ParseFloat(fields[1+k], 64); err != nil || math.IsNaN(*v) || math.IsInf(*v, 0) {
				return Mix{}, fmt.Errorf("%s:%d: %q is not a finite number", name, i+1, fields[1+k])
			}
		}
	}
	if m.Threshold <= 0 || m.Threshold >= 1 {
		return Mix{}, fmt.Errorf("%s: %w", name, errors.New("the threshold is a probability between 0 and 1"))
	}
	return m, nil
}

// MixCorpus is a labelled corpus with what a chain and a network say of its punctuation, with
// times and without.
type MixCorpus struct {
	examples []*Example
	logs     [2][][][2][neural.NumMarks]float64 // of each example and word
	manners  []manner                           // of each example
	workers  int
}

// NewMixCorpus runs a chain and the network on the examples of a corpus.
func NewMixCorpus(c *Corpus, chain Predictor, n *neural.Model) *MixCorpus {
	out := &MixCorpus{examples: c.Examples, workers: c.workers}
	for _, e := range c.Examples {
		out.manners = append(out.manners, mannerOf(e.Input.Reading.Talk()))
	}
	for k, timed := range []bool{true, false} {
		out.logs[k] = make([][][2][neural.NumMarks]float64, len(c.Examples))
		said := c.Predict(chain, timed)
		c.Each(len(c.Examples), func(i int) {
			var heard neural.Prediction
			n.Read(c.Examples[i].Input.Reading, neural.Stream, neural.Hidden{Times: !timed}, &heard)
			logs := make([][2][neural.NumMarks]float64, len(heard.Marks))
			for t := range logs {
				said[i].logs(t, &logs[t][0])
				logsOf(&heard.Marks[t], &logs[t][1])
			}
			out.logs[k][i] = logs
		})
	}
	return out
}

// JoinMix returns the corpora as one.
func JoinMix(corpora ...*MixCorpus) *MixCorpus {
	out := &MixCorpus{workers: 1}
	for _, c := range corpora {
		out.workers = c.workers
		out.examples, out.manners = append(out.examples, c.examples...), append(out.manners, c.manners...)
		for k := range out.logs {
			out.logs[k] = append(out.logs[k], c.logs[k]...)
		}
	}
	return out
}

// Score counts the punctuation marks of the corpus by both rules, with times or without.
func (c *MixCorpus) Score(m *Mix, timed bool) [data.NumRules]metric.Counts {
	marks := c.Marks(m, timed)
	var out [data.NumRules]metric.Counts
	for rule := range marks {
		out[rule] = marks[rule].All()
	}
	return out
}

// Marks does the same for each mark.
func (c *MixCorpus) Marks(m *Mix, timed bool) [data.NumRules]metric.Marks {
	k := 1
	if timed {
		k = 0
	}
	parts := make([][data.NumRules]metric.Marks, len(c.examples))
	parallel.Strided(c.workers, len(c.examples), func(_, i int) {
		var p Prediction
		var readers metric.Punctuation
		gold, how := c.examples[i].Gold, c.manners[i]
		p.Reset(len(c.logs[k][i]))
		for t := range c.logs[k][i] {
			m.set(&p, t, &c.logs[k][i][t], timed, how)
			readers.Add(gold.Fluent[t], gold.Puncts[t], p.Puncts[t])
			parts[i][data.PapersRule].Add(gold.EndPuncts[t], p.EndPunct(t, EndThreshold))
		}
		parts[i][data.ReadersRule] = readers.Puncts
	})
	var out [data.NumRules]metric.Marks
	for i := range parts {
		for rule := range out {
			for y := range out[rule] {
				out[rule][y] = out[rule][y].Plus(parts[i][rule][y])
			}
		}
	}
	return out
}

// part returns the examples for which pick is true.
func (c *MixCorpus) part(pick func(example int) bool) *MixCorpus {
	out := &MixCorpus{workers: c.workers}
	for i, e := range c.examples {
		if !pick(i) {
			continue
		}
		out.examples, out.manners = append(out.examples, e), append(out.manners, c.manners[i])
		for k := range out.logs {
			out.logs[k] = append(out.logs[k], c.logs[k][i])
		}
	}
	return out
}

// DefaultTalkShare is how much talk of other kinds counts in Tune: its transcribers set twice as
// many commas as those of Switchboard.
const DefaultTalkShare = 0.3

// Tune returns the mix with weights and offsets that make the sum of the F1 by both
// rules as large as a search along each of them finds. Where there is text of other kinds,
// talk of it counts, too, by the readers' rule, with the weight talkShare: for words with times where it has some, and
// for those without. Mix.Edited is what is best for the rest, without times.
func (c *MixCorpus) Tune(m Mix, other *MixCorpus, talkShare float64) Mix {
	if other == nil {
		other = &MixCorpus{workers: c.workers}
	}
	edited := other.part(func(i int) bool { return other.manners[i].edited >= 0.5 })
	talk := other.part(func(i int) bool { return other.manners[i].edited < 0.5 })
	readers := func(c *MixCorpus, timed bool) float64 {
		n := c.Score(&m, timed)
		return n[data.ReadersRule].F1()
	}
	value := func(timed bool) float64 {
		n := c.Score(&m, timed)
		return n[data.ReadersRule].F1() + n[data.PapersRule].F1() + talkShare*readers(talk, timed)
	}
	search := func(value func() float64, params []*float64) { coordinate.Ascend(value, params, leastGain) }
	all := []*float64{&m.Chain, &m.Network}
	for y := range m.Timed {
		all = append(all, &m.Timed[y])
	}
	search(func() float64 { return value(true) }, all)
	m.Untimed = m.Timed
	all = all[:0]
	for y := range m.Untimed {
		all = append(all, &m.Untimed[y])
	}
	search(func() float64 { return value(false) }, all)
	all = []*float64{&m.Edited.Chain, &m.Edited.Network}
	for y := range m.Edited.Offsets {
		all = append(all, &m.Edited.Offsets[y])
	}
	search(func() float64 { return readers(edited, false) }, all)
	return m
}
