package formats

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

func speechmaticsMembers(r *node) bool {
	if r.get("metadata", "transcription_config") != nil || r.str("message") == "AddTranscript" || r.str("job", "status") != "" {
		return true
	}
	results := r.list("results")
	return len(results) > 0 && results[0].get("type") != nil && results[0].get("alternatives") != nil
}

// readSpeechmatics reads transcripts of Speechmatics (json-v2), and single messages of its
// service for live speech: results that are words, punctuation marks and entities.
func readSpeechmatics(f *File) error {
	results := f.root.get("results")
	if results == nil || results.kind != '[' {
		if status := f.root.str("job", "status"); status != "" {
			return f.errorLine(f.root.from, "this is a job of Speechmatics with the status %q: fetch its transcript, as json-v2, when it is done", status)
		}
		return f.errorLine(f.root.from, "this does not look like Speechmatics: there is no list %q", "results")
	}
	f.inLanguage(f.root.str("metadata", "transcription_config", "language"))
	for _, name := range []string{"job", "translations"} {
		f.keeps(f.root.get(name))
	}
	f.keeps(f.root.get("metadata", "transcription_config"))
	s := &speechmatics{f: f, words: newWordList(f), written: newWordList(f), spoken: newBareList(f)}
	for _, r := range results.list() {
		if err := s.result(results, r); err != nil {
			return err
		}
	}
	s.words.end(s.words.u.Speaker, transcript.Interval{})
	newTexts(f).addAll(f.root.get("metadata", "transcript"))
	f.finish = func(o *outcome) {
		s.words.drop(o)
		s.written.drop(o)
		s.spoken.drop(o)
		o.newPunct(s.words, isSpeechmaticsPunct, speechmaticsPunct)
		s.endsOfSentences(o)
	}
	return nil
}

// speechmatics collects results, and the forms of entities.
type speechmatics struct {
	f               *File
	words           *wordList
	written, spoken *wordList
	joins           bool // the last result attaches to the next one
}

func (s *speechmatics) result(list, r *node) error {
	alternatives := r.list("alternatives")
	if len(alternatives) == 0 && r.str("type") == "speaker_change" {
		return nil
	}
	if len(alternatives) == 0 || alternatives[0].get("content") == nil {
		return s.f.errorLine(r.from, "this looks like Speechmatics, but a result has no content")
	}
	best := alternatives[0]
	time, confidence := seconds(r, "start_time", "end_time", 1), probability(best, "confidence")
	tight := s.joins
	s.joins = false
	if isSpeechmaticsPunct(r) {
		attaches := r.str("attaches_to")
		tight = tight || attaches != "next" && attaches != "none"
		s.joins = attaches == "next" || attaches == "both"
	}
	if tight {
		s.words.word(list, r, best.get("content"), time, confidence, true)
	} else {
		s.words.flow(speechmaticsSpeaker(r), list, r, best.get("content"), time, confidence)
	}
	if r.str("type") != "entity" {
		return nil
	}
	// Forms of an entity do not go one by one: they are what an entity is made of.
	for i, l := range []*wordList{s.written, s.spoken} {
		for _, w := range r.list([]string{"written_form", "spoken_form"}[i]) {
			if of := w.list("alternatives"); len(of) > 0 {
				l.word(nil, nil, of[0].get("content"), seconds(w, "start_time", "end_time", 1), 0, isSpeechmaticsPunct(w))
			}
		}
		l.end(speechmaticsSpeaker(r), time)
	}
	return nil
}

func isSpeechmaticsPunct(r *node) bool { return r.str("type") == "punctuation" }

// speechmaticsSpeaker returns who says a result. "UU" is somebody who is not known.
func speechmaticsSpeaker(r *node) string {
	name := r.str("speaker")
	if alternatives := r.list("alternatives"); len(alternatives) > 0 && alternatives[0].str("speaker") != "" {
		name = alternatives[0].str("speaker")
	}
	if name == "UU" {
		name = ""
	}
	return strings.TrimSpace(r.str("channel") + " " + name)
}

