package formats

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// TestAnalyses takes words out of main lines, those in braces and those that are coded,
// and looks at what becomes of the signs and the analyses beside them.
func TestAnalyses(t *testing.T) {
	for _, c := range []struct{ name, main, mor, gra, want string }{
		{"fillers have no items", "&-um I want the [/] the brick .", "pro|I v|want det|the n|brick .", "1|2|SUBJ 2|0|ROOT 3|4|DET 4|2|OBJ 5|2|PUNCT",
			"*A:\tI want the brick .\n%mor:\tpro|I v|want det|the n|brick .\n%gra:\t1|2|SUBJ 2|0|ROOT 3|4|DET 4|2|OBJ 5|2|PUNCT\n"},
		{"a word with an item", "I {like} want it .", "pro|I co|like v|want pro|it .", "1|3|SUBJ 2|3|COM 3|0|ROOT 4|3|OBJ 5|3|PUNCT",
			"*A:\tI want it .\n%mor:\tpro|I v|want pro|it .\n%gra:\t1|2|SUBJ 2|0|ROOT 3|2|OBJ 4|2|PUNCT\n"},
		{"the root", "{mean} I want it .", "v|mean pro|I v|want pro|it .", "1|0|ROOT 2|3|SUBJ 3|1|COMP 4|3|OBJ 5|1|PUNCT",
			"*A:\tI want it .\n%mor:\tpro|I v|want pro|it .\n%gra:\t1|2|SUBJ 2|0|ROOT 3|2|OBJ 4|2|PUNCT\n"},
		{"a head in between", "we {kind} {of} left .", "pro|we n|kind prep|of v|leave .", "1|4|SUBJ 2|4|JCT 3|2|POBJ 4|0|ROOT 5|4|PUNCT",
			"*A:\twe left .\n%mor:\tpro|we v|leave .\n%gra:\t1|2|SUBJ 2|0|ROOT 3|2|PUNCT\n"},
		{"clitics are related one by one", "{like} it's red .", "co|like pro|it~cop|be&3S adj|red .", "1|3|COM 2|3|SUBJ 3|0|ROOT 4|3|PRED 5|3|PUNCT",
			"*A:\tit's red .\n%mor:\tpro|it~cop|be&3S adj|red .\n%gra:\t1|2|SUBJ 2|0|ROOT 3|2|PRED 4|2|PUNCT\n"},
		{"lines that go on", "I {like} want it .", "pro|I co|like\n\tv|want pro|it .", "1|3|SUBJ 2|3|COM\n\t3|0|ROOT 4|3|OBJ 5|3|PUNCT",
			"*A:\tI want it .\n%mor:\tpro|I v|want pro|it .\n%gra:\t1|2|SUBJ 2|0|ROOT 3|2|OBJ 4|2|PUNCT\n"},
		{"too few items", "I {like} want it .", "pro|I v|want pro|it .", "1|2|SUBJ 2|0|ROOT 3|2|OBJ 4|2|PUNCT", "*A:\tI want it .\n"},
		{"relations that do not fit", "I {like} want it .", "pro|I co|like v|want pro|it .", "1|2|SUBJ 2|0|ROOT", "*A:\tI want it .\n%mor:\tpro|I v|want pro|it .\n"},
		{"fillers beside what does not fit", "&-uh I want it .", "pro|I", "1|2|SUBJ 2|0|ROOT", "*A:\tI want it .\n%mor:\tpro|I\n%gra:\t1|2|SUBJ 2|0|ROOT\n"},
		{"a comma", "{well} , I want it .", "co|well cm|cm pro|I v|want pro|it .", "1|4|COM 2|1|LP 3|4|SUBJ 4|0|ROOT 5|4|OBJ 6|4|PUNCT",
			"*A:\tI want it .\n%mor:\tpro|I v|want pro|it .\n%gra:\t1|2|SUBJ 2|0|ROOT 3|2|OBJ 4|2|PUNCT\n"},
		{"a word in place of another", "I {like} wan [: want to] go .", "pro|I co|like v|want inf|to v|go .", "1|3|SUBJ 2|3|COM 3|0|ROOT 4|5|INF 5|3|COMP 6|3|PUNCT",
			"*A:\tI wan [: want to] go .\n%mor:\tpro|I v|want inf|to v|go .\n%gra:\t1|2|SUBJ 2|0|ROOT 3|4|INF 4|2|COMP 5|2|PUNCT\n"},
		{"a vocative", "Mommy ‡ &-uh look .", "n|Mommy beg|beg v|look .", "1|3|VOC 2|1|BEG 3|0|ROOT 4|3|PUNCT",
			"*A:\tMommy ‡ look .\n%mor:\tn|Mommy beg|beg v|look .\n%gra:\t1|3|VOC 2|1|BEG 3|0|ROOT 4|3|PUNCT\n"},
		{"yes", "&-um yes ‡ &-uh it is .", "co|yes beg|beg pro|it cop|be .", "", "*A:\tyes ‡ it is .\n%mor:\tco|yes beg|beg pro|it cop|be .\n"},
		{"nothing before a satellite's sign", "{well} ‡ I go .", "co|well beg|beg pro|I v|go .", "1|4|COM 2|1|BEG 3|4|SUBJ 4|0|ROOT 5|4|PUNCT",
			"*A:\tI go .\n%mor:\tpro|I v|go .\n%gra:\t1|2|SUBJ 2|0|ROOT 3|2|PUNCT\n"},
		{"a filler before it", "&-um ‡ I go .", "beg|beg pro|I v|go .", "", "*A:\tI go .\n%mor:\tpro|I v|go .\n"},
		{"nothing after one", "it goes „ {right} ?", "pro|it v|go end|end co|right ?", "", "*A:\tit goes ?\n%mor:\tpro|it v|go ?\n"},
		{"a question after it", "it goes „ &-uh right ?", "pro|it v|go end|end co|right ?", "", "*A:\tit goes „ right ?\n%mor:\tpro|it v|go end|end co|right ?\n"},
		{"pauses", "&-um (.) I want (.) &-uh (.) it (0.5) &-um .", "", "", "*A:\tI want (.) it .\n"},
		{"pauses of others", "(.) I want (.) (.) it &-uh now (.) .", "", "", "*A:\t(.) I want (.) (.) it now (.) .\n"},
	} {
		var main strings.Builder
		for _, w := range strings.Fields(c.main) {
			if main.Len() > 0 {
				main.WriteByte(' ')
			}
			main.WriteString(strings.Trim(w, "{}"))
		}
		src := "@Begin\n*A:\t" + main.String() + "\n"
		if c.mor != "" {
			src += "%mor:\t" + c.mor + "\n"
		}
		if c.gra != "" {
			src += "%gra:\t" + c.gra + "\n"
		}
		f := mustRead(t, src+"@End\n", "a.cha", CHAT)
		d := Plan{Rewriting: transcript.Rewriting{}.AsWritten()}
		for _, x := range f.Document.Tokens {
			why := x.Given
			if strings.Contains(c.main, "{"+x.Text+"}") {
				why |= data.DiscourseMarkers
			}
			d.Decisions = append(d.Decisions, data.Decision{Why: why})
		}
		t.Run(c.name, func(t *testing.T) { sameText(t, f.Rewrite(&d), "@Begin\n"+c.want+"@End\n") })
	}
}
