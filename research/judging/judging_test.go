package judging

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// removals returns what goes from a text when every "um", every "like" and every "x" goes, the last as a repair.
func removals(t testing.TB, text string) []Removal {
	t.Helper()
	file, err := formats.Read(text, "some.txt", "")
	if err != nil {
		t.Fatal(err)
	}
	d := file.Document
	decisions := make([]data.Decision, len(d.Tokens))
	for i, token := range d.Tokens {
		switch strings.ToLower(token.Text) {
		case "um":
			decisions[i] = data.Decision{Label: data.F, Kind: data.FilledPause, Why: data.FilledPauses}
		case "like":
			decisions[i] = data.Decision{Label: data.F, Kind: data.DiscourseMarker, Why: data.DiscourseMarkers}
		case "x":
			decisions[i] = data.Decision{Label: data.E, Why: data.Repairs}
		}
	}
	return Removals("some", text, file, d.Edit(decisions, transcript.Rewriting{}))
}

// marked writes a context with what is asked about in brackets, what goes, too, in braces.
func marked(r Removal) string {
	var b strings.Builder
	for _, p := range r.Context {
		switch p.Fate {
		case Asked:
			b.WriteString("[" + p.Text + "]")
		case Gone:
			b.WriteString("{" + p.Text + "}")
		default:
			b.WriteString(p.Text)
		}
	}
	return b.String()
}

func TestRemovals(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string // kind, what goes in its context, and what is left
	}{
		{"nothing", "We went home.\n", nil},
		{"one", "We, um, went home.\n", []string{"filler We, [um,] went home.\n|We went home."}},
		{"words of a kind are one", "We um like went home.\n", []string{"filler We [um like] went home.\n|We went home."}},
		{"kinds are apart", "We x um x went home.\n", []string{
			"repair We [x] {um} {x} went home.\n|We went home.", "filler We {x} [um] {x} went home.\n|We went home.", "repair We {x} {um} [x] went home.\n|We went home."}},
		{"lines are apart", "We went um\num home.\n", []string{"filler We went [um]\n{um} home.\n|We went\nhome.", "filler We went {um}\n[um] home.\n|We went\nhome."}},
		{"speakers are named", "Ann Lee: Um, yes.\nBo Ek: The um café.\nAnn Lee: No.\nBo Ek: Why?\n", []string{
			"filler Ann Lee: [Um,] yes.\nBo Ek: The {um} café.\nAnn Lee: No.\nBo Ek: Why?\n|Ann Lee: Yes.\nBo Ek: The café.\nAnn Lee: No.\nBo Ek: Why?",
			"filler Ann Lee: {Um,} yes.\nBo Ek: The [um] café.\nAnn Lee: No.\nBo Ek: Why?\n|Ann Lee: Yes.\nBo Ek: The café.\nAnn Lee: No.\nBo Ek: Why?"}},
		{"characters, not bytes", "Un café – “um” – s’il.\n", []string{"filler Un café – [“um” –] s’il.\n|Un café s’il."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			chars := []rune(c.text)
			for _, r := range removals(t, c.text) {
				got = append(got, fmt.Sprintf("%s %s|%s", r.Kind, marked(r), r.Clean))
				var asked string
				for _, p := range r.Context {
					if p.Fate == Asked {
						asked = p.Text
					}
				}
				if at := string(chars[r.From:r.To]); at != asked {
					t.Errorf("%d to %d is %q, not %q", r.From, r.To, at, asked)
				}
			}
			for i := range got {
				if i < len(c.want) && got[i] != c.want[i] {
					t.Errorf("%q, want %q", got[i], c.want[i])
				}
			}
			if len(got) != len(c.want) {
				t.Errorf("%d removals, want %d: %q", len(got), len(c.want), got)
			}
		})
	}
}

// TestContexts checks contexts in drawn texts: they are valid, hold what is asked about once, and say what the
// text says there.
func TestContexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := strings.Fields("um um x like the café “um” 北京 went – wassermelonenverkäuferinnen, and. home, s’il um, X-ray")
	for range 200 {
		var b strings.Builder
		for range 1 + r.IntN(200) {
			b.WriteString(words[r.IntN(len(words))])
			b.WriteString([]string{" ", " ", " ", "\n"}[r.IntN(4)])
		}
		text := b.String()
		for _, x := range removals(t, text) {
			var all, asked string
			for _, p := range x.Context {
				all += p.Text
				if p.Fate == Asked {
					asked += p.Text
				}
			}
			if want := string([]rune(text)[x.From:x.To]); asked != want || !strings.Contains(text, all) || !utf8.ValidString(all) || !utf8.ValidString(x.Clean) {
				t.Fatalf("%q in %q, want %q", asked, all, want)
			}
			if len(all) > x.To*utf8.UTFMax-x.From+2*contextBytes {
				t.Fatalf("a context of %d bytes", len(all))
			}
		}
	}
}

