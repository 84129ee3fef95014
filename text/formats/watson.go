package formats

import (
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

func watsonMembers(r *node) bool {
	results := r.get("results")
	if results == nil || results.kind != '[' {
		return false
	}
	if r.get("result_index") != nil || r.get("speaker_labels") != nil {
		return true
	}
	for _, x := range results.list() {
		if x.get("final") != nil || len(x.list("alternatives")) > 0 && x.list("alternatives")[0].get("timestamps") != nil {
			return true
		}
	}
	return false
}

// readWatson reads the results of IBM Watson Speech to Text: the timestamps of the first
// alternatives, which are words with times, else the transcripts. Interim results are what
// is said before it is final: they follow the final one after them.
func readWatson(f *File) error {
	results := f.root.get("results")
	if results == nil || results.kind != '[' {
		return f.errorLine(f.root.from, "this does not look like IBM Watson: there is no list %q", "results")
	}
	labels := f.root.get("speaker_labels")
	speakers := make(map[string]string) // by times as written
	for _, l := range labels.list() {
		speakers[watsonTimes(l.get("from"), l.get("to"))] = speakerOf(l, "speaker")
	}
	w := &watson{f: f, speakers: speakers, words: newWordList(f), trust: newBareList(f), texts: newTexts(f), interim: newTexts(f), early: newBareList(f)}
	w.interim.v.bare = true
	for _, r := range results.list() {
		alternatives := r.list("alternatives")
		if r.kind != '{' || len(alternatives) == 0 {
			return f.errorLine(r.from, "this looks like IBM Watson, but a result has no alternatives")
		}
		if r.scalar("final") == "false" {
			w.interim.add(alternatives[0].get("transcript"), "", transcript.Interval{}, nil, nil)
			if err := w.list(w.early, alternatives[0].get("timestamps")); err != nil {
				return err
			}
			continue
		}
		if err := w.result(results, r, alternatives[0]); err != nil {
			return err
		}
	}
	n := len(w.words.v.utterances)
	w.final(n, n)
	f.finish = func(o *outcome) {
		w.words.drop(o)
		w.trust.drop(o)
		w.early.drop(o)
		w.dropLabels(o, labels)
	}
	return nil
}

// watson collects results.
type watson struct {
	f        *File
	speakers map[string]string
	words    *wordList
	trust    *wordList // the words of the list of confidences
	texts    *texts
	interim  *texts
	early    *wordList // words of interim results
}

// result adds a final result.
func (w *watson) result(results, r, best *node) error {
	from := len(w.words.v.utterances)
	list, text := best.get("timestamps"), best.get("transcript")
	if len(list.list()) == 0 && (text == nil || text.kind != '"') {
		return w.f.errorLine(best.from, "this looks like IBM Watson, but an alternative has neither %q nor %q", "transcript", "timestamps")
	}
	confidences := best.get("word_confidence")
	if err := w.list(w.words, list, confidences.list()...); err != nil {
		return err
	}
	if len(list.list()) == 0 && text.str() != "" {
		w.words.word(nil, nil, text, transcript.Interval{}, 0, false)
		w.words.end("", transcript.Interval{})
		text = nil
	}
	to := len(w.words.v.utterances)
	w.words.hold(results, r, from)
	w.texts.add(text, "", transcript.Interval{}, nil, nil)
	w.texts.repeat(from, to)
	for _, c := range confidences.list() {
		if pair := c.list(); len(pair) > 0 {
			w.trust.word(confidences, c, pair[0], transcript.Interval{}, 0, false)
		}
	}
	w.trust.end("", transcript.Interval{})
	w.trust.repeat(from, to)
	w.final(from, to)
	return nil
}

// final says that the interim results so far became some utterances.
func (w *watson) final(from, to int) {
	w.interim.repeat(from, to)
	w.early.repeat(from, to)
}

// list adds a list of words with times: ["um", 0.5, 0.7]. Confidences are a list of as
// many, if they are there.
func (w *watson) list(l *wordList, list *node, confidences ...*node) error {
	words := list.list()
	for i, x := range words {
		stamp := x.list()
		if len(stamp) < 3 || stamp[0].kind != '"' {
			return w.f.errorLine(x.from, "this looks like IBM Watson, but a timestamp is no list of a word and its times")
		}
		from, ok := stamp[1].number()
		to, ok2 := stamp[2].number()
		trust := 0.0
		if len(confidences) == len(words) {
			if pair := confidences[i].list(); len(pair) == 2 {
				p, _ := pair[1].number()
				trust = confidence(p)
			}
		}
		l.flow(w.speakers[watsonTimes(stamp[1], stamp[2])], list, x, stamp[0], w.f.interval(x.from, from, to, ok && ok2), trust)
	}
	l.end(l.u.Speaker, transcript.Interval{})
	return nil
}

// watsonTimes returns the times of a word as they are written, by which its label is known.
func watsonTimes(from, to *node) string { return from.scalar() + " " + to.scalar() }

// dropLabels takes the labels of words that are removed out of the list of speakers, in which they
// are known by their times.
func (w *watson) dropLabels(o *outcome, labels *node) {
	if labels == nil {
		return
	}
	removed := make(map[string]bool)
	for i, u := range w.words.units {
		if !o.pieceRemoved(w.words.v, int(u.utterance), int(u.piece)) {
			continue
		}
		if stamp := w.words.element(i).list(); len(stamp) > 2 {
			removed[watsonTimes(stamp[1], stamp[2])] = true
		}
	}
	var parts []part
	for _, l := range labels.list() {
		if removed[watsonTimes(l.get("from"), l.get("to"))] {
			parts = append(parts, partOf(l))
		}
	}
	o.dropParts(parts)
}

func writeWatson(b *strings.Builder, t *Transcript) error {
	type alternative struct {
		Transcript string   `json:"transcript"`
		Timestamps [][3]any `json:"timestamps"`
		Confidence [][2]any `json:"word_confidence,omitempty"`
	}
	type result struct {
		Final        bool          `json:"final"`
		Alternatives []alternative `json:"alternatives"`
	}
	type label struct {
		From    second `json:"from"`
		To      second `json:"to"`
		Speaker int    `json:"speaker"`
		Final   bool   `json:"final"`
	}
	out := struct {
		Index   int      `json:"result_index"`
		Results []result `json:"results"`
		Labels  []label  `json:"speaker_labels,omitempty"`
	}{Results: []result{}}
	numbers := t.numbers()
	for i := range t.Utterances {
		spoken := Utterance{Words: t.Utterances[i].spoken()}
		if len(spoken.Words) == 0 {
			continue
		}
		a := alternative{Transcript: spoken.Text() + " "}
		trusts := false
		for _, w := range spoken.Words {
			from, to := second(w.Time.Start), second(w.Time.End)
			a.Timestamps = append(a.Timestamps, [3]any{w.Text(), from, to})
			a.Confidence = append(a.Confidence, [2]any{w.Text(), w.Confidence})
			trusts = trusts || w.Confidence > 0
			if n, ok := numbers[t.Utterances[i].Speaker]; ok {
				out.Labels = append(out.Labels, label{from, to, n, true})
			}
		}
		if !trusts {
			a.Confidence = nil
		}
		out.Results = append(out.Results, result{true, []alternative{a}})
	}
	return writeJSON(b, out)
}
