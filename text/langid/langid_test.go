package langid

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/text/langid/table"
)

func evidence(text string) *Evidence {
	var e Evidence
	for w := range strings.FieldsSeq(text) {
		e.Add(strings.Trim(w, ".,?!;:\"()¿¡。？"))
	}
	return &e
}

func languageOf(text string) string { return evidence(text).Language(Prior{}).Code }

func TestLanguage(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "en"},
		{"um", "en"},
		{"Yes, exactly.", "en"},
		{"so i was like um going to the uh store and and he said he'd be there", "en"},
		{"SO I WAS LIKE UM GOING TO THE UH STORE AND AND HE SAID HE’D BE THERE", "en"},
		{"um uh uh um yeah i i i mean the the the thing is is that we we uh", "en"},
		// Names, songs, numbers, codes.
		{"Alejandro Elsztain, Nikolai Petrov, Giuseppe Verdi", "en"},
		{"la la la la la la", "en"},
		{"roger 177 144 00 NA plus 00197 47253 554 47050 12 1278 26 correction 256 023 up 265 left 18", "en"},
		{"eight five five niner four two", "en"},
		{"seventeen hundred ninety two dot zero", "en"},
		{"Kilo Lima Mike three two zero heavy", "en"},
		{"we drove from San Marino to La Spezia", "en"},
		{"w- wo- wor- work", "en"},
		{"oh okay", "en"},
		{"i'm gon na go", "en"},
		{"gon na", "en"},
		{"O. K.", "en"},
		{"N E Z.", "en"},
		{"uh y", "en"},
		{"E tu?", "it"},
		{"Işık var mı?", "tr"},
		{"KADIN", "tr"},
		{"İYİ GÜNLER", "tr"},
		// Filled pauses of English that are words elsewhere.
		{"er hat um sechs angerufen", "de"},
		{"Er kommt um eins.", "de"},
		{"Tenho um irmão e um gato.", "pt"},
		{"ha detto che viene domani", "it"},
		{"er staat een fiets buiten", "nl"},
		{"det er ikke her", "no"},
		{"Eh bien, on y va.", "fr"},
		{"Na ja, ich, ich habe angefangen, als ich zwölf war, um vier Uhr morgens in einer kleinen Bäckerei.", "de"},
		{"also ich habe um vier uhr angefangen und dann sind wir ähm zusammen in die bäckerei gegangen", "de"},
		{"Pues, eh, yo empecé cuando tenía doce años. Mi abuela tenía una pequeña panadería en el pueblo.", "es"},
		{"Alors, euh, j'ai commencé quand j'avais douze ans. Ma grand-mère avait une petite boulangerie au coin de la rue.", "fr"},
		{"Nou ja, ik ben eh begonnen toen ik twaalf was. Mijn grootmoeder had een kleine bakkerij om de hoek.", "nl"},
		{"Beh, ho cominciato quando avevo dodici anni. Mia nonna aveva un piccolo panificio in paese, ehm, vicino alla chiesa.", "it"},
		{"Bom, é, eu comecei quando tinha doze anos. A minha avó tinha uma pequena padaria na esquina da nossa rua.", "pt"},
		{"Minulla on kaksi koiraa ja kissa.", "fi"},
		{"Vám se to tady nelíbí?", "cs"},
		{"Bugün hava çok güzel değil mi?", "tr"},
		// Languages without weights.
		{"Nem tudom, hogy mikor jön meg a vonat, de őt várom.", "hu"},
		{"Habari ya asubuhi, rafiki yangu, unakwenda wapi leo?", "und"},
		{"Không, tôi chưa ăn sáng.", "vi"},
		// Other scripts.
		{"Ну, я начал, когда мне было двенадцать лет.", "ru"},
		{"Я не знаю, що ви маєте на увазі.", "uk"},
		{"Ја ћу доћи сутра.", "sr"},
		{"Δεν ξέρω τι λες.", "el"},
		{"我们明天几点见？", "zh"},
		{"はい、そうですね。", "ja"},
		{"好，绿茶餐厅的营业时间是几点到几点？", "zh"},
		{"均消费在50-100元之间的餐馆", "zh"},
		{"저는 내일 서울에 가요.", "ko"},
		{"أنا لا أعرف", "ar"},
		{"من نمی\u200cدانم چه می\u200cگویی", "fa"},
		{"ฉันไม่รู้", "th"},
	} {
		if got := languageOf(c.text); got != c.want {
			t.Errorf("%q is %q, want %q", c.text, got, c.want)
		}
	}
}

// What else was said decides where a text tells little, and only there.
func TestPrior(t *testing.T) {
	heard := func(code string) *Heard {
		h := new(Heard)
		if code != "" {
			h.Add(code, 400)
		}
		return h
	}
	for _, c := range []struct{ file, text, want string }{
		{"", "Um.", "en"},
		{"en", "Um.", "en"},
		{"de", "Um.", "de"},
		{"pt", "um, um", "pt"},
		{"zh", "OK", "zh"},
		{"zh", "Kathmandu", "zh"},
		{"zh", "I think we should go there tomorrow", "en"},
		{"en", "Ja.", "en"},
		{"en", "Ja, genau.", "de"},
		{"de", "Ja, genau.", "de"},
		{"de", "Thank you very much.", "en"},
		{"en", "Ich weiß noch nicht, ob ich morgen komme.", "de"},
		{"hu", "Kati.", "und"},
		{"ja", "大丈夫", "ja"},
		{"zh", "大丈夫", "zh"},
		{"ja", "我们明天几点见？", "zh"},
		{"ja", "明日六時", "ja"},
		{"ru", "Okay.", "ru"},
	} {
		if got := evidence(c.text).Language(Prior{File: heard(c.file)}).Code; got != c.want {
			t.Errorf("%q in %s is %q, want %q", c.text, c.file, got, c.want)
		}
	}
	for _, code := range []string{"de", "hu", "ja", "und"} { // whatever it is known by
		p := Prior{File: heard(code), Before: code}
		if got := p.said(weighed(code)); got != mostHeard+justBefore {
			t.Errorf("what was said in %s is worth %.0f words", code, got)
		}
	}
	if got := evidence("Um.").Language(Prior{Before: "hu"}).Code; got != Undetermined {
		t.Errorf("a filled pause behind Hungarian is %q", got)
	}
	both := heard("en")
	both.Add("de", 400)
	if got := evidence("Kati").Language(Prior{File: both, Speaker: heard("de")}).Code; got != "de" {
		t.Errorf("the speaker speaks German, not %q", got)
	}
}

