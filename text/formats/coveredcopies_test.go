package formats

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// quoted returns a value as JSON.
func quoted(value any) string {
	out, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(out)
}

// listed returns a JSON list of what f makes of each string.
func listed(all []string, f func(i int, s string) any) string {
	out := []any{}
	for i, s := range all {
		out = append(out, f(i, s))
	}
	return quoted(out)
}

// pieces cuts words, with a blank in front of each, into pieces of a few letters.
func piecesOf(t *drawn.Case, words []string) []string {
	most := t.Int("letters of a piece", 1, 5)
	var out []string
	for _, w := range words {
		letters := []rune(" " + w)
		for len(letters) > 0 {
			n := min(len(letters), t.Int("piece", 1, most)+1)
			out = append(out, string(letters[:n]))
			letters = letters[n:]
		}
	}
	return out
}

// cutIn cuts words into stretches of a few.
func cutIn(words []string, n int) (out []string) {
	for len(words) > 0 {
		k := min(n, len(words))
		out = append(out, strings.Join(words[:k], " "))
		words = words[k:]
	}
	return out
}

// copyShapes are the ways in which programs keep what is said once more: each returns a JSON
// value with it.
var copyShapes = []struct {
	name string
	make func(t *drawn.Case, words []string) string
}{
	{"a string", func(t *drawn.Case, words []string) string { return quoted(strings.Join(words, " ")) }},
	{"a string in capitals", func(t *drawn.Case, words []string) string {
		return quoted(strings.ToUpper(strings.Join(words, ", ")))
	}},
	{"words", func(t *drawn.Case, words []string) string { return quoted(words) }},
	{"numbers in digits", func(t *drawn.Case, words []string) string {
		out := slices.Clone(words)
		for i, w := range out {
			if lang.Numbers[strings.ToLower(strings.Trim(w, ".,?"))] {
				out[i] = fmt.Sprint(t.Int("number", 3, 999))
			}
		}
		return quoted(out)
	}},
	{"words with times", func(t *drawn.Case, words []string) string {
		return listed(words, func(i int, s string) any { return map[string]any{"said": s, "at": i} })
	}},
	{"words by number", func(t *drawn.Case, words []string) string {
		var b strings.Builder
		for i, w := range words {
			fmt.Fprintf(&b, `,"w%d":%s`, i, quoted(w))
		}
		return "{" + b.String()[1:] + "}"
	}},
	{"objects by number", func(t *drawn.Case, words []string) string {
		var b strings.Builder
		for i, w := range words {
			fmt.Fprintf(&b, `,"%d":{"said":%s}`, i, quoted(w))
		}
		return "{" + b.String()[1:] + "}"
	}},
	{"names of members", func(t *drawn.Case, words []string) string {
		return listed(words, func(i int, s string) any { return map[string]int{s: i} })
	}},
	{"pairs", func(t *drawn.Case, words []string) string {
		return listed(words, func(i int, s string) any { return []any{s, i} })
	}},
	{"words and classes", func(t *drawn.Case, words []string) string {
		return listed(piecesOf(t, words), func(i int, s string) any { return []string{s, "NN" + fmt.Sprint(i%3)} })
	}},
	{"words with classes behind them", func(t *drawn.Case, words []string) string {
		return quoted(strings.Join(words, "/XYZ ") + "/XYZ")
	}},
	{"pieces", func(t *drawn.Case, words []string) string { return quoted(piecesOf(t, words)) }},
	{"pieces with times", func(t *drawn.Case, words []string) string {
		return listed(piecesOf(t, words), func(i int, s string) any { return map[string]any{"t": s, "s": i, "final": true} })
	}},
	{"pieces with marks", func(t *drawn.Case, words []string) string {
		return listed(piecesOf(t, words), func(i int, s string) any { return strings.ReplaceAll(s, " ", "▁") })
	}},
	{"letters", func(t *drawn.Case, words []string) string {
		return quoted(strings.Split(strings.Join(words, "|"), ""))
	}},
	{"lines", func(t *drawn.Case, words []string) string { return quoted(cutIn(words, t.Int("words", 1, 7))) }},
	{"lines in members", func(t *drawn.Case, words []string) string {
		var b strings.Builder
		for i, w := range cutIn(words, t.Int("words", 2, 7)) {
			fmt.Fprintf(&b, `,%s:%s`, quoted(fmt.Sprintf("line %c", 'a'+i%26)+strings.Repeat("'", i/26)), quoted(w))
		}
		return "{" + b.String()[1:] + "}"
	}},
	{"HTML", func(t *drawn.Case, words []string) string {
		return quoted("<html><body><p class=\"said\">" + strings.Join(strings.Fields(html.EscapeString(strings.Join(words, " "))), "</p>\n<p class=\"said\">") + "</p></body></html>")
	}},
	{"base64", func(t *drawn.Case, words []string) string {
		return quoted(base64.StdEncoding.EncodeToString([]byte(strings.Join(words, " "))))
	}},
	{"gzip in base64", func(t *drawn.Case, words []string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write([]byte(strings.Join(words, " ")))
		w.Close()
		return quoted("data:text/plain;base64," + base64.StdEncoding.EncodeToString(b.Bytes()))
	}},
	{"JSON", func(t *drawn.Case, words []string) string {
		return quoted(listed(words, func(i int, s string) any { return map[string]any{"word": s, "start": i} }))
	}},
	{"lines of JSON", func(t *drawn.Case, words []string) string {
		return quoted(strings.ReplaceAll(strings.Trim(listed(words, func(i int, s string) any { return map[string]any{"w": s} }), "[]"), ",", "\n"))
	}},
	{"escapes", func(t *drawn.Case, words []string) string {
		var b strings.Builder
		for _, r := range strings.Join(words, " ") {
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		return quoted(b.String())
	}},
	{"a URL", func(t *drawn.Case, words []string) string {
		return quoted("https://example.org/?q=" + url.PathEscape(strings.Join(words, ", ")))
	}},
}

// copyNames are names of members that no reader knows.
var copyNames = []string{"x", "raw", "pred_txt", "label", "asr_output", "name", "id", "type", "speaker_said", "debug", "Copy", "summary"}

// objectsOf returns where the objects of JSON start that are no other hypotheses.
func objectsOf(text string) []int {
	var out []int
	var walk func(at int, name string) int
	walk = func(at int, name string) int {
		switch at = skipSpace(text, at); text[at] {
		case '{':
			out = append(out, at)
			for at = skipSpace(text, at+1); text[at] != '}'; {
				end, _ := skipString(text, at)
				at = walk(skipSpace(text, skipSpace(text, end)+1), text[at+1:end-1])
				if at = skipSpace(text, at); text[at] == ',' {
					at = skipSpace(text, at+1)
				}
			}
			return at + 1
		case '[':
			i := 0
			for at = skipSpace(text, at+1); text[at] != ']'; i++ {
				if isHypothesis(name, i) {
					at, _ = skipValue(text, at)
				} else {
					at = walk(at, name)
				}
				if at = skipSpace(text, at); text[at] == ',' {
					at = skipSpace(text, at+1)
				}
			}
			return at + 1
		}
		at, _ = skipValue(text, at)
		return at
	}
	for at := skipSpace(text, 0); at < len(text); {
		at = skipSpace(text, walk(at, ""))
	}
	return out
}

// insertMember puts a member into the object that starts at an offset.
func insertMember(text string, at int, name, value string) string {
	if text[skipSpace(text, at+1)] != '}' {
		value += ","
	}
	return text[:at+1] + quoted(name) + ":" + value + text[at+1:]
}

// saidWords returns the words of a file.
func saidWords(f *File) []string {
	c := &coverage{f: f}
	var out []string
	c.eachLine(func(text string) { out = append(out, strings.Fields(text)...) })
	return out
}

// TestCopiesAnywhere adds what is said once more to every JSON file, in any shape, at any
// place: it is cleaned with the rest, or the file is refused.
func TestCopiesAnywhere(t *testing.T) {
	for _, name := range jsonFixtures() {
		src := load(t, name)
		f := mustRead(t, src, name, fixtureFormat(name))
		said, objects := saidWords(f), objectsOf(src)
		t.Run(name, func(t *testing.T) {
			drawn.Check(t, func(t *drawn.Case) {
				shape := copyShapes[t.Int("shape", 0, len(copyShapes)-1)]
				if shape.name == "lines in members" && len(said) < copyWords {
					return // in the element of a word a line may be that word, and go with it
				}
				value := shape.make(t, said)
				member := drawn.Of(t, "name", copyNames...)
				changed := insertMember(src, drawn.Of(t, "object", objects...), member, value)
				f, err := Read(changed, name, fixtureFormat(name))
				if err != nil {
					return
				}
				if out := f.Rewrite(dropFillers(f)); strings.Contains(out, value) {
					t.Fatalf("a copy (%s) is kept in the member %q: %s", shape.name, member, value)
				}
			})
		})
	}
}

// unrelated is a text of many words, as a person may write about a talk.
const unrelated = `The group met to go over the plan for the summer and the people who will be there. It was said that the train is slower than the bus, and that nobody would like to wait. ` +
	`One of them thinks that we should leave on the first day of the week; the other would rather stay at home and work. In the end they agreed to look at it again when the weather is known, ` +
	`and to ask the others what they think about the roof, the wheel and the price of the tickets to the city. So, there is nothing to do until then, and I will write to you about it.`

// TestQuotesAnywhere adds a third of what is said, and texts of other words: no file is refused
// for that.
func TestQuotesAnywhere(t *testing.T) {
	for _, name := range jsonFixtures() {
		src := load(t, name)
		said, objects := saidWords(mustRead(t, src, name, fixtureFormat(name))), objectsOf(src)
		t.Run(name, func(t *testing.T) {
			drawn.Check(t, func(t *drawn.Case) {
				text := unrelated
				if len(said) > 2*shortWords && t.Bool("quote") {
					n := len(said) / 3
					from := t.Int("from", 0, len(said)-n)
					text = strings.Join(said[from:from+n], " ")
				}
				value := quoted(text)
				if t.Bool("lines") {
					value = quoted(cutIn(strings.Fields(text), 9))
				}
				at := drawn.Of(t, "object", objects...)
				changed := insertMember(src, at, "our_summary", value)
				if _, err := Read(changed, name, fixtureFormat(name)); err != nil {
					t.Fatalf("%v, for the quote %s", err, value)
				}
			})
		})
	}
}
