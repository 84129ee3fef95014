package formats

import (
	"fmt"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

func awsMembers(r *node) bool {
	return r.get("results", "items") != nil || r.get("results", "transcripts") != nil || r.get("jobName") != nil
}

// readAWS reads what AWS Transcribe writes: items, which are words or punctuation marks, and the
// lists of them by speaker, channel and segment.
func readAWS(f *File) error {
	results := f.root.get("results")
	items := results.get("items")
	if results == nil || items == nil || items.kind != '[' {
		if status := f.root.str("status"); status != "" && status != "COMPLETED" {
			return f.errorLine(f.root.from, "this is a job of AWS Transcribe with the status %q: fetch its transcript when it is completed", status)
		}
		return f.errorLine(f.root.from, "this looks like AWS Transcribe without %q", "results.items")
	}
	f.inLanguage(results.str("language_code"))
	speakers := make(map[string]string) // by start time as written
	var lists []*node                   // other lists of items, found by their start time
	bySpeaker := results.get("speaker_labels", "segments")
	for _, s := range bySpeaker.list() {
		for _, i := range s.list("items") {
			speakers[i.scalar("start_time")] = i.scalar("speaker_label")
		}
		if l := s.get("items"); l != nil {
			lists = append(lists, l)
		}
	}
	words := newWordList(f)
	if err := awsItems(words, items, speakers); err != nil {
		return err
	}
	all := newTexts(f)

	for _, t := range results.list("transcripts") {
		all.addAll(t.get("transcript"))
	}
	beside := newWordList(f)
	for _, c := range results.list("channel_labels", "channels") {
		if err := awsItems(beside, c.get("items"), speakers); err != nil {
			return err
		}
	}
	parts := newTexts(f)
	segments := results.get("audio_segments")
	for _, s := range segments.list() {
		parts.add(s.get("transcript"), s.scalar("speaker_label"), seconds(s, "start_time", "end_time", 1), segments, s)
		if l := s.get("items"); l != nil {
			lists = append(lists, l)
		}
	}
	best := newAWSBest(f, results.get("segments"))
	analyses := newAnalyses(f, 1, results.get("toxicity_detection"))
	f.finish = func(o *outcome) {
		words.drop(o)
		beside.drop(o)
		parts.drop(o)
		best.drop(o)
		analyses.drop(o)
		empty := awsLists(o, words, lists)
		if !o.keepEmpty {
			var removed []part
			for _, s := range bySpeaker.list() {
				if items := s.get("items"); items != nil && empty[items.from] {
					removed = append(removed, partOf(s))
				}
			}
			o.dropParts(removed)
		}
		o.newPunct(words, isAWSPunct, awsPunct)
		o.newPunct(beside, isAWSPunct, awsPunct)
		o.newPunct(best.words, isAWSPunct, awsBestPunct)
	}
	return nil
}

// awsItems adds the items of a list. Punctuation belongs to the word before it.
func awsItems(l *wordList, items *node, speakers map[string]string) error {
	for _, item := range items.list() {
		alternatives := item.list("alternatives")
		if len(alternatives) == 0 || alternatives[0].get("content") == nil {
			return l.f.errorLine(item.from, "this looks like AWS Transcribe, but an item has no content")
		}
		content := alternatives[0].get("content")
		if item.str("type") == "punctuation" {
			l.word(items, item, content, transcript.Interval{}, 0, true)
			continue
		}
		speaker := item.scalar("speaker_label")
		if speaker == "" {
			speaker = item.scalar("channel_label")
		}
		if speaker == "" {
			speaker = speakers[item.scalar("start_time")]
		}
		// A punctuation mark has no time: the word before it does.
		if n := len(l.u.Pieces); n > 1 && !l.u.Pieces[n-1].Time.Known {
			last := &l.u.Pieces[n-1]
			last.Time = l.u.Pieces[n-2].Time
		}
		l.flow(speaker, items, item, content, seconds(item, "start_time", "end_time", 1), probability(alternatives[0], "confidence"))
	}
	l.end(l.u.Speaker, transcript.Interval{})
	return nil
}

// awsLists takes the words that are removed out of the other lists, in which they are known by
// their start time or by their number, and returns where those lists start that lose all
// items.
func awsLists(o *outcome, words *wordList, lists []*node) map[int]bool {
	removed := make(map[string]bool)
	for i, u := range words.units {
		if !o.pieceRemoved(words.v, int(u.utterance), int(u.piece)) {
			continue
		}
		item := words.element(i)
		if start := item.scalar("start_time"); start != "" {
			removed["at "+start] = true
		}
		if id := item.scalar("id"); id != "" {
			removed["id "+id] = true
		}
	}
	empty := make(map[int]bool)
	if len(removed) == 0 {
		return empty
	}
	var parts []part
	for _, l := range lists {
		items := l.list()
		left := len(items)
		for _, item := range items {
			if removed["at "+item.scalar("start_time")] || item.kind != '{' && removed["id "+item.text] {
				parts = append(parts, partOf(item))
				left--
			}
		}
		if left == 0 && len(items) > 0 {
			empty[l.from] = true
		}
	}
	o.dropParts(parts)
	return empty
}

// awsBest is what alternatives of segments repeat of what is said: the first of each. The others
// are what was not said, and stay as long as their segment does.
type awsBest struct {
	words *wordList
	texts *texts
}

func newAWSBest(f *File, segments *node) *awsBest {
	b := &awsBest{newWordList(f), newTexts(f)}
	for _, s := range segments.list() {
		alternatives := s.list("alternatives")
		if len(alternatives) == 0 {
			continue
		}
		time := seconds(s, "start_time", "end_time", 1)
		from := len(b.words.v.utterances)
		items := alternatives[0].get("items")
		for _, i := range items.list() {
			b.words.word(items, i, i.get("content"), seconds(i, "start_time", "end_time", 1), probability(i, "confidence"), isAWSPunct(i))
		}
		b.words.end("", time)
		b.texts.add(alternatives[0].get("transcript"), "", time, nil, nil)
		if len(b.words.v.utterances) > from {
			b.words.hold(segments, s, from)
		}
	}
	return b
}

func (b *awsBest) drop(o *outcome) { b.words.drop(o) }

// awsBestPunct is awsPunct for items of alternatives.
func awsBestPunct(_ *node, mark string) string {
	return `{"confidence":"0.0","content":"` + mark + `","type":"punctuation"}`
}

func isAWSPunct(item *node) bool { return item.str("type") == "punctuation" }

// awsPunct returns the item for a punctuation mark that was put after a word.
func awsPunct(word *node, mark string) string {
	item := `{"type":"punctuation","alternatives":[{"confidence":"0.0","content":"` + mark + `"}]`
	for _, name := range []string{"speaker_label", "channel_label"} {
		if label := word.str(name); label != "" {
			item += `,"` + name + `":"` + quoteJSON(label) + `"`
		}
	}
	return item + "}"
}

func writeAWS(b *strings.Builder, t *Transcript) error {
	type alternative struct {
		Confidence string `json:"confidence"`
		Content    string `json:"content"`
	}
	type item struct {
		Start        string        `json:"start_time,omitempty"`
		End          string        `json:"end_time,omitempty"`
		Alternatives []alternative `json:"alternatives"`
		Type         string        `json:"type"`
		Speaker      string        `json:"speaker_label,omitempty"`
	}
	type transcript struct {
		Transcript string `json:"transcript"`
	}
	var out struct {
		JobName string `json:"jobName"`
		Status  string `json:"status"`
		Results struct {
			Transcripts []transcript `json:"transcripts"`
			Items       []item       `json:"items"`
		} `json:"results"`
	}
	out.JobName, out.Status = t.recording(), "COMPLETED"
	out.Results.Transcripts = []transcript{{t.text()}}
	out.Results.Items = []item{}
	numbers := t.numbers()
	for i := range t.Utterances {
		u := &t.Utterances[i]
		speaker := ""
		if n, ok := numbers[u.Speaker]; ok {
			speaker = fmt.Sprintf("spk_%d", n)
		}
		for _, w := range u.spoken() {
			out.Results.Items = append(out.Results.Items, item{
				fmt.Sprintf("%.3f", w.Time.Start), fmt.Sprintf("%.3f", w.Time.End), []alternative{{fmt.Sprintf("%.3f", w.Confidence), w.Core}}, "pronunciation", speaker,
			})
			for _, mark := range w.Trail {
				if strings.ContainsRune(elementPunct, mark) {
					out.Results.Items = append(out.Results.Items, item{Alternatives: []alternative{{"0.0", string(mark)}}, Type: "punctuation", Speaker: speaker})
				}
			}
		}
	}
	return writeJSON(b, out)
}