// A text with what may be a filled pause is no English in doubt.
func TestPausesInDoubt(t *testing.T) {
	for word := range strings.FieldsSeq("som van") {
		e := evidence(word)
		margin := e.Language(Prior{}).Margin
		e.Add("um")
		if a := e.Language(Prior{}); margin < withPauses && a.Code == English {
			t.Errorf("um beside %q, whose odds are %.1f, is English", word, margin)
		}
	}
	if got := languageOf("um about it"); got != English {
		t.Errorf("%q", got)
	}
}

// The answer is the same, however often it is asked: nothing depends on the order of a map.
func TestSameAgain(t *testing.T) {
	h := new(Heard)
	for _, code := range []string{"ru", "uk", "zh", "ja", "ko", "el", "de", "en", "sr", "hu"} {
		h.Add(code, 20)
	}
	for _, text := range []string{"", "Um.", "Иван", "Kati", "大", "so what", "so, was"} {
		e := evidence(text)
		first := e.Language(Prior{File: h})
		for range 200 {
			if again := e.Language(Prior{File: h}); again != first {
				t.Fatalf("%q: %v, %v", text, first, again)
			}
		}
	}
}

func TestCode(t *testing.T) {
	for _, c := range []struct{ said, want, name string }{
		{"en", "en", "English"}, {"en-US", "en", "English"}, {"en_us", "en", "English"}, {"eng", "en", "English"}, {"English", "en", "English"},
		{"de", "de", "German"}, {"deu", "de", "German"}, {"ger", "de", "German"}, {" german ", "de", "German"}, {"de-DE", "de", "German"},
		{"zh-Hans", "zh", "Chinese"}, {"chinese", "zh", "Chinese"}, {"cmn-Hans-CN", "zh", "Chinese"}, {"no", "no", "Norwegian"},
		{"cy", "cy", "Welsh"}, {"iw", "he", "Hebrew"}, {"yue", "yue", "Cantonese"}, {"haw", "haw", "Hawaiian"}, {"aaa", "aaa", "aaa"},
		{"flemish", "nl", "Dutch"}, {"castilian", "es", "Spanish"}, {"sr-Latn-RS", "sr", "Serbian"},
		{"", "", ""}, {"auto", "", ""}, {"multi", "", ""}, {"mul", "", ""}, {"und", "", ""}, {"x1", "", ""}, {"??", "", ""}, {"zz", "", ""}, {"e", "", ""},
	} {
		got := Code(c.said)
		if got != c.want || got != "" && Name(got) != c.name {
			t.Errorf("%q is %q, %q, want %q, %q", c.said, got, Name(got), c.want, c.name)
		}
	}
	if got := Name(Undetermined); got != "another language" {
		t.Error(got)
	}
	for code, name := range called().name {
		if Code(code) == "" || Code(name) == "" || Name(Code(name)) == "" {
			t.Errorf("%s %s: %q, %q", code, name, Code(code), Code(name))
		}
	}
}

// The languages with weights have names, and the last column is of all others.
func TestWeights(t *testing.T) {
	codes := weights().Codes
	if n := len(codes); codes[n-1] != Undetermined || !slices.IsSorted(codes[:n-1]) || n > table.Most {
		t.Errorf("%q", codes)
	}
	for _, code := range codes[:len(codes)-1] {
		if Code(code) != code || Name(code) == code {
			t.Errorf("%s is %q", code, Name(code))
		}
	}
}

func TestAllocations(t *testing.T) {
	h := new(Heard)
	h.Add("de", 40)
	for _, word := range []string{"yesterday", "Holiday", "L’Élan", "unwahrscheinlich", "ТАКЖЕ", "大丈夫", "KADIN"} {
		if n := testing.AllocsPerRun(100, func() {
			var e Evidence
			e.Add(word)
			e.Language(Prior{File: h, Speaker: h, Before: "de"})
		}); n > 0 {
			t.Errorf("%q takes %.0f allocations", word, n)
		}
	}
}

func BenchmarkEnglish(b *testing.B) {
	benchmark(b, "so i was going to the uh the store yesterday and he said that it was closed because of the Holiday weekend", English)
}

func BenchmarkUnknownWords(b *testing.B) {
	benchmark(b, "Nem tudom hogy mikor jön meg vonat őt várom Kertész utcában", "hu")
}

func benchmark(b *testing.B, text, want string) {
	words := strings.Fields(text)
	b.ReportAllocs()
	for b.Loop() {
		var e Evidence
		for _, w := range words {
			e.Add(w)
		}
		if e.Language(Prior{}).Code != want {
			b.Fatal("it is not " + want)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(words)), "ns/word")
}
