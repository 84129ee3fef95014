package prosody

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/packed"
)

// Recorded is a conversation of a corpus, with what was measured of its words.
type Recorded struct {
	Name string
	// Words has the words of all speakers, as the file has them, and Tokens the same words
	// with their times, punctuation and sentence boundaries, and tags of whatever kind the corpus
	// has.
	Words  []Word
	Tokens []data.Token
}

// ReadRecordedFile reads a corpus from a file, which may be compressed (.gz): see
// ReadRecorded.
func ReadRecordedFile(path string) ([]Recorded, error) {
	f, err := packed.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadRecorded(f, path)
}

// ReadRecorded reads a corpus of measured words, a token a row, columns separated by tabs;
// conversations follow one another. How many columns there are says what they are:
//
//   - 18, syllables: conversation, speaker, sex, sentence, token, tag, mark, slash, start, end,
//     pause, F0 mean, first and last, energy mean and maximum, contour, and the syllables,
//     separated by blanks, each start|end|F0|mean|max|contour|phones;
//   - 20, words: conversation, speaker, sentence, token, mark, slash, start, end, and mean,
//     standard deviation, maximum, minimum, median and slope first of F0, in semitones, then
//     of energy, in dB;
//   - 10, times: conversation, speaker, sentence, token, lemma, tag, mark, slash, start, end.
//
// "-" is no value. F0 is in Hz but where it is in semitones. Errors are *data.ParseError,
// which name the line, and those of reading.
func ReadRecorded(r io.Reader, name string) ([]Recorded, error) {
	p := recordedParser{name: name}
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 1<<16), 1<<22)
	for lines.Scan() && lines.Err() == nil {
		p.line++
		text := strings.TrimSuffix(lines.Text(), "\r")
		if text == "" {
			continue
		}
		if err := p.row(strings.Split(text, "\t")); err != nil {
			return nil, err
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, p.line+1, err)
	}
	if len(p.out) == 0 {
		return nil, fmt.Errorf("%s: no words in it", name)
	}
	for i := range p.out {
		p.out[i].turns()
	}
	return p.out, nil
}

// layout says where the columns of a row are; -1: there is none.
type layout struct {
	name                                               string
	speaker, token, tag, mark, slash, start, syllables int
	means                                              int // the first of twelve about the word
}

var layouts = map[int]layout{
	18: {name: "syllables", speaker: 1, token: 4, tag: 5, mark: 6, slash: 7, start: 8, syllables: 17, means: -1},
	20: {name: "words", speaker: 1, token: 3, tag: -1, mark: 4, slash: 5, start: 6, syllables: -1, means: 8},
	10: {name: "times", speaker: 1, token: 3, tag: 5, mark: 6, slash: 7, start: 8, syllables: -1, means: -1},
}

type recordedParser struct {
	name    string
	line    int
	columns int
	out     []Recorded
}

func (p *recordedParser) fail(column int, format string, args ...any) error {
	return &data.ParseError{Name: p.name, Line: p.line, Column: column, Reason: fmt.Sprintf(format, args...)}
}

// row reads a row.
func (p *recordedParser) row(fields []string) error {
	l, ok := layouts[len(fields)]
	if !ok || p.columns != 0 && p.columns != len(fields) {
		return p.fail(0, "%d columns: a file of measured words has 18, 20 or 10 in all its rows", len(fields))
	}
	p.columns = len(fields)
	if n := len(p.out); n == 0 || p.out[n-1].Name != fields[0] {
		p.out = append(p.out, Recorded{Name: fields[0]})
	}
	of := &p.out[len(p.out)-1]
	t := data.Token{Text: fields[l.token]}
	if t.Text == "" {
		return p.fail(l.token+1, "there is no token")
	}
	if l.tag >= 0 {
		t.POS = fields[l.tag]
	}
	var err error
	if t.Punct, t.Boundary, err = p.punctuation(fields, &l); err != nil {
		return err
	}
	start, err := p.number(fields, l.start)
	if err != nil {
		return err
	}
	end, err := p.number(fields, l.start+1)
	if err != nil {
		return err
	}
	if t.Timed = start == start && end == end; t.Timed {
		t.Start, t.End = start, max(start, end)
	}
	w := Word{Text: t.Text, Start: start, End: max(start, end), Speaker: fields[l.speaker], Measure: MeasureSyllables(nil)}
	switch {
	case l.syllables >= 0:
		syllables, err := p.syllables(fields[l.syllables], l.syllables)
		if err != nil {
			return err
		}
		w.Measure = MeasureSyllables(syllables)
	case l.means >= 0:
		if err := p.means(fields, l.means, &w.Measure); err != nil {
			return err
		}
	}
	of.Tokens, of.Words = append(of.Tokens, t), append(of.Words, w)
	return nil
}