// speechmaticsPunct returns the result for a punctuation mark that was put after a word.
func speechmaticsPunct(word *node, mark string) string {
	member := func(n *node, name string) string {
		if s := n.str(name); s != "" {
			return `,"` + name + `":"` + quoteJSON(s) + `"`
		}
		return ""
	}
	best := word.list("alternatives")[0]
	at := "null"
	if _, ok := word.number("end_time"); ok {
		end := word.get("end_time")
		at = word.tree.f.text[end.from:end.to] // a string, if it is one
	}
	return fmt.Sprintf(`{"alternatives":[{"confidence":1.0,"content":"%s"%s%s}],"attaches_to":"previous"%s,"end_time":%s,"is_eos":%t,"start_time":%s,"type":"punctuation"%s}`,
		mark, member(best, "language"), member(best, "speaker"), member(word, "channel"), at, endsSentence(mark), at, member(word, "speaker"))
}

func endsSentence(mark string) bool { return strings.ContainsAny(mark, ".?!") }

// endsOfSentences sets whether a sentence ends at a punctuation mark that became another one.
func (s *speechmatics) endsOfSentences(o *outcome) {
	for i, u := range s.words.units {
		fates := o.fates(s.words.v, int(u.utterance))
		if fates == nil || fates[u.piece].removed {
			continue
		}
		mark := s.words.element(i)
		is := mark.get("is_eos")
		if !isSpeechmaticsPunct(mark) || is == nil || is.kind != 't' {
			continue
		}
		x, _ := s.words.v.field(int(u.utterance), int(u.piece))
		now := endsSentence(fates[u.piece].text)
		if was := o.f.text[x.raw.from:x.raw.to]; endsSentence(was) != now {
			o.replace(is.span, fmt.Sprint(now))
		}
	}
}

func writeSpeechmatics(b *strings.Builder, t *Transcript) error {
	type alternative struct {
		Confidence float64 `json:"confidence"`
		Content    string  `json:"content"`
		Language   string  `json:"language"`
		Speaker    string  `json:"speaker"`
	}
	type result struct {
		Alternatives []alternative `json:"alternatives"`
		Attaches     string        `json:"attaches_to,omitempty"`
		End          second        `json:"end_time"`
		EndsSentence *bool         `json:"is_eos,omitempty"`
		Start        second        `json:"start_time"`
		Type         string        `json:"type"`
	}
	var out struct {
		Format   string `json:"format"`
		Metadata struct {
			Type   string `json:"type"`
			Config struct {
				Type     string `json:"type"`
				Language string `json:"language"`
			} `json:"transcription_config"`
		} `json:"metadata"`
		Results []result `json:"results"`
	}
	language := t.writtenLanguage()
	out.Format, out.Metadata.Type = "2.9", "transcription"
	out.Metadata.Config.Type, out.Metadata.Config.Language = "transcription", language
	out.Results = []result{}
	numbers := t.numbers()
	for i := range t.Utterances {
		u := &t.Utterances[i]
		speaker := "UU"
		if n, ok := numbers[u.Speaker]; ok {
			speaker = fmt.Sprintf("S%d", n+1)
		}
		for _, w := range u.spoken() {
			out.Results = append(out.Results, result{
				Alternatives: []alternative{{w.Confidence, w.Core, language, speaker}}, Start: second(w.Time.Start), End: second(w.Time.End), Type: "word",
			})
			for _, mark := range w.trailingPunct() {
				ends := endsSentence(mark)
				out.Results = append(out.Results, result{
					Alternatives: []alternative{{1, mark, language, speaker}}, Attaches: "previous",
					Start: second(w.Time.End), End: second(w.Time.End), EndsSentence: &ends, Type: "punctuation",
				})
			}
		}
	}
	return writeJSON(b, out)
}
