package transcript

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/style"
)

// styled reads text whose words may have a tag behind "_": "go_VB".
func styled(t testing.TB, s string) (*Document, []data.Decision) {
	t.Helper()
	isTag := regexp.MustCompile(`_([A-Z]+)`)
	d, err := ParseText(isTag.ReplaceAllString(s, ""), "styled")
	if err != nil {
		t.Fatal(err)
	}
	decisions := make([]data.Decision, len(d.Tokens))
	for _, at := range isTag.FindAllStringSubmatchIndex(s, -1) {
		end := len(isTag.ReplaceAllString(s[:at[0]], "")) // of the word in the text
		for i := range d.Tokens {
			if d.Words[d.Tokens[i].Word].Core.End == end {
				decisions[i].Tag = s[at[2]:at[3]]
			}
		}
	}
	return d, decisions
}

// cleanVerbatim is how its style writes, but for numbers and paragraphs.
func cleanVerbatim() Rewriting {
	s := style.Named("clean-verbatim")
	return Rewriting{Remove: data.NoDisfluencies, Notes: s.Notes, Forms: s.Forms}.AsWritten()
}

func TestForms(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"I'm gonna go_VB home.", "I'm going to go home."},
		{"Gonna go_VB?", "Going to go?"},
		{"I'm gonna_TO really_RB go_VB.", "I'm going to really go."},
		{"I'm gonna.", "I'm going to."},
		{"GONNA GO_VB NOW.", "GOING TO GO NOW."},
		{"You wanna beer_NN?", "You wanna beer?"},
		{"I gotta car_NN and gotta run_VB.", "I gotta car and got to run."},
		{"'Cause I said so.", "Because I said so."},
		{"It works, 'cause it's there.", "It works, because it's there."},
		{"It works, ’cause it’s there.", "It works, because it’s there."},
		{"He left, cause_IN I_PRP did.", "He left, because I did."},
		{"The cause_NN we_PRP share.", "The cause we share."},
		{"'Cause of death' is a term.", "'Cause of death' is a term."},
		{"OK. That's OK, ok?", "Okay. That's okay, okay?"},
		{"OK. OK. And then?", "Okay. Okay. And then?"},
		{"THAT IS OK NOW.", "THAT IS OKAY NOW."},
		{"I was goin' home, nothin' else.", "I was going home, nothing else."},
		{"He said 'goin' home' twice.", "He said 'going home' twice."},
		{"It's Alright, y'all.", "It's All right, y'all."},
		{"Give 'em some. 'Til 'bout then, sayin' nothing; ’em.", "Give them some. Until about then, saying nothing; them."},
		{"Ain't it kinda nice? Dunno.", "Ain't it kind of nice? Don't know."},
		{"I dunno. C'mon!", "I don't know. Come on!"},
	} {
		d, decisions := styled(t, c.in)
		e := d.Edit(decisions, cleanVerbatim())
		if got := e.Text(); got != c.want {
			t.Errorf("%s: %q, want %q", c.in, got, c.want)
		}
	}
}

// TestAnswers spells out what answers, and nothing else.
func TestAnswers(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"A: Did you go?\nB: Yeah.\nA: Yeah.", "A: Did you go?\nB: Yes.\nA: Yeah."},
		{"A: Did you go?\nB: Mm-hmm, yeah.\nA: Nope.", "A: Did you go?\nB: Yes, yeah.\nA: Nope."},
		{"A: You went, right?\nB: Nah, I didn't.", "A: You went, right?\nB: No, I didn't."},
		{"A: What did you do?\nB: Yeah, I went.", "A: What did you do?\nB: Yeah, I went."},
		{"A: And so where was it?\nB: Yeah.", "A: And so where was it?\nB: Yeah."},
		{"A: So where's the boundary?\nB: Yeah...", "A: So where's the boundary?\nB: Yeah..."},
		{"A: You went.\nB: Yeah.", "A: You went.\nB: Yeah."},
		{"A: Did you?\nA: Yeah.", "A: Did you?\nA: Yeah."},
		{"A: Did you? [laughs]\nB: [sighs] Yup.", "A: Did you?\nB: Yes."},
	} {
		d, decisions := styled(t, c.in)
		if got := d.Edit(decisions, cleanVerbatim()).Text(); got != c.want {
			t.Errorf("%s: %q, want %q", c.in, got, c.want)
		}
	}
}

// TestSoundNotes takes notes of sounds out, and leaves those that stand for words.
func TestSoundNotes(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"So (laughs) we went.", "So we went."},
		{"So we went (laughs).", "So we went."},
		{"So we went. [laughter]", "So we went."},
		{"[upbeat music]\nSo we went.\n[door slams]\nHome.", "So we went.\nHome."},
		{"We [inaudible 00:12:03] went [crosstalk] to [redacted].", "We [inaudible 00:12:03] went [crosstalk] to [redacted]."},
		{"We went [inaudible, laughs] home.", "We went [inaudible, laughs] home."},
		{"♪ la la la ♪", "♪ la la la ♪"},
		{"We went (laughs), and (sighs) left [door slams]!", "We went, and left!"},
		{"He laughs (as he does) at us.", "He laughs (as he does) at us."},
		{"<i>We</i> went.", "<i>We</i> went."},
	} {
		d, decisions := styled(t, c.in)
		if got := d.Edit(decisions, cleanVerbatim()).Text(); got != c.want {
			t.Errorf("%s: %q, want %q", c.in, got, c.want)
		}
	}
}

