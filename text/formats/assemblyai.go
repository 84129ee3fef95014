package formats

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// assemblyStatus is what the status of an answer of AssemblyAI may be.
var assemblyStatus = []string{"queued", "processing", "completed", "error"}

func assemblyAIMembers(r *node) bool {
	return r.get("audio_url") != nil || r.get("words") != nil && (r.get("utterances") != nil || slices.Contains(assemblyStatus, r.str("status")) || r.get("text") != nil && msTimes(r.list("words")))
}

// msTimes reports whether the times of words are whole numbers, milliseconds.
func msTimes(words []*node) bool {
	for _, w := range words {
		if strings.ContainsAny(w.scalar("start")+w.scalar("end"), ".eE") {
			return false
		}
	}
	return len(words) > 0 && words[0].get("start") != nil && words[0].get("text") != nil
}

// readAssemblyAI reads transcripts of AssemblyAI. Its times are in milliseconds.
func readAssemblyAI(f *File) error {
	if status := f.root.str("status"); status != "" && status != "completed" {
		return f.errorLine(f.root.from, "this is an answer of AssemblyAI with the status %q: fetch the transcript when it is completed (%s)", status, f.root.str("error"))
	}
	f.inLanguage(f.root.str("language_code"))
	list := f.root.get("words")
	words, err := assemblyWords(f, list, "")
	if err != nil {
		return err
	}
	text := f.root.get("text")
	if len(list.list()) == 0 {
		if text != nil && text.text != "" || f.root.get("utterances") == nil && f.root.get("words") == nil {
			return f.errorLine(f.root.from, "this looks like AssemblyAI without words: fetch the whole transcript, and turn disfluencies on")
		}
	}
	words.end(words.u.Speaker, transcript.Interval{})
	all := newTexts(f)

	all.addAll(text)
	var beside []*wordList
	for _, name := range []string{"utterances", "sentences", "paragraphs"} {
		holders := f.root.get(name)
		parts, again := newTexts(f), newWordList(f)
		beside = append(beside, again)
		for _, u := range holders.list() {
			time, speaker := seconds(u, "start", "end", 1e-3), assemblySpeaker(u)
			from := len(again.v.utterances)
			if err := assemblyList(again, u.get("words"), speaker); err != nil {
				return err
			}
			again.end(speaker, time)
			again.hold(holders, u, from)
			parts.add(u.get("text"), speaker, time, nil, nil)
		}
	}
	analyses := newAnalyses(f, 1e-3, f.root.get("sentiment_analysis_results"), f.root.get("iab_categories_result", "results"), f.root.get("content_safety_labels", "results"))
	f.finish = func(o *outcome) {
		words.drop(o)
		for _, l := range beside {
			l.drop(o)
		}
		analyses.drop(o)
	}
	return nil
}

func assemblyWords(f *File, list *node, speaker string) (*wordList, error) {
	l := newWordList(f)
	return l, assemblyList(l, list, speaker)
}

func assemblyList(l *wordList, list *node, speaker string) error {
	for _, w := range list.list() {
		text := w.get("text")
		if text == nil || text.kind != '"' {
			return l.f.errorLine(w.from, "this looks like AssemblyAI, but a word has no %q", "text")
		}
		who := assemblySpeaker(w)
		if who == "" || speaker != "" {
			who = speaker
		}
		time, confidence := seconds(w, "start", "end", 1e-3), probability(w, "confidence")
		if speaker != "" {
			l.u.Speaker = who
			l.word(list, w, text, time, confidence, false)
			continue
		}
		l.flow(who, list, w, text, time, confidence)
	}
	return nil
}

// assemblySpeaker returns the name of who says something.
func assemblySpeaker(n *node) string {
	if s := n.scalar("speaker"); utf8.RuneCountInString(s) > 2 {
		return s // a name, where speakers are identified
	} else if s != "" {
		return "Speaker " + s
	}
	if c := n.scalar("channel"); c != "" {
		return "Channel " + c
	}
	return ""
}

func writeAssemblyAI(b *strings.Builder, t *Transcript) error {
	type word struct {
		Text       string  `json:"text"`
		Start      millis  `json:"start"`
		End        millis  `json:"end"`
		Confidence float64 `json:"confidence"`
		Speaker    *string `json:"speaker"`
	}
	type utterance struct {
		Speaker string `json:"speaker"`
		Text    string `json:"text"`
		Start   millis `json:"start"`
		End     millis `json:"end"`
		Words   []word `json:"words"`
	}
	out := struct {
		Status     string      `json:"status"`
		Text       string      `json:"text"`
		Words      []word      `json:"words"`
		Utterances []utterance `json:"utterances,omitempty"`
	}{Status: "completed", Text: t.text(), Words: []word{}}
	numbers := t.numbers()
	for i := range t.Utterances {
		u := &t.Utterances[i]
		var speaker *string
		if n, ok := numbers[u.Speaker]; ok {
			letter := fmt.Sprint(n + 1)
			if n < 26 {
				letter = string(rune('A' + n))
			}
			speaker = &letter
		}
		var words []word
		for _, w := range u.spoken() {
			words = append(words, word{w.Text(), millis(w.Time.Start), millis(w.Time.End), w.Confidence, speaker})
		}
		out.Words = append(out.Words, words...)
		if speaker != nil && len(words) > 0 {
			out.Utterances = append(out.Utterances, utterance{*speaker, u.Text(), millis(u.Time.Start), millis(u.Time.End), words})
		}
	}
	return writeJSON(b, out)
}
