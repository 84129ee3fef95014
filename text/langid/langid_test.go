package langid

import (
	"bufio"
	"os"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/datatest"
)

func languageOf(text string) string {
	var e Evidence
	for w := range strings.FieldsSeq(text) {
		e.Add(strings.Trim(w, ".,?!;:\"()-¿¡。？"))
	}
	return e.Language(func() string { return text })
}

func TestLanguage(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"um", ""},
		{"Yes, exactly.", ""},
		{"Alejandro Elsztain, Nikolai Petrov, Giuseppe Verdi", ""},
		{"so i was like um going to the uh store and and he said he'd be there", "en"},
		{"SO I WAS LIKE UM GOING TO THE UH STORE AND AND HE SAID HE’D BE THERE", "en"},
		{"um uh uh um yeah i i i mean the the the thing is is that we we uh", "en"},
		{"la la la la la la", ""},
		{"Ja, genau.", ""},
		{"Na ja, ich, ich habe angefangen, als ich zwölf war, um vier Uhr morgens in einer kleinen Bäckerei.", "de"},
		{"also ich habe um vier uhr angefangen und dann sind wir ähm zusammen in die bäckerei gegangen", "de"},
		{"Pues, eh, yo empecé cuando tenía doce años. Mi abuela tenía una pequeña panadería en el pueblo.", "es"},
		{"Alors, euh, j'ai commencé quand j'avais douze ans. Ma grand-mère avait une petite boulangerie au coin de la rue.", "fr"},
		{"Nou ja, ik ben eh begonnen toen ik twaalf was. Mijn grootmoeder had een kleine bakkerij om de hoek.", "nl"},
		{"Beh, ho cominciato quando avevo dodici anni. Mia nonna aveva un piccolo panificio in paese, ehm, vicino alla chiesa.", "it"},
		{"Bom, é, eu comecei quando tinha doze anos. A minha avó tinha uma pequena padaria na esquina da nossa rua.", "pt"},
		{"Ну, я начал, когда мне было двенадцать лет.", "ru"},
		{"はい、そうですね。", "ja"},
		{"好，绿茶餐厅的营业时间是几点到几点？", "zh"},
		{"均消费在50-100元之间的餐馆", "zh"},
		{"roger 177 144 00 NA plus 00197 47253 554 47050 12 1278 26 correction 256 023 up 265 left 18", ""},
	} {
		if got := languageOf(c.text); got != c.want {
			t.Errorf("%q is %q, want %q", c.text, got, c.want)
		}
	}
}

// A text is what its parts are, put together.
func TestJoin(t *testing.T) {
	var all Evidence
	whole := ""
	for _, text := range []string{"Na ja, ich habe", "angefangen, als ich", "zwölf war, um vier Uhr", "morgens in einer Bäckerei."} {
		var part Evidence
		for w := range strings.FieldsSeq(text) {
			part.Add(w)
		}
		if l := part.Language(func() string { return text }); l != "" {
			t.Errorf("%q is enough for %q", text, l)
		}
		all.Join(&part)
		whole += text + " "
	}
	if l := all.Language(func() string { return whole }); l != "de" {
		t.Errorf("all is %q", l)
	}
}

func TestCode(t *testing.T) {
	for _, c := range []struct{ said, want, name string }{
		{"en", "en", "English"}, {"en-US", "en", "English"}, {"en_us", "en", "English"}, {"eng", "en", "English"}, {"English", "en", "English"},
		{"de", "de", "German"}, {"deu", "de", "German"}, {" german ", "de", "German"}, {"de-DE", "de", "German"},
		{"zh-Hans", "zh", "Chinese"}, {"chinese", "zh", "Chinese"}, {"cmn-Hans-CN", "zh", "Chinese"}, {"no", "no", "Norwegian"},
		{"cy", "cy", "cy"}, // Welsh, which the detector does not know
		{"", "", ""}, {"auto", "", ""}, {"multi", "", ""}, {"und", "", ""}, {"x1", "", ""}, {"??", "", ""},
	} {
		got := Code(c.said)
		if got != c.want || got != "" && Name(got) != c.name {
			t.Errorf("%q is %q, %q, want %q, %q", c.said, got, Name(got), c.want, c.name)
		}
	}
	if got := Name(Undetermined); got != "another language" {
		t.Error(got)
	}
}

// TestEnglish looks for English that is taken for another language: turns of the
// development conversations as a recogniser would write them, and calls on earnings with
// many names and numbers. Of longer turns in German most must be known.
func TestEnglish(t *testing.T) {
	turn, texts := "", map[string]string{}
	var turns []string
	eachLine(t, datatest.Path(t, "swbd", "dev.tsv"), func(line string) {
		c := strings.Split(line, "\t")
		at := c[0] + c[1] + strings.SplitN(c[2], ".", 2)[0]
		if at != turn {
			turn, turns = at, append(turns, at)
		}
		texts[at] += " " + strings.ToLower(c[4])
	})
	eachLine(t, datatest.Path(t, "punct", "en-mixed", "earnings22.dev.txt"), func(line string) {
		if _, text, ok := strings.Cut(line, "\t"); ok {
			turns, texts[text] = append(turns, text), text
		}
	})
	for _, at := range turns {
		if l := languageOf(texts[at]); l != "" && l != English {
			t.Errorf("%q is taken for %s", texts[at], Name(l))
		}
	}
	long, german := 0, 0
	eachLine(t, datatest.Path(t, "punct", "ted-de", "dev.ted.dev2010.txt"), func(line string) {
		if len(strings.Fields(line)) >= MinWords {
			long++
			if languageOf(line) == "de" {
				german++
			}
		}
	})
	t.Logf("%d English turns; %d of %d lines are German", len(turns), german, long)
	if german*100 < long*90 {
		t.Errorf("%d of %d lines are German", german, long)
	}
}

func eachLine(t *testing.T, path string, do func(line string)) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		do(s.Text())
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
}

func BenchmarkEnglish(b *testing.B) {
	words := strings.Fields("so i was going to the uh the store yesterday and he said that it was closed because of the Holiday weekend")
	for b.Loop() {
		var e Evidence
		for _, w := range words {
			e.Add(w)
		}
		if e.Language(nil) != English {
			b.Fatal("it is English")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(words)), "ns/word")
}
