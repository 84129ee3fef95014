package transcript

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// missing decides that the apostrophes of contractions are missing, wherever they may be,
// and that words before a sign "~" are removed.
func missing(t *testing.T, text string) (*Document, []data.Decision) {
	d, err := ParseText(strings.ReplaceAll(text, "~", ""), "test")
	if err != nil {
		t.Fatal(err)
	}
	decisions := make([]data.Decision, len(d.Tokens))
	words := strings.Fields(text)
	for i := range d.Tokens {
		x := &decisions[i]
		x.Cased = strings.ToLower(d.Tokens[i].Text)
		if m := lang.Missing(x.Cased); m != nil {
			x.Apostrophe, x.Cased = m.At, strings.Join(m.Tokens, "")
		}
		if strings.HasPrefix(x.Cased, "i'") {
			x.Cased = "I" + x.Cased[1:]
		}
		if strings.HasSuffix(words[d.Tokens[i].Word], "~") {
			x.Label, x.Why = data.E, data.Repairs
		}
	}
	return d, decisions
}

func TestApostrophes(t *testing.T) {
	for _, c := range []struct {
		text string
		r    Rewriting
		want string
	}{
		{"i dont think im late", Rewriting{}, "I don't think I'm late."},
		{"I DONT THINK IM LATE", Rewriting{}, "I don't think I'm late."},
		{"dont~ dont go at ten oclock", Rewriting{}, "Don't go at ten o'clock."},
		{"i dont think im late", Rewriting{Punct: PunctKeep}, "I dont think Im late"},
		{"i dont think im late", Rewriting{Punct: PunctKeep, Apostrophes: ApostropheRestore}, "I don't think I'm late"},
		{"i dont think im late", Rewriting{Punct: PunctKeep, Case: CaseKeep, Apostrophes: ApostropheRestore}, "i don't think i'm late"},
		{"I DONT THINK IM LATE", Rewriting{Punct: PunctKeep, Case: CaseKeep, Apostrophes: ApostropheRestore}, "I DON'T THINK I'M LATE"},
		{"I DONT THINK IM LATE", Rewriting{Punct: PunctStrip, Case: CaseLower, Apostrophes: ApostropheRestore}, "i don't think i'm late"},
		{"i dont think im late", Rewriting{Apostrophes: ApostropheKeep}, "I dont think Im late."},
		{"i dont think im late", Rewriting{Case: CaseKeep}, "i don't think i'm late."},
		{"i dont think im late", Rewriting{}.AsWritten(), "i dont think im late"},
	} {
		d, decisions := missing(t, c.text)
		if got := d.Edit(decisions, c.r).Text(); got != c.want {
			t.Errorf("%q, %+v: %q, want %q", c.text, c.r, got, c.want)
		}
	}
}

// TestApostrophesTold: changes and the diff say where an apostrophe is put.
func TestApostrophesTold(t *testing.T) {
	d, decisions := missing(t, "so im sure they dont")
	e := d.Edit(decisions, Rewriting{})
	if got, want := e.Diff(false), "[-so-]{+So+} [-im-]{+I'm+} sure they [-dont-]{+don't+}{+.+}"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var got []string
	for _, c := range e.Changes() {
		got = append(got, c.Kind.String()+" "+d.Text(c.Span)+">"+c.Text)
	}
	if want := "case s>S|apostrophe i>I'|apostrophe >'|punctuate >."; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", strings.Join(got, "|"), want)
	}
}

// TestApostrophesLike: a document that says the same otherwise gets them where it lacks
// them, too.
func TestApostrophesLike(t *testing.T) {
	first, decisions := missing(t, "so im there")
	edit := first.Edit(decisions, Rewriting{Case: CaseKeep})
	for text, want := range map[string]string{
		"So im there.":  "So i'm there.",
		"So I am":       "So I am.",
		"so IM there":   "So I'm there.",
		"so i mm there": "So i mm there.",
	} {
		d, err := ParseText(text, "test")
		if err != nil {
			t.Fatal(err)
		}
		like := make([]int32, len(d.Tokens))
		for i := range like {
			like[i] = int32(min(i, 2))
		}
		if got := d.EditLike(edit, like, Rewriting{Case: CaseKeep}).Text(); !strings.EqualFold(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestParseApostropheMode(t *testing.T) {
	for s, want := range map[string]ApostropheMode{"auto": ApostropheAuto, "restore": ApostropheRestore, "keep": ApostropheKeep} {
		if got, err := ParseApostropheMode(s); err != nil || got != want {
			t.Errorf("%q: %v, %v", s, got, err)
		}
	}
	if _, err := ParseApostropheMode("some"); err == nil {
		t.Error("a way that is none passes")
	}
}
