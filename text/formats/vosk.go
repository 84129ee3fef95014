package formats

import (
	"encoding/json"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// voskHead is how many results, at most, are looked at to see that they are those of Vosk.
const voskHead = 100

// sniffVosk reports whether text starts with a result of Vosk, or a list of them. Those
// without any speech, and those without words, have nothing but a text; that is enough
// where they follow each other and are no JSON lines.
func sniffVosk(text string) bool {
	start := strings.TrimLeft(text, " \t\r\n")
	d := json.NewDecoder(strings.NewReader(start))
	inList := strings.HasPrefix(start, "[")
	if inList {
		if _, err := d.Token(); err != nil {
			return false
		}
	} else if !strings.HasPrefix(start, "{") {
		return false
	}
	first := 0 // where the first result ends
	for n := range voskHead {
		switch sniffVoskResult(d) {
		case yes:
			return true
		case no:
			return !inList && n > 1 && strings.Contains(start[:first], "\n") && atEnd(d)
		}
		if n == 0 {
			first = int(d.InputOffset())
		}
	}
	return !inList && strings.Contains(start[:first], "\n")
}

// answer is what is known of something by what was seen of it.
type answer int

const (
	unknown answer = iota
	yes
	no
)

// atEnd reports whether a decoder has read all there is.
func atEnd(d *json.Decoder) bool { return !d.More() }

// sniffVoskResult reads the next value as far as it takes to see whether it is a result
// of Vosk; unknown is one that has a text alone, read to its end.
func sniffVoskResult(d *json.Decoder) answer {
	if !atToken(d, json.Delim('{')) {
		return no
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return no
		}
		switch name {
		case "partial":
			t, err := d.Token()
			return either(err != nil || isString(t)) // it may be cut off
		case "partial_result", "result", "alternatives":
			if !atToken(d, json.Delim('[')) {
				return no
			}
			if !d.More() {
				return either(name == "result")
			}
			var element struct {
				Word, Text, Transcript *string
			}
			if d.Decode(&element) != nil {
				return no
			}
			return either((element.Word != nil || name == "alternatives" && element.Text != nil) && element.Transcript == nil)
		case "text":
			if t, err := d.Token(); err != nil || !isString(t) {
				return no
			}
		default:
			return no
		}
	}
	if !atToken(d, json.Delim('}')) {
		return no
	}
	return unknown
}

func either(is bool) answer {
	if is {
		return yes
	}
	return no
}

func atToken(d *json.Decoder, want json.Token) bool {
	t, err := d.Token()
	return err == nil && t == want
}

func isString(t json.Token) bool { _, ok := t.(string); return ok }

// readVosk reads the results of Vosk: one, a list of them, or one after another as a
// program prints them. Of alternatives the first is taken. Partial results are what is
// said before it is final: they follow the result after them.
func readVosk(f *File) error { return readResults(f, (*vosk).result) }

// readResults reads results, in a list or one after another, each by a function.
func readResults(f *File, result func(k *vosk, r *node) error) error {
	values, err := f.jsonValues()
	if err != nil {
		return err
	}
	k := &vosk{f: f, words: newWordList(f), texts: newTexts(f), early: newTexts(f), earlyWords: newBareList(f)}
	k.early.v.bare = true
	var tops []holder // the values that are results
	for _, v := range values {
		from := len(k.words.v.utterances)
		if v.kind != '[' {
			if err := result(k, v); err != nil {
				return err
			}
			tops = append(tops, k.words.v.holder(nil, v, from))
			continue
		}
		for _, r := range v.list() {
			from := len(k.words.v.utterances)
			if err := result(k, r); err != nil {
				return err
			}
			k.words.hold(v, r, from)
		}
		tops = append(tops, holder{})
	}
	n := len(k.words.v.utterances)
	k.final(n, n)
	f.finish = func(o *outcome) {
		k.words.drop(o)
		k.earlyWords.drop(o)
		o.dropValues(values, func(i int) bool {
			said := tops[i].utterances
			removed := said.to > said.from && !o.keepEmpty
			for u := said.from; u < said.to; u++ {
				removed = removed && o.utteranceRemoved(k.words.v, u)
			}
			return removed
		})
	}
	return nil
}

// vosk collects the results of Vosk, and of others that answer as it does.
type vosk struct {
	f          *File
	words      *wordList
	texts      *texts
	early      *texts
	earlyWords *wordList
}

// result adds a result.
func (k *vosk) result(r *node) error {
	best := r
	if alternatives := r.list("alternatives"); len(alternatives) > 0 {
		best = alternatives[0]
	}
	text, partial := best.get("text"), r.get("partial")
	list := best.get("result")
	switch {
	case partial != nil && partial.kind == '"':
		k.early.add(partial, "", transcript.Interval{}, nil, nil)
		words := r.get("partial_result")
		for _, w := range words.list() {
			k.earlyWords.word(words, w, w.get("word"), seconds(w, "start", "end", 1), probability(w, "conf"), false)
		}
		k.earlyWords.end("", transcript.Interval{})
		return nil
	case r.kind != '{' || list == nil && (text == nil || text.kind != '"'):
		return k.f.errorLine(r.from, "this looks like Vosk, but a result has neither %q nor %q", "text", "result")
	case list != nil && list.kind != '[':
		return k.f.errorLine(list.from, "this looks like Vosk, but %q is no list", "result")
	}
	from := len(k.words.v.utterances)
	speaker := speakerOf(r, "speaker")
	for _, w := range list.list() {
		word := w.get("word")
		if word == nil || word.kind != '"' {
			return k.f.errorLine(w.from, "this looks like Vosk, but a word has no %q", "word")
		}
		k.words.flow(speaker, list, w, word, seconds(w, "start", "end", 1), probability(w, "conf"))
	}
	switch {
	case len(list.list()) > 0:
		k.words.end(speaker, transcript.Interval{})
		k.texts.add(text, speaker, transcript.Interval{}, nil, nil)
		k.texts.repeat(from, len(k.words.v.utterances))
	case best.str("text") != "":
		k.words.word(nil, nil, text, transcript.Interval{}, 0, false)
		k.words.end(speaker, transcript.Interval{})
	}
	k.final(from, len(k.words.v.utterances))
	return nil
}

// final says that the partial results so far became the utterances of a result.
func (k *vosk) final(from, to int) {
	k.early.repeat(from, to)
	k.earlyWords.repeat(from, to)
}

// repeat says that the utterances added last, if any were, repeat those of the first view
// from the given one on.
func (l *wordList) repeat(from, to int) {
	for len(l.v.of) < len(l.v.utterances) {
		l.v.of = append(l.v.of, span{from, to})
	}
}

func writeVosk(b *strings.Builder, t *Transcript) error {
	type word struct {
		Confidence float64 `json:"conf"`
		End        second  `json:"end"`
		Start      second  `json:"start"`
		Word       string  `json:"word"`
	}
	type result struct {
		Words   []word `json:"result"`
		Text    string `json:"text"`
		Speaker string `json:"speaker,omitempty"`
	}
	out := []result{}
	for i := range t.Utterances {
		u := &t.Utterances[i]
		x := result{Speaker: u.Speaker}
		spoken := Utterance{Words: u.spoken()}
		for _, w := range spoken.Words {
			x.Words = append(x.Words, word{w.Confidence, second(w.Time.End), second(w.Time.Start), w.Text()})
		}
		if x.Text = spoken.Text(); len(x.Words) > 0 {
			out = append(out, x)
		}
	}
	if len(out) == 0 {
		out = append(out, result{Words: []word{}}) // a list of nothing might be anything
	}
	return writeJSON(b, out)
}
