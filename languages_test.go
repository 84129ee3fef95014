package tidytalk_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

const (
	germanTurn  = "Na ja, ich, ich habe angefangen, als ich zwölf war, um vier Uhr morgens, in einer kleinen Bäckerei.\n"
	spanishTurn = "Pues, eh, yo, yo empecé cuando tenía doce años. Mi abuela tenía una pequeña panadería en el pueblo.\n"
)

func TestLanguages(t *testing.T) {
	cleaner := newCleaner(t, tidytalk.Options{})
	for _, c := range []struct {
		name, text, want string
		left             []string
	}{
		{"English", "A: Um, I, I know that.\n", "A: I know that.\n", nil},
		{"short", "A: Um, um, ja.\n", "A: Ja.\n", nil},
		{"German", "A: " + germanTurn + "B: Um vier, um vier?\n", "A: " + germanTurn + "B: Um vier, um vier?\n", []string{"de", "de"}},
		{
			"an interview", "A: So, um, how, how did you get into baking?\nB: " + germanTurn + "A: Um, okay. And then you, you moved to the city with them?\nB: Um vier Uhr, um vier Uhr.\n",
			"A: So, how did you get into baking?\nB: " + germanTurn + "A: Okay. And then you moved to the city with them?\nB: Um vier Uhr, um vier Uhr.\n", []string{"de", "de"},
		},
		{
			"without punctuation", "a: so um how how did you get into baking back then\nb: na ja ich ich habe um vier uhr angefangen als ich zwölf war und meine großmutter noch lebte\n",
			"a: So how did you get into baking back then?\nb: na ja ich ich habe um vier uhr angefangen als ich zwölf war und meine großmutter noch lebte\n", []string{"de"},
		},
		{"inside a line", "So, um, I was, I was there with my grandmother every day of the week. " + germanTurn, "So, I was there with my grandmother every day of the week. " + germanTurn, []string{"de"}},
		{"two", "A: " + germanTurn + "B: " + spanishTurn, "A: " + germanTurn + "B: " + spanishTurn, []string{"de", "es", "es"}},
		{"other scripts", "A: Um, I, I know that very well, and so do you, I think.\nA: 好，好，绿茶餐厅。\n", "A: I know that very well, and so do you, I think.\nA: 好，好，绿茶餐厅。\n", []string{"zh"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := transcript.ParseText(c.text, "text")
			if err != nil {
				t.Fatal(err)
			}
			out, err := cleaner.Clean(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			if got := out.Edit(transcript.Rewriting{}).Text(); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
			var left []string
			for _, l := range out.Left {
				left = append(left, l.Language)
			}
			if !slices.Equal(left, c.left) {
				t.Errorf("left %q, want %q", left, c.left)
			}
			var live strings.Builder
			s, err := cleaner.NewStream(t.Context(), &live, tidytalk.StreamOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(s, c.text); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil || live.String() != c.want {
				t.Errorf("live: %v\n%swant\n%s", err, live.String(), c.want)
			}
		})
	}
}

// What is not English is kept to the letter, whatever is asked for, and comes out of a stream
// as it went in, whatever its parts are.
func TestLeftToTheLetter(t *testing.T) {
	cleaner := newCleaner(t, tidytalk.Options{})
	for _, text := range []string{"Maria: " + germanTurn + "Maria: Um,  um vier -- um vier , uh , Uhr ?\n", strings.ToLower(spanishTurn)} {
		for _, r := range []transcript.Rewriting{
			{}, {Remove: data.AllDisfluencies}, {Punct: transcript.PunctStrip, Case: transcript.CaseLower}, {Remove: data.NoDisfluencies, Punct: transcript.PunctStrip},
		} {
			d, err := transcript.ParseText(text, "text")
			if err != nil {
				t.Fatal(err)
			}
			out, err := cleaner.Clean(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			if got := out.Edit(r).Text(); got != text {
				t.Errorf("%+v: %q becomes %q", r, text, got)
			}
			var live strings.Builder
			told := 0
			s, err := cleaner.NewStream(t.Context(), &live, tidytalk.StreamOptions{Rewriting: r, Left: func(line int, language string) { told++ }})
			if err != nil {
				t.Fatal(err)
			}
			for part := range slices.Chunk([]byte(text), 7) {
				if _, err := s.Write(part); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Close(); err != nil || told == 0 {
				t.Fatal(told, err)
			}
			if got := live.String(); got != text {
				t.Errorf("live, %+v: %q becomes %q", r, text, got)
			}
		}
	}
}

// What a file says its language is comes first.
func TestNamedLanguage(t *testing.T) {
	whisper := func(language, text string) string {
		return `{"text":"` + text + `","segments":[{"start":0,"end":5,"text":"` + text + `"}],"language":"` + language + `"}`
	}
	english := "Um, I, I know that."
	for _, c := range []struct {
		language, text, want string
		option               string
	}{
		{"en", english, "I know that.", ""},
		{"german", english, english, ""},
		{"de", english, english, ""},
		{"de", english, "I know that.", "en"},
		{"multi", english, "I know that.", ""},
		{"en", strings.TrimSpace(germanTurn), strings.TrimSpace(germanTurn), ""},
	} {
		cleaner := newCleaner(t, tidytalk.Options{Language: c.option})
		file, err := formats.Read(whisper(c.language, c.text), "talk.json", "")
		if err != nil {
			t.Fatal(err)
		}
		out, err := cleaner.Clean(t.Context(), file.Document)
		if err != nil {
			t.Fatal(err)
		}
		if got := file.Rewrite(out.Plan(transcript.Rewriting{})); got != whisper(c.language, c.want) {
			t.Errorf("%s %q: got %s", c.language, c.option, got)
		}
	}
}

func TestUnknownLanguage(t *testing.T) {
	err := tidytalk.Options{Language: "de"}.Validate()
	if !errors.Is(err, tidytalk.ErrOptions) || !strings.Contains(err.Error(), "they know en") {
		t.Error(err)
	}
	for code, name := range map[string]string{"de": "German", "und": "another language", "qq": "qq"} {
		if got := tidytalk.LanguageName(code); got != name {
			t.Errorf("%s is %q", code, got)
		}
	}
}

// Loops are kept whole, and dropped but for their first copy; what is beside them is
// cleaned.
func TestLoops(t *testing.T) {
	cleaner := newCleaner(t, tidytalk.Options{})
	for _, c := range []struct {
		name, text, keep, drop string
		copies                 []int
	}{
		{
			"lines", "A: Um, I, I see.\n" + strings.Repeat("A: Uh, thank you.\n", 7) + "B: Um, bye.\n",
			"A: I see.\n" + strings.Repeat("A: Uh, thank you.\n", 7) + "B: Bye.\n", "A: I see.\nA: Uh, thank you.\nB: Bye.\n", []int{7},
		},
		{
			"inside a line", "Um, I said, " + strings.Repeat("thank you, ", 12) + "and, uh, I left.",
			"I said, " + strings.Repeat("thank you, ", 12) + "and I left.", "I said, thank you, and I left.", []int{12},
		},
		{
			"without punctuation", "um we were there and i said " + strings.Repeat("thank you ", 12) + "\n",
			"We were there. And I said, thank you." + strings.Repeat(" Thank you.", 11) + " \n", "We were there. And I said, thank you. \n", []int{12},
		},
		{"none", "No, no, no, no. Yeah. Yeah. Yeah.\n", "", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, err := transcript.ParseText(c.text, "text")
			if err != nil {
				t.Fatal(err)
			}
			out, err := cleaner.Clean(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			var copies []int
			for _, l := range out.Loops {
				copies = append(copies, len(l.Copies))
			}
			if !slices.Equal(copies, c.copies) {
				t.Fatalf("copies %d, want %d", copies, c.copies)
			}
			if c.copies == nil {
				return
			}
			if got := out.Edit(transcript.Rewriting{}).Text(); got != c.keep {
				t.Errorf("kept:\n%swant\n%s", got, c.keep)
			}
			if got := out.Edit(transcript.Rewriting{Remove: data.DefaultRemoved | data.Loops}).Text(); got != c.drop {
				t.Errorf("dropped:\n%swant\n%s", got, c.drop)
			}
		})
	}
}
