package formats

import (
	"fmt"
	"slices"
	"strings"
)

// premiereMembers reports whether a value has segments of words, and the speakers that these name by their
// ids.
func premiereMembers(r *node) bool {
	segments, speakers := r.get("segments"), r.get("speakers")
	if segments == nil || segments.kind != '[' || speakers == nil || speakers.kind != '[' {
		return false
	}
	for _, s := range segments.list() {
		return s.get("text") == nil && s.get("words") != nil && s.get("duration") != nil
	}
	return r.get("language") != nil && r.get("text") == nil
}

// premiereNobody is the name of a speaker who was not recognised.
const premiereNobody = "Unknown"

// readPremiere reads transcripts of Premiere Pro, as its text panel imports and exports them.
func readPremiere(f *File) error {
	list := f.root.get("segments")
	if list == nil || list.kind != '[' {
		return f.errorLine(f.root.from, "this is no transcript of Premiere Pro: there is no list %q", "segments")
	}
	f.inLanguage(strings.TrimPrefix(f.root.str("language"), "??-??"))
	names := make(map[string]string)
	for _, s := range f.root.list("speakers") {
		if name := s.str("name"); name != premiereNobody {
			names[s.scalar("id")] = name
		}
	}
	f.keeps(f.root.get("speakers"))
	words := newWordList(f)
	var ends []premiereEnd
	for _, s := range list.list() {
		in := s.get("words")
		if in == nil || in.kind != '[' {
			return f.errorLine(s.from, "this looks like a transcript of Premiere Pro, but a segment has no list %q", "words")
		}
		from := len(words.v.utterances)
		for k, w := range in.list() {
			text := w.get("text")
			if text == nil || text.kind != '"' {
				return f.errorLine(w.from, "this looks like a transcript of Premiere Pro, but a word has no %q", "text")
			}
			start, ok := w.number("start")
			length, ok2 := w.number("duration")
			if eos := w.get("eos"); eos != nil && eos.kind == 't' {
				ends = append(ends, premiereEnd{eos.span, from, k, eos.text == "true"})
			}
			words.word(in, w, text, f.interval(w.from, start, start+length, ok && ok2), probability(w, "confidence"), w.str("type") == "punctuation")
		}
		start, ok := s.number("start")
		length, ok2 := s.number("duration")
		words.end(names[s.scalar("speaker")], f.interval(s.from, start, start+length, ok && ok2))
		words.hold(list, s, from)
	}
	f.finish = func(o *outcome) {
		words.drop(o)
		dropPremiereEnds(o, words.v, ends)
	}
	return nil
}

// premiereEnd is what a word says of whether a sentence ends with it.
type premiereEnd struct {
	span
	utterance, piece int
	is               bool
}

// dropPremiereEnds lets the word before end the sentence, where the one that did is removed.
func dropPremiereEnds(o *outcome, v *view, ends []premiereEnd) {
	removed := func(e premiereEnd) bool { return o.pieceRemoved(v, e.utterance, e.piece) }
	for i, e := range ends {
		if !e.is || !removed(e) {
			continue
		}
		for k := i - 1; k >= 0 && ends[k].utterance == e.utterance && !ends[k].is; k-- {
			if !removed(ends[k]) {
				o.replace(ends[k].span, "true")
				break
			}
		}
	}
}

// premiereLanguages are the languages that Premiere Pro knows.
var premiereLanguages = []string{
	"en-us", "en-gb", "zh-hk", "cmn-hans", "cmn-hant", "es-es", "de-de", "fr-fr", "ja-jp", "pt-pt", "pt-br", "ko-kr", "it-it", "ru-ru", "hi-in",
	"nb-no", "sv-se", "nl-nl", "da-dk", "id-id", "th-th", "vi-vn", "ms-my", "tr-tr", "pl-pl", "fil-ph", "te-in", "ml-in", "pa-in",
}

// premiereLanguage returns the name that Premiere Pro has for a language.
func premiereLanguage(language string) string {
	language = strings.ToLower(language)
	short, _, _ := strings.Cut(language, "-")
	if short == "zh" {
		short = "cmn"
	}
	if slices.Contains(premiereLanguages, language) {
		return language
	}
	if i := slices.IndexFunc(premiereLanguages, func(l string) bool { return strings.HasPrefix(l, short+"-") }); i >= 0 && short != "" {
		return premiereLanguages[i]
	}
	return "??-??"
}

// premiereID makes an id, which has to be a UUID, of a number.
func premiereID(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012x", n+1) }

func writePremiere(b *strings.Builder, t *Transcript) error {
	type word struct {
		Confidence float64  `json:"confidence"`
		Duration   second   `json:"duration"`
		EOS        bool     `json:"eos"`
		Start      second   `json:"start"`
		Tags       []string `json:"tags"`
		Text       string   `json:"text"`
		Type       string   `json:"type"`
	}
	type segment struct {
		Duration second `json:"duration"`
		Language string `json:"language"`
		Speaker  string `json:"speaker"`
		Start    second `json:"start"`
		Words    []word `json:"words"`
	}
	type speaker struct {
		ID   string `json:"id"`
		Name string `json:"name"`
	}
	out := struct {
		Language string    `json:"language"`
		Segments []segment `json:"segments"`
		Speakers []speaker `json:"speakers"`
	}{premiereLanguage(t.writtenLanguage()), []segment{}, []speaker{}}
	numbers := t.numbers()
	out.Speakers = make([]speaker, len(numbers))
	for name, n := range numbers {
		out.Speakers[n] = speaker{premiereID(n), name}
	}
	nobody := false
	for i := range t.Utterances {
		u := &t.Utterances[i]
		n, ok := numbers[u.Speaker]
		if !ok {
			n, nobody = len(numbers), true
		}
		x := segment{second(u.Time.End - u.Time.Start), out.Language, premiereID(n), second(u.Time.Start), nil}
		for _, w := range u.spoken() {
			x.Words = append(x.Words, word{w.Confidence, second(w.Time.End - w.Time.Start), w.EndsSentence, second(w.Time.Start), []string{}, w.Text(), "word"})
		}
		if len(x.Words) > 0 {
			out.Segments = append(out.Segments, x)
		}
	}
	if nobody {
		out.Speakers = append(out.Speakers, speaker{premiereID(len(numbers)), premiereNobody})
	}
	return writeJSON(b, out)
}
