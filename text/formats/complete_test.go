package formats

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// shortLists are files with a text, %s, and a list of words, %w, each made of a format.
var shortLists = []struct {
	format    Format
	src, word string
}{
	{Whisper, `{"segments":[{"text":" %s","words":[%w]}]}`, `{"word":" %w"}`},
	{Whisper, `{"segments":[{"start":0,"end":9,"text":" %s","words":[%w]}],"text":" %s"}`, `{"word":" %w"}`},
	{Google, `{"results":[{"alternatives":[{"transcript":"%s","confidence":0.9,"words":[%w]}]}]}`, `{"startTime":"0s","endTime":"1s","word":"%w"}`},
	{AssemblyAI, `{"id":"x","status":"completed","text":"%s","words":[%w],"utterances":[{"text":"%s","start":0,"end":100,"speaker":"A","confidence":0.9,"words":[%w]}]}`,
		`{"text":"%w","start":0,"end":100,"confidence":0.9}`},
	{List, `[{"speaker":"Ann","text":"%s","words":[%w]}]`, `{"word":"%w","start":0,"end":1}`},
}

// shortList returns a file that says a text, with a list of the given words of it.
func shortList(src, word, said string, words []string) string {
	var list []string
	for _, w := range words {
		list = append(list, strings.ReplaceAll(word, "%w", w))
	}
	return strings.NewReplacer("%s", said, "%w", strings.Join(list, ",")).Replace(src)
}

// without returns the words of a text but those with the given numbers.
func without(said string, from, to int) []string {
	words := strings.Fields(said)
	return append(words[:from:from], words[to:]...)
}

const (
	stretched  = "We thought we'd, Uhhhh, say you could check it out."
	shortSaid  = "We thought we'd, uh, say you could check it out."
	shortClean = "We thought we'd say you could check it out."
)

// TestShortLists: a word that the list lacks is kept in the texts, whatever is removed of the list, and
// with whatever reason beside it, and costs no other: the others follow.
func TestShortLists(t *testing.T) {
	for _, c := range shortLists {
		for lack := range strings.Fields(shortSaid) {
			if lack == 3 {
				continue // the filler
			}
			src := shortList(c.src, c.word, shortSaid, without(shortSaid, lack, lack+1))
			f := mustRead(t, src, "short.json", c.format)
			for _, why := range []data.Disfluencies{data.FilledPauses, data.Repairs, data.EditingTerms} {
				d := dropFillers(f)
				for i := range d.Decisions {
					d.Decisions[i].Why = why
				}
				d.Remove = data.AllDisfluencies
				out := f.Rewrite(d)
				if !json.Valid([]byte(out)) {
					t.Errorf("%s becomes\n%s", src, out)
				}
			}
			if out := f.Rewrite(dropFillers(f)); strings.Contains(out, "uh") || strings.Count(out, shortClean) != strings.Count(c.src, "%s") {
				t.Errorf("%s becomes\n%s", src, out)
			}
		}
	}
}

// TestShortListsFollow: what stands behind a word that the list lacks is cleaned, wherever such words come again.
func TestShortListsFollow(t *testing.T) {
	const (
		said  = "So the rear wheel it was uh it was wobbling all the way to Boston and the driver um he told us that the wheel was uh the one that it came with"
		clean = "So the rear wheel it was it was wobbling all the way to Boston and the driver he told us that the wheel was the one that it came with"
	)
	for _, c := range shortLists {
		for lack, word := range strings.Fields(said) {
			if word == "uh" || word == "um" {
				continue
			}
			src := shortList(c.src, c.word, said, without(said, lack, lack+1))
			f := mustRead(t, src, "short.json", c.format)
			if out := f.Rewrite(dropFillers(f)); strings.Count(out, clean) != strings.Count(c.src, "%s") {
				t.Errorf("without %q\n%s becomes\n%s", word, src, out)
			}
		}
	}
}

// TestIncomplete refuses files whose list of words lacks a part of the text, however long the rest is.
func TestIncomplete(t *testing.T) {
	rest := strings.Repeat(" Then we went home by train and had a cup of tea there.", 20)
	for _, c := range shortLists {
		for _, x := range []struct {
			name, said string
			from, to   int
			refused    bool
		}{
			{"all but a word", shortSaid, 1, 10, true},
			{"a filler", shortSaid, 3, 4, true},
			{"a filler of a long text", shortSaid + rest, 3, 4, true},
			{"a filler that is said long", stretched + rest, 3, 4, true},
			{"a word like a filler", "People err when they say you could check it out." + rest, 1, 2, false},
			{"half", shortSaid, 5, 10, true},
			{"three words of ten", shortSaid, 7, 10, false}, // "it out." and one more have few letters
			{"a sentence", shortSaid + rest, 20, 30, true},
			{"some words of a long text", shortSaid + rest, 20, 25, false},
			{"a word", "Yes, we did.", 0, 1, false},
		} {
			src := shortList(c.src, c.word, x.said, without(x.said, x.from, x.to))
			_, err := Read(src, "short.json", c.format)
			if x.refused && (!errors.Is(err, ErrFormat) || !strings.Contains(err.Error(), "list of words")) || !x.refused && err != nil {
				t.Errorf("%s lacks %s: %v", src, x.name, err)
			}
		}
	}
}

// TestOtherSpeakers: words are found where their utterance is of another speaker, or the file has its lines in another order and
// one has no time.
func TestOtherSpeakers(t *testing.T) {
	for _, c := range []struct {
		format Format
		src    string
	}{
		{Whisper, `{"segments":[{"start":0,"end":1,"text":"Um, yes.","speaker":"A","words":[{"word":"Um,","start":0,"end":0.3},{"word":"yes.","start":0.4,"end":1}]},` +
			`{"start":2,"end":3,"text":"Uh, no.","speaker":"B","words":[{"word":"Uh,","start":2,"end":2.3,"speaker":"B"},{"word":"no.","start":2.4,"end":3,"speaker":"B"}]}],` +
			`"word_segments":[{"word":"Um,","start":0,"end":0.3,"speaker":"A"},{"word":"yes.","start":0.4,"end":1,"speaker":"A"},{"word":"Uh,","start":2,"end":2.3,"speaker":"B"},{"word":"no.","start":2.4,"end":3,"speaker":"B"}]}`},
		{Deepgram, `{"results":{"channels":[{"alternatives":[{"transcript":"Yes. Uh, no.","words":[{"word":"yes","start":0,"end":1,"punctuated_word":"Yes."},{"word":"uh","start":6,"end":6.3,"punctuated_word":"Uh,"},` +
			`{"word":"no","start":6.4,"end":7,"punctuated_word":"no."}]}]},{"alternatives":[{"transcript":"Um, well.","words":[{"word":"um","start":3,"end":3.3,"punctuated_word":"Um,"},{"word":"well","start":3.4,"end":4,"punctuated_word":"well."}]}]}],` +
			`"utterances":[{"start":0,"end":1,"channel":0,"transcript":"Yes."},{"start":3,"end":4,"channel":1,"transcript":"Um, well."},{"start":"x","end":7,"channel":0,"transcript":"Uh, no."}]}}`},
	} {
		f := mustRead(t, c.src, "a.json", c.format)
		if out := strings.ToLower(f.Rewrite(dropFillers(f))); strings.Contains(out, `"uh`) || strings.Contains(out, `"um`) || strings.Contains(out, " uh,") {
			t.Errorf("%s becomes\n%s", c.src, out)
		}
	}
}
