package tidytalk_test

import (
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

const (
	germanTurn   = "Na ja, ich, ich habe angefangen, als ich zwölf war, um vier Uhr morgens, in einer kleinen Bäckerei.\n"
	germanClean  = "Na ja, ich habe angefangen, als ich zwölf war, um vier Uhr morgens, in einer kleinen Bäckerei.\n"
	spanishTurn  = "Pues, eh, yo, yo empecé cuando tenía doce años. Mi abuela tenía una pequeña panadería en el pueblo.\n"
	spanishClean = "Pues, yo empecé cuando tenía doce años. Mi abuela tenía una pequeña panadería en el pueblo.\n"
	finnishTurn  = "No niin, öö, minä, minä aloitin kun olin kaksitoista vuotta vanha. Isoäidilläni oli pieni leipomo kylässä.\n"
	catalanTurn  = "Bé, doncs, eh, jo, jo vaig començar quan tenia dotze anys. La meva àvia tenia una petita fleca al poble.\n"
)

func TestLanguages(t *testing.T) {
	cleaner := newCleaner(t, tidytalk.Options{})
	for _, c := range []struct {
		name, text, want string
		left             []string
	}{
		{"English", "A: Um, I, I know that.\n", "A: I know that.\n", nil},
		{"short", "A: Um, um, yes.\n", "A: Yes.\n", nil},
		{"short, and nobody knows", "A: Um, um, ja.\n", "A: Um, um, ja.\n", []string{"und"}},
		{"a filled pause alone, in English", "A: So, I went there with her.\nB: Um.\nB: Er, yes.\n", "A: So, I went there with her.\nB: Yes.\n", nil},
		{"a filled pause alone, in German", "A: " + germanTurn + "B: Um.\nB: Er.\n", "A: " + germanClean + "B: Um.\nB: Er.\n", nil},
		{"words that are filled pauses elsewhere", "A: Er kommt um acht.\n", "A: Er kommt um acht.\n", nil},
		{"an English line among others", "A: " + germanTurn + "B: " + germanTurn + "A: Um, thank, thank you very much.\n", "A: " + germanClean + "B: " + germanClean + "A: Thank you very much.\n", nil},
		{"numbers", "A: Um, eight five five niner.\nB: Uh, two zero zero, Kilo Mike.\n", "A: Eight five five niner.\nB: Two zero zero, Kilo Mike.\n", nil},
		{"German", "A: " + germanTurn + "B: Um vier, um vier?\n", "A: " + germanClean + "B: Um vier, um vier?\n", nil},
		{
			"an interview", "A: So, um, how, how did you get into baking?\nB: " + germanTurn + "A: Um, okay. And then you, you moved to the city with them?\nB: Um vier Uhr, um vier Uhr.\n",
			"A: So how did you get into baking?\nB: " + germanClean + "A: Okay. And then you moved to the city with them?\nB: Um vier Uhr, um vier Uhr.\n", nil,
		},
		{
			"without punctuation", "a: so um how how did you get into baking back then\nb: na ja ich ich habe um vier uhr angefangen als ich zwölf war und meine großmutter noch lebte\n",
			"a: So how did you get into baking back then?\nb: na ja ich habe um vier uhr angefangen als ich zwölf war und meine großmutter noch lebte\n", nil,
		},
		{"inside a line", "So, um, I was, I was there with my grandmother every day of the week. " + germanTurn, "So I was there with my grandmother every day of the week. " + germanClean, nil},
		{"two", "A: " + germanTurn + "B: " + spanishTurn, "A: " + germanClean + "B: " + spanishClean, nil},
		{"what nothing is known of", "A: " + germanTurn + "B: " + finnishTurn, "A: " + germanClean + "B: " + finnishTurn, []string{"fi", "fi"}},
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
	for _, text := range []string{"Maria: " + finnishTurn + "Maria: Um,  neljä -- neljä neljä , uh , minä minä ?\n", strings.ToLower(catalanTurn)} {
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
		{"finnish", english, english, ""},
		{"de", english, "I know that.", ""},
		{"de", english, "I know that.", "en"},
		{"multi", english, "I know that.", ""},
		{"en", strings.TrimSpace(germanTurn), strings.TrimSpace(germanClean), ""},
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

// Text in a language that the options name, and of which nothing is known, is left, whatever is in it.
func TestLanguageWithoutModels(t *testing.T) {
	const text = "Ann: Um, I, I see.\nBea: er hat um um eins angerufen\n"
	for _, code := range []string{"fi", "fi-FI", "fin", "cy", "yue", "haw"} {
		c := newCleaner(t, tidytalk.Options{Language: code})
		d, err := transcript.ParseText(text, "text")
		if err != nil {
			t.Fatal(err)
		}
		out, err := c.Clean(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if got := out.Edit(transcript.Rewriting{}).Text(); got != text || len(out.Left) == 0 || tidytalk.LanguageName(out.Left[0].Language) == "" {
			t.Errorf("%s: %q, left %v", code, got, out.Left)
		}
		var live strings.Builder
		told := 0
		s, err := c.NewStream(t.Context(), &live, tidytalk.StreamOptions{Left: func(int, string) { told++ }})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(s, text); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil || live.String() != text || told == 0 {
			t.Errorf("%s live: %q, %v, told %d times", code, live.String(), err, told)
		}
		sentences, err := c.Tokens(t.Context(), [][]tidytalk.Word{{{Text: "um"}, {Text: "um"}}})
		if err != nil || !sentences[0].Decisions[0].Left || sentences[0].Decisions[1].Why != 0 {
			t.Errorf("%s: %v, %v", code, sentences, err)
		}
		for w, err := range c.Words(t.Context(), func(yield func(tidytalk.Word, error) bool) { yield(tidytalk.Word{Text: "um"}, nil) }) {
			if err != nil || !w.Left {
				t.Errorf("%s: %v, %v", code, w, err)
			}
		}
	}
	for _, code := range []string{"en", "en-GB", "eng"} {
		if got, err := newCleaner(t, tidytalk.Options{Language: code}).Text(t.Context(), "Um, um, ja.\n"); err != nil || got != "Ja.\n" {
			t.Errorf("%s: %q, %v", code, got, err)
		}
	}
}

func TestUnknownLanguage(t *testing.T) {
	err := tidytalk.Options{Language: "zz"}.Validate()
	if !errors.Is(err, tidytalk.ErrOptions) || !strings.Contains(err.Error(), `"zz" is no language`) {
		t.Error(err)
	}
	for code, name := range map[string]string{"de": "German", "und": "another language", "qq": "qq"} {
		if got := tidytalk.LanguageName(code); got != name {
			t.Errorf("%s is %q", code, got)
		}
	}
}

// What stands beside it in other languages takes no word from a file, and puts none in: neither from what is English in it,
// where that tells by itself, nor from the others.
func TestOthersTakeNothing(t *testing.T) {
	english := []string{
		"So, um, I was there with my grandmother every day of the week.\n", "And what did you, uh, do there all day long?\n",
		"We, we baked bread, because people wanted it before they went to work.\n", "That is what I thought, you know.\n",
	}
	others := []string{
		germanTurn, spanishTurn, "Er hat um acht angerufen, um zu fragen.\n", "Eu tenho um carro e um cachorro.\n", "Det er ikke det jeg mener.\n",
		"Ну, я, я начал, когда мне было двенадцать лет.\n", "Ha detto che è andato via.\n", "はい、そうですね。\n", "Vi skulle ha gjort det igår.\n",
	}
	c := newCleaner(t, tidytalk.Options{})
	clean := func(text string) string {
		got, err := c.Text(t.Context(), text)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	want := clean(strings.Join(english, ""))
	theirs := slices.Clone(others) // and what becomes of them by themselves
	for _, line := range others {
		theirs = append(theirs, clean(line))
	}
	random := rand.New(rand.NewPCG(3, 4))
	for range 12 {
		lines := append(slices.Clone(english), others...)
		order := random.Perm(len(others))
		// English lines keep their order, the others stand anywhere between.
		var text, rest strings.Builder
		for len(order) > 0 || len(lines) > len(others) {
			if n := len(lines) - len(others); n > 0 && (len(order) == 0 || random.IntN(3) == 0) {
				text.WriteString(lines[0])
				lines = lines[1:]
				continue
			}
			text.WriteString(others[order[0]])
			order = order[1:]
		}
		for line := range strings.Lines(clean(text.String())) {
			if !slices.Contains(theirs, line) {
				rest.WriteString(line)
			}
		}
		if rest.String() != want {
			t.Fatalf("%s\nbecomes, without the others,\n%s\nwant\n%s", text.String(), rest.String(), want)
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
