package transcript

import (
	"strings"
	"testing"
	"unicode"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

// TestMarksOfLanguages has what becomes of the quotes, blanks and marks of other languages than English beside what is
// removed.
func TestMarksOfLanguages(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		// “ closes in German and Czech; a comma and, in Spanish, Polish and Russian, a full stop stand outside.
		{"Er sagte: „Ich weiß nicht, {ähm}F.“", "Er sagte: „Ich weiß nicht.“"},
		{"Er sagte: „{Ähm}F, ich weiß nicht.“", "Er sagte: „Ich weiß nicht.“"},
		{"„Nein, {ähm}F“, sagte er.", "„Nein“, sagte er."},
		{"„{Ähm}F, nein“, sagte er.", "„Nein“, sagte er."},
		{"Er nannte es „groß, {äh}F“ und ging.", "Er nannte es „groß“ und ging."},
		{"Er sagte ‚nein, {äh}F‘, dann ging er.", "Er sagte ‚nein‘, dann ging er."},
		{"»Nein, {äh}F«, sagte er.", "»Nein«, sagte er."},
		{"Ella dijo: «No lo sé, {ehm}F».", "Ella dijo: «No lo sé»."},
		{"Powiedział: „Nie wiem, {yyy}F”.", "Powiedział: „Nie wiem”."},
		{"«Да, {эм}F», — сказал он.", "«Да», — сказал он."},
		{"¿{Eh}F, vienes mañana?", "¿Vienes mañana?"},
		{"¿Vienes, {eh}F?", "¿Vienes?"},
		// French blanks stay where they stand.
		{"Il a dit\u00a0: «\u00a0Je viens, {euh}F.\u00a0»", "Il a dit\u00a0: «\u00a0Je viens.\u00a0»"},
		{"Il a dit\u00a0: «\u00a0{Euh}F, je viens.\u00a0»", "Il a dit\u00a0: «\u00a0Je viens.\u00a0»"},
		{"«\u00a0Je viens, {euh}F\u202f!\u00a0»", "«\u00a0Je viens\u202f!\u00a0»"},
		{"Tu viens, {euh}F\u202f?", "Tu viens\u202f?"},
		// Nothing of what set it off is left in Japanese and Chinese quotes.
		{"彼は「わかりません、{えーと}F」と言った。", "彼は「わかりません」と言った。"},
		{"他说：“好，{呃}F。”我走了。", "他说：“好。”我走了。"},
		{"“好，{呃}F”，他说。", "“好”，他说。"},
		// Arabic.
		{"نعم، {اه}F، لا أعرف؟", "نعم، لا أعرف؟"},
	} {
		d, decisions := marked(t, c.in)
		if got := d.Edit(decisions, Rewriting{}).Text(); got != c.want {
			t.Errorf("%s becomes %s, want %s", c.in, got, c.want)
		}
	}
}

// typed are how people write in some languages: words, and marks behind them and around quotations.
var typed = []struct {
	name, open, shut string
	words            []string
	inside, final    []string
	outer            bool // full stops and commas stand outside of quotes
}{
	{"German", "„", "“", []string{"ich", "weiß", "ähm", "das", "nicht", "groß"}, []string{"", "", ","}, []string{".", "?"}, true},
	{"German books", "»", "«", []string{"ich", "weiß", "ähm", "das", "nicht", "groß"}, []string{"", "", ","}, []string{".", "!"}, true},
	{"French", "«\u00a0", "\u00a0»", []string{"je", "viens", "euh", "demain", "c'est"}, []string{"", "", ",", "\u00a0:", "\u202f;"}, []string{".", "\u202f?", "\u202f!"}, true},
	{"Spanish", "«", "»", []string{"no", "lo", "sé", "ehm", "mañana"}, []string{"", "", ","}, []string{"."}, true},
	{"Polish", "„", "”", []string{"nie", "wiem", "yyy", "jutro"}, []string{"", "", ","}, []string{".", "?"}, true},
	{"Russian", "«", "»", []string{"я", "не", "знаю", "эм"}, []string{"", "", ",", " —"}, []string{".", "!"}, true},
}

// TestMarksOfLanguagesHold takes words out of text of several languages at random: quotations stay whole and are not empty, no
// mark is doubled, no blank is put where the text has none.
func TestMarksOfLanguagesHold(t *testing.T) {
	for _, l := range typed {
		t.Run(l.name, func(t *testing.T) {
			drawn.Check(t, func(t *drawn.Case) {
				var b strings.Builder
				for s := range t.Int("sentences", 1, 3) {
					words := drawn.Several(t, "words", 2, 9, l.words...)
					quoted := t.Int("quoted", 0, len(words)-1)
					ends := quoted + t.Int("long", 0, len(words)-1-quoted)
					has := t.Int("has", 0, 2) > 0
					for i, w := range words {
						mark := drawn.Of(t, "mark", l.inside...)
						switch {
						case i+1 == len(words):
							mark = drawn.Of(t, "final", l.final...)
						case has && i == ends && strings.TrimFunc(mark, unicode.IsSpace) != ",":
							mark = ""
						}
						if i == 0 {
							w = capital(w)
						}
						if i > 0 || s > 0 {
							b.WriteByte(' ')
						}
						if has && i == quoted {
							b.WriteString(l.open)
						}
						b.WriteString(w)
						if has && i == ends {
							b.WriteString(l.shut)
						}
						b.WriteString(mark)
					}
				}
				d, err := ParseText(b.String(), "test")
				if err != nil {
					t.Fatal(err)
				}
				decisions := make([]data.Decision, len(d.Tokens))
				for i := range decisions {
					if t.Int("removed", 0, 3) == 0 {
						decisions[i].Why = drawn.Of(t, "why", data.FilledPauses, data.FilledPauses, data.Repairs)
					}
				}
				got := d.Edit(decisions, Rewriting{}).Text()
				if wrong := tornMarks(got, strings.TrimSpace(l.open), strings.TrimSpace(l.shut), l.open != strings.TrimSpace(l.open)); wrong != "" {
					t.Errorf("%s\n%s: %s", show(d, decisions), got, wrong)
				}
			})
		})
	}
}

// tornMarks says what is wrong about the marks of a text with quotations; "": nothing is. spaced says that a blank belongs inside of quotes.
func tornMarks(s, open, shut string, spaced bool) string {
	within := false
	for _, r := range s {
		switch string(r) {
		case open:
			if within {
				return "a quotation opens within another"
			}
			within = true
		case shut:
			if !within {
				return "a quotation closes that nothing opened"
			}
			within = false
		}
	}
	if within {
		return "a quotation is open"
	}
	flat := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		return r
	}, s)
	for _, bad := range []string{"  ", ",,", " ,", " .", ",.", ",?", ",!", "..", open + shut, open + " " + shut, open + ",", shut + open} {
		if strings.Contains(flat, bad) {
			return "\"" + bad + "\" is in it"
		}
	}
	for i, part := range strings.Split(flat, open) {
		if i == 0 {
			continue
		}
		if spaced != strings.HasPrefix(part, " ") {
			return "a blank behind what opens"
		}
		if before, _, _ := strings.Cut(part, shut); spaced != strings.HasSuffix(before, " ") {
			return "a blank before what closes"
		}
	}
	for i, part := range strings.Split(flat, shut) {
		if i > 0 && part != "" && !strings.ContainsAny(part[:1], " ,.?!;:") {
			return "no blank behind what closes"
		}
	}
	return ""
}