func TestChoose(t *testing.T) {
	all := removals(t, strings.Repeat("We, um, went home. You like it x here.\n", 30))
	some := Choose(all, nil, 20, 3)
	if len(some) != 20 || !slices.IsSortedFunc(some, func(a, b Removal) int { return a.compare(b.Place) }) {
		t.Errorf("%d removals of 20, or not in order", len(some))
	}
	places := func(rs []Removal) (out []Place) {
		for _, r := range rs {
			out = append(out, r.Place)
		}
		return out
	}
	if again := Choose(all, nil, 20, 3); !slices.Equal(places(again), places(some)) {
		t.Error("the same seed chooses others")
	}
	if other := Choose(all, nil, 20, 4); slices.Equal(places(other), places(some)) {
		t.Error("another seed chooses the same")
	}
	// What is judged is left out, and nothing else.
	var b strings.Builder
	for _, r := range some {
		fmt.Fprintf(&b, "%s\t%d\t%d\tgo\tright %s\r\n", r.Source, r.From, r.To, r.Kind)
	}
	known, err := ReadJudgements(strings.NewReader(b.String()), "judged.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rest := Choose(all, known, len(all), 3)
	if len(rest) != len(all)-len(some) {
		t.Errorf("%d of %d are left of which %d are judged", len(rest), len(all), len(some))
	}
	for _, r := range rest {
		if slices.Contains(places(some), r.Place) {
			t.Errorf("%v is judged", r.Place)
		}
	}
	if len(Choose(nil, known, 3, 1)) != 0 {
		t.Error("something is chosen of nothing")
	}
}

// A removal is known when each of its words is judged, in one judgement or several.
func TestKnows(t *testing.T) {
	r := removals(t, "We um like um went home.\n")[0] // words at 3, 6 and 11
	for _, c := range []struct {
		judged string
		want   bool
	}{
		{"", false},
		{"some\t3\t13\tgo\tw\n", true},
		{"some\t0\t100\tstay\tw\n", true},
		{"other\t0\t100\tstay\tw\n", false},
		{"some\t3\t10\tgo\tw\n", false},
		{"some\t6\t13\tgo\tw\n", false},
		{"some\t11\t13\tfree\tw\nsome\t3\t5\tgo\tw\nsome\t6\t10\tgo\tw\n", true},
		{"some\t3\t9\tgo\tw\nsome\t4\t8\tgo\tw\nsome\t11\t12\tgo\tw\n", true},
	} {
		known, err := ReadJudgements(strings.NewReader(c.judged), "judged.tsv")
		if err != nil {
			t.Fatal(err)
		}
		if got := known.Knows(&r); got != c.want {
			t.Errorf("%q: known %v", c.judged, got)
		}
	}
}

func TestReadJudgementsErrors(t *testing.T) {
	for line, want := range map[string]string{
		"some\t1\t2\tgo":                  "judged.tsv:2: a line is source",
		"some\t2\t2\tgo\tw":               "no stretch",
		"some\t-1\t2\tgo\tw":              "no stretch",
		"some\tone\t2\tgo\tw":             "no stretch",
		"some\t1\t2\tgone\tw":             "no judgement",
		strings.Repeat("a", 1<<17) + "\t": "judged.tsv: ",
	} {
		_, err := ReadJudgements(strings.NewReader("\n"+line+"\n"), "judged.tsv")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", line, err, want)
		}
	}
}

// The page names no other place, its policy allows what is in it alone, and texts cannot break out of it.
func TestWritePage(t *testing.T) {
	all := removals(t, "We, um, said </script><script>alert(1)</script> <!-- um & x.\n")
	var b strings.Builder
	if err := WritePage(&b, all); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, odd := range []string{"http:", "https:", "url(", "src=", "@import", "alert(1)</script>", "eval(", "innerHTML"} {
		if strings.Contains(text, odd) {
			t.Errorf("the page has %q", odd)
		}
	}
	if strings.Count(text, "</script>") != 2 {
		t.Error("the text ends a script")
	}
	for _, part := range []string{script, style} {
		if !strings.Contains(text, "'"+digest(part)+"'") || !strings.Contains(text, ">"+part+"<") {
			t.Error("a part is not in the page as its policy names it")
		}
	}
	m := regexp.MustCompile(`(?s)id="removals">(.*?)</script>`).FindStringSubmatch(text)
	var got page
	if err := json.Unmarshal([]byte(m[1]), &got); err != nil || len(got.Removals) != len(all) || got.Key == "" || got.Removals[0].Place != all[0].Place {
		t.Errorf("%v, %+v", err, got)
	}
	// Every element that the script asks for is there.
	for _, id := range regexp.MustCompile(`at\("(\w+)"\)`).FindAllStringSubmatch(script, -1) {
		if !strings.Contains(text, `id="`+id[1]+`"`) {
			t.Errorf("no element %s", id[1])
		}
	}
	var again strings.Builder
	if err := WritePage(&again, all); err != nil || again.String() != text {
		t.Error("another page of the same")
	}
}