// TestFormChanges has each form as a change of its own, with its rule, and the source in the diff.
func TestFormChanges(t *testing.T) {
	d, decisions := styled(t, "OK, I'm gonna go_VB (laughs) home 'cause of it.")
	e := d.Edit(decisions, cleanVerbatim())
	var got []string
	for _, c := range e.Changes() {
		got = append(got, c.Kind.String()+" "+d.Text(c.Span)+"|"+c.Text+"|"+c.Rule)
	}
	want := []string{"spell OK|Okay|OK = okay", "spell gonna|going to|gonna = going to | before verb", "delete  (laughs)||notes out laughs", "spell 'cause|because|'cause = because"}
	if !slices.Equal(got, want) {
		t.Errorf("the changes are %q, not %q", got, want)
	}
	if got, want := e.Diff(false), "[-OK-]{+Okay+}, I'm [-gonna-]{+going to+} go [-(laughs)-] home [-'cause-]{+because+} of it."; got != want {
		t.Errorf("the diff is %q, not %q", got, want)
	}
}

// TestListening joins what is said around turns of mere listening.
func TestListening(t *testing.T) {
	for _, c := range []struct {
		in, goes, want string
	}{
		{"A: I went to,\nB: Mm-hmm.\nA: The shop.", "Mm-hmm", "A: I went to, the shop."},
		{"A: I went.\nB: Right, yeah, true.\nA: The shop was shut.\nB: Oh.", "Right yeah true", "A: I went. The shop was shut.\nB: Oh."},
		{"A: I went,\n\nB: Mm-hmm.\n\nA: uh, and I saw\nC: Right.\nA: it.\n", "Mm-hmm Right", "A: I went, uh, and I saw it.\n"},
		{"A: I went,\nB: Mm-hmm.\nC: No.\nA: Yes.", "Mm-hmm", "A: I went,\nC: No.\nA: Yes."},
		{"I went,\nMm-hmm.\nto it.", "Mm-hmm", "I went,\nto it."},
		{"A: I went,\nB: Mm-hmm.", "Mm-hmm", "A: I went,"},
		{"B: Mm-hmm.\nA: I went,", "Mm-hmm", "A: I went,"},
	} {
		d, decisions := styled(t, c.in)
		for i, tok := range d.Tokens {
			if slices.Contains(strings.Fields(c.goes), tok.Text) || slices.Contains(strings.Fields(strings.ToLower(c.goes)), tok.Text) {
				decisions[i].Why = data.Listening
			}
		}
		e := d.Edit(decisions, Rewriting{Remove: data.Listening})
		if got := strings.TrimRight(e.Text(), "\n"); got != strings.TrimRight(c.want, "\n") {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
		stays := d.Edit(decisions, Rewriting{Remove: data.NoDisfluencies}.AsWritten())
		if got := stays.Text(); got != c.in {
			t.Errorf("with nothing removed %q becomes %q", c.in, got)
		}
	}
}

// TestFormsAnyhow draws text full of slang and notes: changes make the text, what is no rule's is kept, and a line in parts is that
// in one.
func TestFormsAnyhow(t *testing.T) {
	drawn.Check(t, func(c *drawn.Case) {
		text := strings.Join(drawn.Several(c, "words", 1, 14, "gonna", "Gonna", "go", "'cause", "cause", "OK", "ok.", "goin'", "'em", "(laughs)", "[sic]", "I", "we,", "she.", "yeah", "really", "A: Did you?\nB:", "um"), " ")
		d, err := ParseText(text, "test")
		if err != nil {
			t.Fatal(err)
		}
		decisions := make([]data.Decision, len(d.Tokens))
		for i := range decisions {
			decisions[i].Tag = drawn.Of(c, "tag", "VB", "NN", "IN", "RB")
			if c.Int("goes", 0, 4) == 0 {
				decisions[i].Why = drawn.Of(c, "why", data.FilledPauses, data.Listening)
			}
		}
		r := cleanVerbatim()
		r.Remove = data.FilledPauses | data.Listening
		e := d.Edit(decisions, r)
		var out strings.Builder
		at := 0
		for _, x := range e.Changes() {
			if x.Start < at {
				t.Fatalf("%q: changes overlap: %+v", text, e.Changes())
			}
			out.WriteString(d.Source[at:x.Start] + x.Text)
			at = x.End
			if x.Kind == Spell && (x.Rule == "" || x.Words.Len() != 1) {
				t.Fatalf("%q: %+v has no rule", text, x)
			}
		}
		out.WriteString(d.Source[at:])
		lines := func(s string) string {
			return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' }), "\n")
		}
		if lines(out.String()) != lines(e.Text()) {
			t.Fatalf("%q: the changes make %q, not %q", text, out.String(), e.Text())
		}
		if strings.Contains(e.Text(), "laughs") || strings.Contains(text, "[sic]") && !strings.Contains(e.Text(), "[sic]") && !slices.ContainsFunc(decisions, func(x data.Decision) bool { return x.Why != 0 }) {
			t.Fatalf("%q: notes: %q", text, e.Text())
		}
		if strings.Contains(text, "\n") {
			return
		}
		p := &Printer{Rewriting: r}
		var parts strings.Builder
		from, tokens := 0, 0
		for w := range d.Words {
			end := len(d.Source)
			if w+1 < len(d.Words) {
				end = d.Words[w].Bytes.End
			}
			s, err := p.Print(d.Source[from:end], decisions[tokens:d.Words[w].Tokens.End], w+1 == len(d.Words))
			if err != nil {
				t.Fatal(err)
			}
			parts.WriteString(s)
			from, tokens = end, d.Words[w].Tokens.End
		}
		whole := d
		whole.Assume(false, false)
		if got, want := parts.String(), whole.Edit(decisions, r).Text(); got != want {
			t.Errorf("%q: in parts %q, whole %q", text, got, want)
		}
	})
}