// punctuation reads the punctuation mark after a token and whether a sentence ends there.
func (p *recordedParser) punctuation(fields []string, l *layout) (mark byte, end data.Boundary, err error) {
	switch m := fields[l.mark]; m {
	case "-":
	case ",", ".", "?", "!", ";", ":":
		mark = m[0]
	default:
		return 0, 0, p.fail(l.mark+1, "%q is no punctuation mark: use one of , . ? ! ; : or - for none", m)
	}
	switch s := fields[l.slash]; s {
	case "-":
	case "/":
		end = data.Complete
	case "-/":
		end = data.Incomplete
	default:
		return 0, 0, p.fail(l.slash+1, "%q says nothing of a sentence: use /, -/ or -", s)
	}
	return mark, end, nil
}

// number reads a number; NaN: there is none.
func (p *recordedParser) number(fields []string, column int) (float64, error) {
	if fields[column] == "-" {
		return math.NaN(), nil
	}
	v, err := strconv.ParseFloat(fields[column], 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0, p.fail(column+1, "%q is no number, nor - for none", fields[column])
	}
	return v, nil
}

// syllables reads the syllables of a word.
func (p *recordedParser) syllables(text string, column int) ([]Syllable, error) {
	if text == "-" {
		return nil, nil
	}
	var out []Syllable
	for _, item := range strings.Fields(text) {
		fields := strings.Split(item, "|")
		if len(fields) != 7 {
			return nil, p.fail(column+1, "%q is no syllable: start|end|F0|mean|max|contour|phones", item)
		}
		var v [5]float64
		for i := range v {
			var err error
			if v[i], err = p.number(fields, i); err != nil {
				return nil, p.fail(column+1, "%q in a syllable is no number, nor - for none", fields[i])
			}
		}
		out = append(out, Syllable{Start: v[0], End: v[1], F0: v[2], EnergyMean: v[3], EnergyMax: v[4], Contour: contours[fields[5]], Phones: fields[6]})
	}
	return out, nil
}

// contours are the movements of syllables as Syllable.Contour has them.
var contours = map[string]byte{"Fall": 'F', "Rise": 'R', "Flat": '=', "X": 'X'}

// means reads what was measured of a word as a whole: of F0, then of energy, mean, standard
// deviation, maximum, minimum, median and slope, of which the scale is not known.
func (p *recordedParser) means(fields []string, column int, m *Measure) error {
	for i, to := range []*float64{0: &m.F0Mean, 2: &m.F0Max, 3: &m.F0Min, 6: &m.EnergyMean, 8: &m.EnergyMax, 9: &m.EnergyMin} {
		if to == nil {
			continue
		}
		var err error
		if *to, err = p.number(fields, column+i); err != nil {
			return err
		}
	}
	return nil
}

// turns says where turns end: where the next row is of another speaker, and at the end of
// the last of each. It numbers them.
func (r *Recorded) turns() {
	turn := 1
	for i := range r.Words {
		last := i+1 == len(r.Words) || r.Words[i+1].Speaker != r.Words[i].Speaker
		r.Words[i].TurnEnds = last
		r.Tokens[i].Utt = strconv.Itoa(turn)
		if last {
			turn++
		}
	}
}

// Sides returns the words of conversations speaker by speaker, those of a conversation
// numbered from first on, with what the voice says at each (see Extract) where voice is
// set. stats are those of Extract.
func Sides(recorded []Recorded, first int, voice bool, stats *Durations) []data.Side {
	var out []data.Side
	for c := range recorded {
		r := &recorded[c]
		var features [][]float32
		if voice {
			features = Extract(r.Words, stats)
		}
		of := make(map[string]int) // of each speaker, in out
		for i := range r.Words {
			speaker := r.Words[i].Speaker
			s, ok := of[speaker]
			if !ok {
				s = len(out)
				of[speaker] = s
				out = append(out, data.Side{Conv: first + c, Speaker: 'A' + byte(len(of)-1)%26})
			}
			t := r.Tokens[i]
			if voice {
				t.Voice = features[i]
			}
			out[s].Tokens = append(out[s].Tokens, t)
		}
	}
	return out
}
