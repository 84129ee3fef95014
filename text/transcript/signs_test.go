package transcript

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// signed reads words with signs around them: quotes and brackets, and punctuation after them of
// which each kind stands for its class. "~uh" is removed.
func signed(t testing.TB, spec string) (*Document, []data.Decision) {
	t.Helper()
	var words []string
	var all []data.Signs
	var plain []string
	for _, w := range strings.Fields(spec) {
		var s data.Signs
		w, gone := strings.CutPrefix(w, "~")
		rest := strings.TrimLeft(w, `"('[`)
		s.Opens, w = w[:len(w)-len(rest)], rest
		core := strings.TrimRight(w, `"')].,?!;:–`)
		mark := ""
		for _, r := range w[len(core):] {
			if strings.ContainsRune(`"')]`, r) {
				s.Closes += string(r)
				continue
			}
			mark, s.Within = string(r), len(s.Closes)
		}
		if mark == "" {
			s.Within = len(s.Closes)
		}
		class := map[string]string{"!": ".", ";": ",", ":": ",", "–": ","}[mark]
		if class == "" {
			class = mark
		} else {
			s.Looks[map[string]data.Punct{".": data.Period, ",": data.Comma}[class]] = mark
		}
		if gone {
			core = "~" + core
		}
		words, all = append(words, core), append(all, s)
		plain = append(plain, core+class)
	}
	d, decisions := spelt(t, strings.Join(plain, " "))
	if len(d.Words) != len(words) {
		t.Fatalf("%q: %d words", spec, len(d.Words))
	}
	for i := range d.Words {
		tokens := d.Words[i].Tokens
		before, after := all[i].Parted()
		decisions[tokens.Start].Signs = before
		decisions[tokens.End-1].Signs = data.JoinSigns(decisions[tokens.End-1].Signs, after)
	}
	return d, decisions
}

func TestSigns(t *testing.T) {
	for _, c := range []struct{ spec, want string }{
		{`he said, "we are late."`, `He said, "We are late."`},
		{`the "old" (house`, `The "old" house.`},
		{`the so-called "house" fell`, `The so-called "house" fell.`},
		{`it (the house) fell; we left!`, `It (the house) fell; we left!`},
		{`one: two– three`, `One: two – three.`},
		{`he asked: "why"– twice`, `He asked: "Why" – twice.`},
		{`("yes", he said)`, `("Yes", he said).`},
		// What has no other half.
		{`"we left`, "We left."},
		{`we left"`, "We left."},
		{`"we (left" now)`, `"We left" now.`},
		{`"a "b" c`, `A "b" c.`},
		{`a) "b"`, `A "b".`},
		{`we [left] now`, "We left now."},
		// What is removed.
		{`"~uh yes ~um"`, `"Yes."`},
		{`yes "~uh" no`, `Yes no.`},
		{`~"uh yes" no`, `"Yes" no.`},
		{`"do n't"`, `"Don't".`},
		// An apostrophe is no quote.
		{`"it's" fine`, `"It's" fine.`},
	} {
		d, decisions := signed(t, c.spec)
		if got := d.Edit(decisions, Rewriting{}).Text(); got != c.want {
			t.Errorf("%s: %q, want %q", c.spec, got, c.want)
		}
		for _, r := range []Rewriting{{Punct: PunctKeep}, {Punct: PunctStrip}} {
			if got := d.Edit(decisions, r).Text(); strings.ContainsAny(got, `"()[];!–`) {
				t.Errorf("%s: %q", c.spec, got)
			}
		}
	}
}

// Text that has quotes of its own gets no others.
func TestOwnSigns(t *testing.T) {
	d, err := ParseText(`we "saw" the house`, "test")
	if err != nil {
		t.Fatal(err)
	}
	decisions := make([]data.Decision, len(d.Tokens))
	decisions[2].Signs = &data.Signs{Opens: "("}
	decisions[3].Signs = &data.Signs{Closes: ")", Looks: [data.NumPuncts]string{data.Period: "!"}}
	decisions[3].Punct = data.Period
	if got, want := d.Edit(decisions, Rewriting{}).Text(), `We "saw" the house!`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Pairs stay within a turn.
func TestSignsOfTurns(t *testing.T) {
	d, err := ParseText("A: one two\nB: three four\n", "test")
	if err != nil {
		t.Fatal(err)
	}
	decisions := make([]data.Decision, len(d.Tokens))
	decisions[0].Signs = &data.Signs{Opens: `"`}
	decisions[3].Signs = &data.Signs{Closes: `"`}
	if got, want := d.Edit(decisions, Rewriting{}).Text(), "A: One two.\nB: Three four.\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Whatever signs models say, pairs are closed in the right order, in whole text and in text
// that comes in parts, and no blank is on their wrong side.
func TestSignsBalanced(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(of ...string) string { return of[r.IntN(len(of))] }
	for range 500 {
		var spec []string
		for i := range 3 + r.IntN(12) {
			w := fmt.Sprintf("%s%c%s", pick("", "", "", `"`, "(", `("`), 'a'+rune(i), pick("", "", "", `"`, ")", `,"`, `!)`, ";", ".", "?", " –", `")`))
			if r.IntN(6) == 0 {
				w = "~" + w
			}
			spec = append(spec, strings.ReplaceAll(w, " ", ""))
		}
		text := strings.Join(spec, " ")
		d, decisions := signed(t, text)
		balanced(t, text, d.Edit(decisions, Rewriting{}).Text())
		var p Printer
		p.Caseless = true
		out := ""
		for from := 0; from < len(d.Words); {
			to := min(len(d.Words), from+1+r.IntN(5))
			start := 0
			if from > 0 {
				start = d.Words[from-1].Bytes.End
			}
			next, err := p.Print(d.Source[start:d.Words[to-1].Bytes.End], decisions[d.Words[from].Tokens.Start:d.Words[to-1].Tokens.End], to == len(d.Words))
			if err != nil {
				t.Fatal(err)
			}
			out += next
			from = to
		}
		balanced(t, text, out)
	}
}

func balanced(t *testing.T, spec, text string) {
	t.Helper()
	var open []byte
	for i, c := range []byte(text) {
		before, behind := i == 0 || text[i-1] == ' ', i+1 == len(text) || text[i+1] == ' '
		switch {
		case c == '(' || c == '"' && (before || i > 0 && text[i-1] == '('):
			if behind {
				t.Fatalf("%s: %q: a blank behind what opens", spec, text)
			}
			open = append(open, c)
		case c == ')' || c == '"':
			if before || len(open) == 0 || closers[rune(open[len(open)-1])] != rune(c) {
				t.Fatalf("%s: %q: %q at %d", spec, text, c, i)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Fatalf("%s: %q: %q is open", spec, text, open)
	}
}
