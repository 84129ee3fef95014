package formats

import (
	"strconv"
	"strings"

	"github.com/tidytalk/tidytalk/transcript"
)

func sniffTextGrid(text string) bool {
	head := headLines(text, 2)
	return len(head) == 2 && strings.Contains(head[0], "ooTextFile") && strings.Contains(head[1], "TextGrid")
}

// gridReader reads the values of a Praat text file, long or short: numbers that stand
// alone, strings in quotes and flags; everything else is decoration.
type gridReader struct {
	f  *File
	at int
}

// next returns the next value: a string with its quotes, a number or a flag.
func (r *gridReader) next() (span, error) {
	text := r.f.text
	for r.at < len(text) {
		from := r.at
		switch c := text[r.at]; {
		case c == '"':
			for r.at++; r.at < len(text); r.at++ {
				if text[r.at] != '"' {
					continue
				}
				if r.at+1 < len(text) && text[r.at+1] == '"' {
					r.at++
					continue
				}
				r.at++
				return span{from, r.at}, nil
			}
			return span{}, r.f.errorAt(from, "a string without its closing quote: the file is cut off or damaged")
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			r.at++
		case c == '!':
			for r.at < len(text) && text[r.at] != '\n' {
				r.at++
			}
		default:
			for r.at < len(text) && strings.IndexByte(" \t\r\n", text[r.at]) < 0 {
				r.at++
			}
			if s := text[from:r.at]; isNumber(s) || strings.HasPrefix(s, "<") {
				return span{from, r.at}, nil
			}
		}
	}
	return span{}, r.f.errorAt(len(text), "the TextGrid ends too early: the file is cut off")
}

func (r *gridReader) number(what string) (float64, error) {
	s, err := r.next()
	if err != nil {
		return 0, err
	}
	v, err := strconv.ParseFloat(r.f.text[s.from:s.to], 64)
	if err != nil {
		return 0, r.f.errorAt(s.from, "a number is missing: the %s", what)
	}
	return v, nil
}

// str reads a string, and returns what is between its quotes.
func (r *gridReader) str(what string) (*field, error) {
	s, err := r.next()
	if err != nil {
		return nil, err
	}
	if r.f.text[s.from] != '"' {
		return nil, r.f.errorAt(s.from, "a string in quotes is missing: the %s", what)
	}
	inside := span{s.from + 1, s.to - 1}
	double := func(s string) string { return strings.ReplaceAll(s, `"`, `""`) }
	if strings.IndexByte(r.f.text[inside.from:inside.to], '"') < 0 {
		f := plainField(r.f.text, inside)
		f.encode = double
		return f, nil
	}
	return decodedField(r.f.text, inside, func(s string) (string, int) {
		if strings.HasPrefix(s, `""`) {
			return `"`, 2
		}
		return s[:1], 1
	}, double), nil
}

// tier is a tier of intervals.
type tier struct {
	name      string
	intervals []gridInterval
}

type gridInterval struct {
	time  transcript.Interval
	label *field
}

// readTextGrid reads Praat TextGrids. A tier is a speaker; one of words is read as such,
// one of sounds is left alone, as are tiers of points. Intervals stay, with an empty
// label where their words go.
func readTextGrid(f *File) error {
	tiers, err := readTiers(f)
	if err != nil {
		return err
	}
	var words, utterances []*tier
	said := make(map[string]bool) // speakers with a tier of words
	for i := range tiers {
		t := &tiers[i]
		switch speaker, kind := tierKind(t); kind {
		case wordTier:
			words = append(words, t)
			said[speaker] = true
		case utteranceTier:
			utterances = append(utterances, t)
		}
	}
	v := f.newView()
	var again *view
	for _, t := range words {
		speaker, _ := tierKind(t)
		if len(words) == 1 && len(utterances) == 0 {
			speaker = ""
		}
		addWords(v, speaker, t)
	}
	for _, t := range utterances {
		speaker, _ := tierKind(t)
		to := v
		if said[speaker] || len(words) > 0 && len(utterances) == len(words) {
			if again == nil {
				again = f.newView()
			}
			to = again
		}
		for _, x := range t.intervals {
			if strings.TrimSpace(x.label.text) != "" {
				to.addText(speaker, x.time, x.label)
			}
		}
	}
	return nil
}

