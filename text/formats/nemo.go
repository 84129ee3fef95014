package formats

import (
	"encoding/json"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// nemoSound is the member of a line of a manifest that names its sound.
const nemoSound = "audio_filepath"

// nemoTexts are the members of a line of a manifest that say something, each a transcript of
// its own: what was said, and what was recognised.
var nemoTexts = []string{"text", "pred_text"}

// sniffNeMo reports whether the first line is one of a manifest.
func sniffNeMo(text string) bool {
	head := headLines(text, 1)
	if len(head) == 0 {
		return false
	}
	var o struct {
		Sound     json.RawMessage `json:"audio_filepath"`
		Text      *string
		Predicted *string `json:"pred_text"`
	}
	return json.Unmarshal([]byte(head[0]), &o) == nil && o.Sound != nil && (o.Text != nil || o.Predicted != nil)
}

// readNeMo reads manifests of NeMo: a line for a stretch of sound, with what is said there, what
// a recogniser made of it, or both. These are not views of one another, as their words differ:
// what was recognised comes after all that was said. Lines stay, as there is sound to them.
func readNeMo(f *File) error {
	lines, err := nemoLines(f)
	if err != nil {
		return err
	}
	words := newWordList(f)
	recording := int32(0)
	for i, name := range nemoTexts {
		if i > 0 && len(words.v.utterances) > 0 {
			f.apart = len(words.v.utterances)
			recording++
		}
		sound := ""
		for _, n := range lines {
			text := n.get(name)
			if text == nil || text.kind != '"' {
				continue
			}
			from, _ := n.number("offset")
			length, ok := n.number("duration")
			time := f.interval(n.from, from, from+length, ok)
			if s := n.scalar(nemoSound); s != sound {
				sound = s
				recording++
			}
			at := len(words.v.utterances)
			words.word(nil, nil, text, transcript.Interval{}, 0, false)
			words.end(speakerOf(n, "speaker"), time)
			for ; at < len(words.v.utterances); at++ {
				words.v.utterances[at].Recording = recording
			}
		}
	}
	return nil
}

// nemoLines returns the lines of a manifest.
func nemoLines(f *File) ([]*node, error) {
	var out []*node
	for _, l := range f.lines() {
		if l.from == l.end {
			continue
		}
		n, err := parseValue(f, l.from, l.end)
		if err != nil {
			return nil, err
		}
		if n.kind != '{' || n.get(nemoSound) == nil {
			return nil, f.errorLine(l.from, "a line of a manifest is an object with %q", nemoSound)
		}
		out = append(out, n)
	}
	return out, nil
}
