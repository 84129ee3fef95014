package formats

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// TestOffsetsFollow has the offsets of words in a text say where they are, whatever is removed.
func TestOffsetsFollow(t *testing.T) {
	type word struct {
		Word     string
		From, To int
	}
	for _, c := range []struct {
		name  string
		words func(src string) (texts []string, words [][]word, err error)
	}{
		{"otter.json", func(src string) (texts []string, words [][]word, err error) {
			var o struct {
				Speech struct {
					Transcripts []struct {
						Transcript string
						Alignment  []struct {
							Word                   string
							StartOffset, EndOffset int
						}
					}
				}
			}
			err = json.Unmarshal([]byte(src), &o)
			for _, t := range o.Speech.Transcripts {
				var all []word
				for _, w := range t.Alignment {
					all = append(all, word{w.Word, w.StartOffset, w.EndOffset})
				}
				texts, words = append(texts, t.Transcript), append(words, all)
			}
			return texts, words, err
		}},
		{"aws-calls-lens.json", func(src string) (texts []string, words [][]word, err error) {
			var o struct {
				Segments []struct {
					Transcript struct {
						Content        string
						IssuesDetected []struct {
							CharacterOffsets struct{ BeginOffsetChar, EndOffsetChar int }
							Text             string
						}
					}
				}
			}
			err = json.Unmarshal([]byte(src), &o)
			for _, s := range o.Segments {
				var all []word
				for _, x := range s.Transcript.IssuesDetected {
					all = append(all, word{x.Text, x.CharacterOffsets.BeginOffsetChar, x.CharacterOffsets.EndOffsetChar})
				}
				texts, words = append(texts, s.Transcript.Content), append(words, all)
			}
			return texts, words, err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := mustRead(t, load(t, c.name), c.name, "")
			drawn.Check(t, func(t *drawn.Case) {
				d := drawPlan(t, f)
				out := f.Rewrite(d)
				texts, words, err := c.words(out)
				if err != nil {
					t.Fatalf("%v in\n%s", err, out)
				}
				for i, text := range texts {
					chars := []rune(text)
					for _, w := range words[i] {
						if w.From < 0 || w.To < w.From || w.To > len(chars) {
							t.Fatalf("%q is at %d to %d of %q", w.Word, w.From, w.To, text)
						}
						if got := string(chars[w.From:w.To]); strings.TrimSpace(w.Word) != got {
							t.Fatalf("%q is %q, at %d to %d of %q", w.Word, got, w.From, w.To, text)
						}
					}
				}
			})
		})
	}
}