func readTiers(f *File) ([]tier, error) {
	if !sniffTextGrid(strings.TrimPrefix(f.text, "\ufeff")) {
		return nil, f.errorLine(0, "this is no TextGrid: its first lines do not say ooTextFile and TextGrid")
	}
	r := &gridReader{f: f}
	for _, what := range []string{"file type", "object class"} {
		if _, err := r.str(what); err != nil {
			return nil, err
		}
	}
	for _, what := range []string{"start of the recording", "end of the recording"} {
		if _, err := r.number(what); err != nil {
			return nil, err
		}
	}
	flag, err := r.next()
	if err != nil {
		return nil, err
	}
	if f.text[flag.from:flag.to] != "<exists>" {
		return nil, nil // a TextGrid without tiers
	}
	n, err := r.number("number of tiers")
	if err != nil {
		return nil, err
	}
	var tiers []tier
	for range int(n) {
		class, err := r.str("class of a tier")
		if err != nil {
			return nil, err
		}
		if class.text != "IntervalTier" && class.text != "TextTier" {
			return nil, f.errorAt(class.raw.from, "a tier of the class %q: IntervalTier or TextTier is expected", class.text)
		}
		name, err := r.str("name of a tier")
		if err != nil {
			return nil, err
		}
		t := tier{name: name.text}
		for _, what := range []string{"start of a tier", "end of a tier"} {
			if _, err := r.number(what); err != nil {
				return nil, err
			}
		}
		size, err := r.number("number of intervals of a tier")
		if err != nil {
			return nil, err
		}
		for range int(size) {
			x, err := r.interval(class.text == "IntervalTier")
			if err != nil {
				return nil, err
			}
			if class.text == "IntervalTier" {
				t.intervals = append(t.intervals, x)
			}
		}
		tiers = append(tiers, t)
	}
	return tiers, nil
}

// interval reads an interval, or a point.
func (r *gridReader) interval(two bool) (x gridInterval, err error) {
	from, err := r.number("start of an interval")
	if err != nil {
		return x, err
	}
	to := from
	if at := r.at; two {
		if to, err = r.number("end of an interval"); err != nil {
			return x, err
		}
		if to < from {
			r.f.warn(at, "this interval ends before it starts: the times are left alone")
		}
	}
	x.time = interval(from, to, true)
	x.label, err = r.str("label of an interval")
	return x, err
}

type tierSort uint8

const (
	otherTier tierSort = iota
	wordTier
	utteranceTier
)

// tierKind says what a tier holds, and whose words they are. "Ann - words" is what
// aligners call the tier of Ann's words.
func tierKind(t *tier) (speaker string, kind tierSort) {
	speaker, name, ok := strings.Cut(t.name, " - ")
	if !ok {
		name = t.name
	}
	switch name := strings.ToLower(strings.TrimSpace(name)); name {
	case "phones", "phone", "phonemes", "phoneme", "phon", "phn", "segments", "syllables", "syllable", "sounds", "tones", "tobi", "breaks", "pos", "notes", "comments":
		return speaker, otherTier
	case "words", "word", "wrd", "utterances", "utterance", "sentences", "transcript", "transcription", "text":
		if !ok {
			speaker = ""
		}
		if strings.HasPrefix(name, "w") {
			return speaker, wordTier
		}
		return speaker, utteranceTier
	}
	labels, single, long := 0, 0, 0.0
	for _, x := range t.intervals {
		if n := len(strings.Fields(x.label.text)); n > 0 {
			labels++
			if n == 1 {
				single++
			}
			long += x.time.End - x.time.Start
		}
	}
	if labels > 4 && single*10 > labels*9 && long < 1.2*float64(labels) {
		return t.name, wordTier
	}
	return t.name, utteranceTier
}

// addWords adds a tier of words, cut at silences.
func addWords(v *view, speaker string, t *tier) {
	var u transcript.Utterance
	var fields []*field
	end := func() {
		if len(fields) > 0 {
			v.add(u, fields)
		}
		u, fields = transcript.Utterance{}, nil
	}
	for _, x := range t.intervals {
		switch strings.ToLower(strings.TrimSpace(x.label.text)) {
		case "", "sil", "sp", "spn", "<eps>", "<p:>", "<sil>", "#":
			continue // silence
		}
		if len(fields) > 0 && (!x.time.Known || x.time.Start-u.Time.End > wordPause) {
			end()
		}
		if len(fields) == 0 {
			u.Speaker, u.Time = speaker, x.time
		} else {
			u.Pieces, fields = append(u.Pieces, transcript.Piece{Text: " "}), append(fields, nil)
		}
		u.Time.End = x.time.End
		u.Pieces, fields = append(u.Pieces, transcript.Piece{Time: x.time}), append(fields, x.label)
	}
	end()
}
