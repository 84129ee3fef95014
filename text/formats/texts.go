package formats

import (
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// texts is a view of strings, one an utterance.
type texts struct {
	f       *File
	v       *view
	holders []holder
	blocks  []lineBlock // of addLines
}

func newTexts(f *File) *texts { return &texts{f: f, v: f.newView()} }

// add adds a string; nil and what is no string is left out. in is the element that is removed
// with it, of its list; both may be nil.
func (t *texts) add(s *node, speaker string, time transcript.Interval, list, in *node) {
	if s == nil || s.kind != '"' {
		return
	}
	u := t.v.addText(speaker, time, s.field(t.f.text))
	t.holders = append(t.holders, holder{element(list, in), span{u, u + 1}})
}

// addAll is add for all that is said: nothing goes on in it from what was added before.
func (t *texts) addAll(s *node) {
	n := len(t.v.utterances)
	if t.add(s, "", transcript.Interval{}, nil, nil); len(t.v.utterances) > n {
		t.v.utterances[n].Break = true
	}
}

// addLines is add for a string of several lines, which may start with the names of
// speakers: each is an utterance.
func (t *texts) addLines(s *node) {
	if s == nil || s.kind != '"' {
		return
	}
	f := s.field(t.f.text)
	known := transcript.SpeakersOf(strings.Lines(f.text))
	block := lineBlock{span: span{from: -1}}
	close := func(to int) {
		if len(block.said) > 0 {
			t.blocks = append(t.blocks, lineBlock{span{f.at(block.from), f.at(to)}, block.said})
		}
		block = lineBlock{span: span{from: -1}}
	}
	empty := false // the line before
	for at := 0; at < len(f.text); {
		from, end := at, len(f.text)
		if n := strings.IndexByte(f.text[at:], '\n'); n >= 0 {
			end = at + n
		}
		_, n := known.Label(f.text[at:end])
		blank := strings.TrimSpace(f.text[at:end]) == ""
		if block.from >= 0 && !blank && (empty || n > 0) {
			close(from)
		}
		if empty = blank; block.from < 0 {
			block.from = from
		}
		if at += n; at < end {
			u := t.v.addText("", transcript.Interval{}, f.part(at, end))
			if line := strings.TrimSpace(f.text[at:end]); line != "" && (line[0] != '[' || strings.IndexByte(line, ']') != len(line)-1) {
				block.said = append(block.said, u)
			}
			t.v.utterances[len(t.v.utterances)-1].Break = true
		}
		at = min(end+1, len(f.text))
	}
	if block.from >= 0 {
		close(len(f.text))
	}
}

// lineBlock is a label with the lines that it stands before, up to an empty line or the next label.
type lineBlock struct {
	span
	said []int // utterances of lines that are more than a name in brackets
}

// dropLines takes out the lines whose words are removed, with their labels.
func (t *texts) dropLines(o *outcome) {
	for _, b := range t.blocks {
		left := slices.ContainsFunc(b.said, func(u int) bool { return !o.utteranceRemoved(t.v, u) })
		if !o.keepEmpty && !left {
			o.remove(b.span)
		}
	}
}

// saysNames reports whether the lines of a text are names of speakers, who say nothing.
func saysNames(text string) bool {
	known := transcript.SpeakersOf(strings.Lines(text))
	for line := range strings.Lines(text) {
		if _, n := known.Label(line); strings.TrimSpace(line[n:]) != "" {
			return false
		}
	}
	return strings.TrimSpace(text) != ""
}

// repeat says that the text added last, if one was, repeats the utterances of the first
// view from the given one on.
func (t *texts) repeat(from, to int) {
	for len(t.v.of) < len(t.v.utterances) {
		t.v.of = append(t.v.of, span{from, to})
	}
}

func (t *texts) drop(o *outcome) { o.dropHolders(t.v, t.holders) }
