package formats

import (
	"encoding/json"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// kaldiMembers recognises answers of servers of Kaldi, one or a list.
func kaldiMembers(r *node) bool {
	if r.kind == '[' {
		list := r.list()
		return len(list) > 0 && kaldiMembers(list[0])
	}
	hypotheses := kaldiHypotheses(r)
	return hypotheses != nil && (len(hypotheses.list()) == 0 || kaldiText(hypotheses.list()[0]) != nil)
}

// kaldiHypotheses returns the list of what may have been said: of an answer to a file, or of one for live
// speech.
func kaldiHypotheses(r *node) *node {
	for _, n := range []*node{r.get("result", "hypotheses"), r.get("hypotheses")} {
		if n != nil && n.kind == '[' {
			return n
		}
	}
	return nil
}

// kaldiText returns what is said by a hypothesis.
func kaldiText(h *node) *node { return memberOf(h, []string{"transcript", "utterance"}) }

// sniffKaldi reports whether text is answers for live speech, one after another.
func sniffKaldi(text string) bool {
	d := json.NewDecoder(strings.NewReader(text[:min(len(text), valuesHead)]))
	found := false
	for range 2 {
		var m struct {
			Status *float64
			Result struct{ Hypotheses json.RawMessage }
		}
		if !strings.HasPrefix(strings.TrimLeft(text, " \t\r\n"), "{") || d.Decode(&m) != nil || m.Status == nil {
			return false
		}
		found = found || m.Result.Hypotheses != nil
	}
	return found
}

// readKaldi reads the answers of servers of Kaldi: of the hypotheses the first. What is not
// final is what is said before it is: it follows the answer after it, as in Vosk.
func readKaldi(f *File) error {
	return readResults(f, (*vosk).kaldi)
}

// kaldi adds an answer.
func (k *vosk) kaldi(r *node) error {
	hypotheses := kaldiHypotheses(r)
	if hypotheses == nil {
		if r.kind == '{' && r.get("status") != nil {
			return nil // an answer about something else
		}
		return k.f.errorLine(r.from, "this looks like Kaldi, but an answer has no list %q", "hypotheses")
	}
	if len(hypotheses.list()) == 0 {
		return nil
	}
	best := hypotheses.list()[0]
	text := kaldiText(best)
	if text == nil || text.kind != '"' {
		return k.f.errorLine(best.from, "this looks like Kaldi, but a hypothesis has no %q", "transcript")
	}
	list := best.get("word-alignment")
	start, _ := r.number("segment-start")
	said := func(l *wordList, list *node) error {
		for _, w := range list.list() {
			word := w.get("word")
			if word == nil || word.kind != '"' {
				return k.f.errorLine(w.from, "this looks like Kaldi, but a word has no %q", "word")
			}
			from, ok := w.number("start")
			length, ok2 := w.number("length")
			l.word(list, w, word, k.f.interval(w.from, start+from, start+from+length, ok && ok2), probability(w, "confidence"), false)
		}
		return nil
	}
	if r.scalar("result", "final") == "false" {
		k.early.add(text, "", transcript.Interval{}, nil, nil)
		err := said(k.earlyWords, list)
		k.earlyWords.end("", transcript.Interval{})
		return err
	}
	from := len(k.words.v.utterances)
	speaker := speakerOf(r, "speaker")
	if err := said(k.words, list); err != nil {
		return err
	}
	if len(list.list()) == 0 {
		length, ok := r.number("segment-length")
		k.words.word(nil, nil, text, transcript.Interval{}, 0, false)
		k.words.end(speaker, k.f.interval(r.from, start, start+length, ok))
	} else {
		k.words.end(speaker, transcript.Interval{})
		k.texts.add(text, speaker, transcript.Interval{}, nil, nil)
		k.texts.repeat(from, len(k.words.v.utterances))
	}
	k.final(from, len(k.words.v.utterances))
	return nil
}
