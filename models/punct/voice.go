package punct

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/container"
	"github.com/tidytalk/tidytalk/models/classify"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/speech/prosody"
)

// VoiceKind and VoiceVersion are the kind and format version of the file of a Voice.
const (
	VoiceKind    = "punct-voice"
	VoiceVersion = 1
)

// Voice joins what a voice says of punctuation with what a predictor has said that has read words
// and pauses (Kolar, Svec and Psutka 2004, section 6). Equation 8 takes what the voice says
// to depend on the punctuation alone; here it may depend on what the predictor has said, too:
// P(E | W, X) is taken as P(E | W) (P(E | X, S) / P(E | S))^weight, where S is what the predictor
// says of the words around, and how long the pauses are. Both P are of classifiers that
// learned from the same words, so that how often punctuation is set in their text cancels out.
// A Voice is immutable and may be used by several goroutines.
type Voice struct {
	with, without hearing // P(E | X, S) and P(E | S)
	header        voiceHeader
	workers       sync.Pool
}

// voiceHeader is the part of a file that is JSON.
type voiceHeader struct {
	Weight float64
	Nets   int // classifiers of each of both sorts
}

// hearing is classifiers of boundaries, whose mean counts.
type hearing struct {
	classifiers []classify.Marshaler
	columns     []column
}

// voiceWorker is the memory of one goroutine.
type voiceWorker struct {
	x    []float32
	post []float64
	says [2][data.NumPuncts]float64
	logs [][data.NumPuncts]float64 // what the predictor says of each word
}

// punctClasses are the classes of the classifiers, in the order of data.Punct.
var punctClasses = []string{"none", "comma", "period", "question"}

// pauseFeatures are what words and times alone tell predictors.
var pauseFeatures = []string{"prev.pause.after", "pause.after", "next.pause.after", "turn.end"}

// column says where the value of a column is: a feature of the voice, or the natural logarithm
// of what the predictor says of a punctuation mark so many words on.
type column struct {
	feature int // -1: of the predictor
	offset  int
	mark    data.Punct
	pause   bool // its logarithm is read, as long pauses are seldom and differ little
}

// said are the columns that hold what the predictor says.
var said = []struct {
	name string
	column
}{
	{"words.none", column{offset: 0, feature: -1, mark: data.NoPunct}}, {"words.comma", column{offset: 0, feature: -1, mark: data.Comma}},
	{"words.period", column{offset: 0, feature: -1, mark: data.Period}}, {"words.question", column{offset: 0, feature: -1, mark: data.QMark}},
	{"prev.words.none", column{offset: -1, feature: -1, mark: data.NoPunct}}, {"next.words.none", column{offset: 1, feature: -1, mark: data.NoPunct}},
	{"prev2.words.none", column{offset: -2, feature: -1, mark: data.NoPunct}}, {"next2.words.none", column{offset: 2, feature: -1, mark: data.NoPunct}},
}

// columnOf returns what a column holds, by its name and values.
func columnOf(c *classify.Column) (column, bool) {
	for i := range said {
		if said[i].name == c.Name {
			return said[i].column, c.Values == nil
		}
	}
	i := prosody.Index(c.Name, c.Values)
	return column{feature: i, pause: strings.HasSuffix(c.Name, "pause.after")}, i >= 0
}

// open adds the classifier of a file.
func (h *hearing) open(file []byte, options ...container.Option) error {
	c, err := classify.UnmarshalNet(file, options...)
	if err != nil {
		return err
	}
	return h.add(c)
}

// add adds a classifier.
func (h *hearing) add(c classify.Marshaler) error {
	columns, err := columnsOf(c)
	if err != nil {
		return err
	}
	if len(h.classifiers) > 0 && !slices.Equal(columns, h.columns) {
		return fmt.Errorf("%w: the classifiers of the voice read different columns", container.ErrChecksum)
	}
	h.classifiers, h.columns = append(h.classifiers, c), columns
	return nil
}

// columnsOf returns what the columns of a classifier hold.
func columnsOf(c classify.Classifier) ([]column, error) {
	if !slices.Equal(c.Classes(), punctClasses) {
		return nil, fmt.Errorf("%w: the voice model has other classes: train it again", container.ErrOlder)
	}
	var out []column
	columns := c.Columns()
	for i := range columns {
		of, ok := columnOf(&columns[i])
		if !ok {
			return nil, fmt.Errorf("%w: the voice model reads %s, which is not known here: train it again", container.ErrOlder, columns[i].Name)
		}
		out = append(out, of)
	}
	return out, nil
}

// leastPause is what is added to pauses, in seconds, before their logarithm is taken.
const leastPause = 0.02

// vector writes the columns of word t of a reading, which has a voice, to x. Beyond the ends
// there is no punctuation.
func vector(x []float32, columns []column, r *stages.Reading, logs [][data.NumPuncts]float64, t int) []float32 {
	x = x[:0]
	voice := r.Voice(t)
	for i := range columns {
		c := &columns[i]
		value := float32(0)
		if c.feature >= 0 {
			value = voice[c.feature]
		} else if at := t + c.offset; at >= 0 && at < len(logs) {
			value = float32(logs[at][c.mark])
		}
		if c.pause {
			value = float32(math.Log(leastPause + float64(value)))
		}
		x = append(x, value)
	}
	return x
}

// posteriors writes the mean of P(mark) of the classifiers to out.
func (h *hearing) posteriors(w *voiceWorker, r *stages.Reading, t int, out *[data.NumPuncts]float64) {
	w.x = vector(w.x, h.columns, r, w.logs, t)
	*out = [data.NumPuncts]float64{}
	for _, c := range h.classifiers {
		w.post = c.Posteriors(w.x, w.post)
		for y, p := range w.post {
			out[y] += p / float64(len(h.classifiers))
		}
	}
	for y := range out {
		out[y] = (out[y] + unsure) / (1 + unsure*float64(len(out)))
	}
}

