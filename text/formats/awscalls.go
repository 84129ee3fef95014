package formats

import (
	"cmp"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

func awsCallsMembers(r *node) bool {
	if r.get("JobStatus") != nil || r.get("ConversationCharacteristics") != nil {
		return true
	}
	for _, t := range r.list("Transcript") {
		if t.get("Content") != nil {
			return true
		}
	}
	for _, s := range r.list("Segments") {
		if s.get("Transcript", "Content") != nil || s.get("Utterance", "PartialContent") != nil {
			return true
		}
	}
	return false
}

// readAWSCalls reads what Call Analytics of AWS Transcribe and Contact Lens write: turns
// with their content, and, of Call Analytics, the items that it is made of.
func readAWSCalls(f *File) error {
	if status := f.root.str("JobStatus"); status != "" && status != "COMPLETED" {
		return f.errorLine(f.root.from, "this is a job of AWS Call Analytics with the status %q: fetch its transcript when it is completed", status)
	}
	turns := f.root.get("Transcript")
	segments := f.root.get("Segments") // of Contact Lens, in real time: a turn each, or something else
	if turns == nil {
		turns = segments
	}
	if turns == nil || turns.kind != '[' {
		return f.errorLine(f.root.from, "this does not look like AWS Call Analytics: there is no list %q", "Transcript")
	}
	f.inLanguage(f.root.str("LanguageCode"))
	f.keeps(f.root.get("Participants"))
	c := &awsCalls{f: f, words: newWordList(f), texts: newTexts(f)}
	for _, t := range turns.list() {
		from := len(c.words.v.utterances)
		turn := t
		if turns == segments {
			if turn = t.get("Transcript"); turn == nil {
				continue
			}
		}
		if err := c.turn(turn); err != nil {
			return err
		}
		c.words.hold(turns, t, from)
	}
	f.finish = func(o *outcome) {
		o.moveOffsets(c.offsets)
		c.words.drop(o)
		o.newPunct(c.words, isAWSCallsPunct, awsCallsPunct)
	}
	return nil
}

// awsCalls collects turns.
type awsCalls struct {
	f       *File
	words   *wordList
	texts   *texts
	offsets []*charOffsets // of issues and the like in the content of their turn
}

func (c *awsCalls) turn(t *node) error {
	content := t.get("Content")
	if content == nil || content.kind != '"' {
		return c.f.errorLine(t.from, "this looks like AWS Call Analytics, but a turn has no %q", "Content")
	}
	from := len(c.words.v.utterances)
	speaker := cmp.Or(t.str("ParticipantRole"), t.str("ParticipantId"))
	time := seconds(t, "BeginOffsetMillis", "EndOffsetMillis", 1e-3)
	items := t.get("Items")
	for _, i := range items.list() {
		s := i.get("Content")
		if s == nil || s.kind != '"' {
			return c.f.errorLine(i.from, "this looks like AWS Call Analytics, but an item has no %q", "Content")
		}
		c.words.word(items, i, s, seconds(i, "BeginOffsetMillis", "EndOffsetMillis", 1e-3), probability(i, "Confidence"), isAWSCallsPunct(i))
	}
	if len(items.list()) == 0 {
		c.words.word(nil, nil, content, transcript.Interval{}, 0, false)
	} else {
		c.texts.add(content, speaker, time, nil, nil)
	}
	c.words.end(speaker, time)
	c.texts.repeat(from, len(c.words.v.utterances))
	whole := newCharText(content.field(c.f.text))
	for _, name := range []string{"IssuesDetected", "OutcomesDetected", "ActionItemsDetected"} {
		for _, found := range t.list(name) {
			at := found.get("CharacterOffsets")
			for _, names := range [][2]string{{"Begin", "End"}, {"BeginOffsetChar", "EndOffsetChar"}} {
				if x := whole.offsets(at.get(names[0]), at.get(names[1]), found.get("Text")); x != nil {
					c.f.covers(found.get("Text"))
					c.offsets = append(c.offsets, x)
				}
			}
		}
	}
	return nil
}

// isAWSCallsPunct reports whether an item is a punctuation mark. Not all files say it.
func isAWSCallsPunct(item *node) bool {
	if kind := item.str("Type"); kind != "" {
		return strings.EqualFold(kind, "punctuation")
	}
	s := item.str("Content")
	return s != "" && strings.Trim(s, ".,?!;:") == ""
}

// awsCallsPunct returns the item for a punctuation mark that was put after a word.
func awsCallsPunct(word *node, mark string) string {
	item := `{`
	if kind := word.str("Type"); kind != "" {
		name := "punctuation"
		if kind == strings.ToUpper(kind) {
			name = strings.ToUpper(name)
		}
		item += `"Type":"` + name + `",`
	}
	confidence := `"0.0"`
	if c := word.get("Confidence"); c != nil && c.kind == 'n' {
		confidence = "0.0"
	}
	return item + `"Confidence":` + confidence + `,"Content":"` + mark + `"}`
}
