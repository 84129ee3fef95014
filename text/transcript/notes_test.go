package transcript

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

// TestNotes finds the words of text with what is none.
func TestNotes(t *testing.T) {
	for in, want := range map[string]string{
		"♪ Um, la la ♪ yes":                       "yes",
		"♪ Um, la la":                             "",
		"la la ♪":                                 "",
		"so ♪ la ♪ so ♪ la ♪":                     "so|so",
		"# la la la #":                            "",
		"# a heading":                             "",
		"it's #1 and # 2":                         "it|'s|#1|and|2",
		"[inaudible 00:12:13] yes":                "yes",
		"yes[laughs] no":                          "yes|no",
		"what[ever] no":                           "what|ever|no",
		"(door slams) He came (in)":               "He|came|in",
		"he said (door slams) so":                 "he|said|door|slams|so",
		"(he was late) and so":                    "he|was|late|and|so",
		"he (LAUGHS) said":                        "he|said",
		"(canned laughter) no (uh) (um, maybe)":   "no|uh|um|maybe",
		"(00:12) yes":                             "yes",
		"he ((laughs)) said ((coughs loudly)) so": "he|said|so",
		"((so um)) yes ((i think))":               "so|um|yes|i|think",
		"so (.) we (0.5) went(--) on ((1,2s)) • •• it": "so|we|went|on|it",
		"(2 s) in (2) of (1984) (…)":                   "in|2|of|1984",
		"{NOTE um {yes} no} so {\\i1}it":               "so|it",
		"f*** that sh** and s**t ***":                  "f***|that|sh**|and|s**t|***",
		"**bold words** and **this**":                  "bold|words|and|this",
		"____ and __init__ [ __ ]":                     "____|and|__init__",
		"• um, yes":                                    "um|yes",
		"- um >> yes >>> no":                           "um|yes|no",
		"-Um, yes":                                     "Um|yes",
		"– um, yes":                                    "um|yes",
		"* uh":                                         "uh",
		"1. uh":                                        "1|uh",
		"-5 degrees":                                   "5|degrees",
		"<b>um</b>, yes<br/>no":                        "um|yes|no",
		"5 < 6 and 7 > 6":                              "5|6|and|7|6",
		"AT&amp;T &amp; you":                           "AT&amp;T|&amp;|you",
		"[uh] <um> %hesitation (%hesitation) (uh)":     "[uh]|<um>|%hesitation|%hesitation|uh",
		"x[" + strings.Repeat("y", LongestNote) + "]":  "x|" + strings.Repeat("y", LongestNote),
	} {
		d, err := ParseText(in, "test")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, tok := range d.Tokens {
			got = append(got, tok.Text)
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%s has the words %s, want %s", in, s, want)
		}
	}
}

// TestMarkersStay takes out words beside signs and notes: these stay, but for signs
// before nothing.
func TestMarkersStay(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"• {Um,}F yes.\n• {Uh.}F\n• No.", "• Yes.\n• No."},
		{"* {uh,}F first", "* first"},
		{">> {Um,}F yes. >> {Uh.}F >> No.", ">> Yes. >> No."},
		{"Yes. >> {Uh,}F no. >> {Um.}F", "Yes. >> No."},
		{">> {Um.}F", ""},
		{"♪ {Um}F ♪ {uh,}F yes", "♪ Um ♪ yes"},
		{"{Um,}F *** no.", "*** no."},
		{"{Um,}F f*** that.", "F*** that."},
		{"{Um,}F &amp; so.", "&amp; so."},
		{"<i>{Um}F</i>, yes.", "<i></i> Yes."},
		{"– {Um,}F yes.", "– Yes."},
		{"((laughs)) {Uh}F yes.", "((laughs)) Yes."},
		{"We (.) {um}F (0.5) went • {uh}F • home.", "We (.) (0.5) went • home."},
	} {
		d, decisions := marked(t, c.in)
		if got := d.Edit(decisions, removing(data.DefaultRemoved)).Text(); got != c.want {
			t.Errorf("%s: %q, want %q", c.in, got, c.want)
		}
	}
}

// TestNotesAnyhow draws text full of signs and takes words out of it at random: what is
// no word is kept as it is, in order.
func TestNotesAnyhow(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		text := strings.Join(drawn.Several(t, "parts", 1, 14, "um", "yes,", "no.", "I", "♪", "[x y]", "(laughs)", "<b>", "</b>", "{a {b}}", "***", "f***",
			"•", ">>", "-", "#", "&amp;", "(um)", "\n", "“so", "it”", "<um>", "x[laughs]y", "(00:12)"), drawn.Of(t, "blank", " ", " ", ""))
		d, err := ParseText(text, "test")
		if err != nil {
			t.Fatal(err)
		}
		decisions := make([]data.Decision, len(d.Tokens))
		for i := range decisions {
			if t.Int("goes", 0, 2) == 0 {
				decisions[i].Why = data.FilledPauses
			}
		}
		e := d.Edit(decisions, removing(data.DefaultRemoved))
		var kept []string // notes with letters or brackets, which nothing may touch
		for i, l := range d.Lines {
			if e.removesLine(i) {
				continue
			}
			for w := l.Words.Start; w < l.Words.End; w++ {
				if s := d.Text(d.Words[w].Bytes); e.isNote(w) && strings.ContainsAny(s, "[(<{♪") {
					kept = append(kept, s)
				}
			}
		}
		got := e.Text()
		for _, s := range kept {
			n := strings.Index(got, s)
			if n < 0 {
				t.Fatalf("%q becomes %q, without %q of %q", text, got, s, kept)
			}
			got = got[n+len(s):]
		}
		if !slices.ContainsFunc(decisions, func(x data.Decision) bool { return x.Why != 0 }) && e.Text() != text {
			t.Fatalf("with nothing removed %q becomes %q", text, e.Text())
		}
	})
}