// unsure is added to what classifiers say, so that two that know next to nothing of a
// punctuation mark do not differ much about it.
const unsure = 0.002

// UnmarshalVoice opens the file of a Voice. Errors wrap those of package container.
func UnmarshalVoice(file []byte, options ...container.Option) (*Voice, error) {
	f, err := container.Open(file, VoiceKind, VoiceVersion, options...)
	if err != nil {
		return nil, err
	}
	v := newVoice(voiceHeader{})
	if err := json.Unmarshal(f.Section("header"), &v.header); err != nil {
		return nil, fmt.Errorf("%w: %w", container.ErrChecksum, err)
	}
	if h := &v.header; !(h.Weight >= 0) || math.IsInf(h.Weight, 0) || h.Nets < 1 || h.Nets > MostNets {
		return nil, fmt.Errorf("%w: a weight of %v and %d classifiers", container.ErrChecksum, h.Weight, h.Nets)
	}
	for sort, h := range v.hearings() {
		for i := range v.header.Nets {
			if err := h.open(f.Section(section(sort, i)), container.Inside(options)...); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

// newVoice returns a model without classifiers.
func newVoice(h voiceHeader) *Voice {
	return &Voice{header: h, workers: sync.Pool{New: func() any { return new(voiceWorker) }}}
}

// hearings goes through both sorts of classifiers, by their names in files.
func (v *Voice) hearings() iter.Seq2[string, *hearing] {
	return func(yield func(string, *hearing) bool) {
		_ = yield("with", &v.with) && yield("without", &v.without)
	}
}

// MostNets is how many classifiers of a sort a Voice may have at most.
const MostNets = 64

// section is the name of the part of a file that holds a classifier.
func section(sort string, i int) string { return sort + " " + strconv.Itoa(i) }

// Marshal returns the model as a file that carries the text of its training configuration.
func (v *Voice) Marshal(config string) ([]byte, error) {
	head, err := json.Marshal(v.header)
	if err != nil {
		return nil, err
	}
	w := container.New(VoiceKind, VoiceVersion, config)
	w.Add("header", head)
	for i := range v.header.Nets {
		for sort, h := range v.hearings() {
			file, err := h.classifiers[i].Marshal("")
			if err != nil {
				return nil, err
			}
			w.Add(section(sort, i), file)
		}
	}
	return w.Bytes()
}

// String says in a few words what the model is.
func (v *Voice) String() string {
	return fmt.Sprintf("%d classifiers of %d columns, weight %.2f", v.header.Nets, len(v.with.columns), v.header.Weight)
}

// Apply changes what was predicted of the words of a stream by what the voice says at those
// where that is known. threshold is the least probability of a punctuation mark that is set.
func (v *Voice) Apply(in *Input, p *Prediction, threshold float64) {
	if !in.Reading.Heard() {
		return
	}
	w := v.workers.Get().(*voiceWorker)
	defer v.workers.Put(w)
	w.listen(p)
	end := mannerOf(in.Reading.Talk()).end
	for t := range p.Ends {
		if in.Reading.Voice(t) == nil {
			continue
		}
		says := v.ratio(w, in.Reading, t)
		var scores [neural.NumMarks]float64
		p.logs(t, &scores)
		for y := range scores {
			scores[y] = math.Exp(scores[y] + v.header.Weight*says[spoken[y]])
		}
		p.put(t, &scores, threshold, end)
	}
}

// spoken is the punctuation mark that each label of streams sounds like. Sentences that end
// without a mark end as others do.
var spoken = [neural.NumMarks]data.Punct{
	neural.NoMark: data.NoPunct, neural.Comma: data.Comma,
	neural.EndNone: data.Period, neural.EndComma: data.Comma, neural.EndPeriod: data.Period, neural.EndQMark: data.QMark,
}

// listen takes up what a predictor says.
func (w *voiceWorker) listen(p *Prediction) {
	w.logs = w.logs[:0]
	for t := range p.Posteriors {
		var logs [data.NumPuncts]float64
		for y, v := range p.Posteriors[t] {
			logs[y] = math.Log(max(v, leastPunct))
		}
		w.logs = append(w.logs, logs)
	}
}

// Says returns ln P(mark | X, S) and ln P(mark | S) of the words of a reading, given what a
// predictor says of them; 0 where there is no voice.
func (v *Voice) Says(r *stages.Reading, p *Prediction) (with, without [][data.NumPuncts]float64) {
	w := v.workers.Get().(*voiceWorker)
	defer v.workers.Put(w)
	w.listen(p)
	with, without = make([][data.NumPuncts]float64, r.Len()), make([][data.NumPuncts]float64, r.Len())
	for t := range with {
		if r.Voice(t) != nil {
			v.ratio(w, r, t)
			for y := range with[t] {
				with[t][y], without[t][y] = math.Log(w.says[0][y]), math.Log(w.says[1][y])
			}
		}
	}
	return with, without
}

// ratio returns ln P(mark | X, S) - ln P(mark | S) of a word.
func (v *Voice) ratio(w *voiceWorker, r *stages.Reading, t int) (out [data.NumPuncts]float64) {
	v.with.posteriors(w, r, t, &w.says[0])
	v.without.posteriors(w, r, t, &w.says[1])
	for y := range out {
		out[y] = math.Log(w.says[0][y] / w.says[1][y])
	}
	return out
}
