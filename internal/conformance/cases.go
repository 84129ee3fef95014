package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tidytalk/tidytalk/text/formats"
)

// said are things that people say: with and without punctuation, with disfluencies of each kind.
var said = []string{
	"I want a flight to Boston, uh, I mean to Denver.",
	"so uh i want a flight to boston uh i mean to denver",
	"Well, you know, I- I think that that's fine. And, um, we'll see.",
	"we want to uh we want to go home and and then you know sleep",
	"He said, like, three- thirty people came, I mean, it was, it was a lot.",
	"do you like it yes i like it a lot no wait i love it",
	"Um.",
	"Yes, I mean what I say. You know him well, so do I.",
	"on monday no sorry on tuesday we uh meet the the manager of of sales",
	"Okay, so, so what we did was, we, uh, we took the som- something, right?",
	"dont you think thats what theyre saying i cant tell",
	"Ann: So, uh, how was it?\nBob: It was, it was fine. You know, long.\n",
}

// counted has numbers, dates, money and times.
var counted = []string{
	"it cost twenty five dollars and fifty cents on may third two thousand five",
	"we meet at nine thirty a m in room one hundred and twelve uh with twenty thousand people",
	"ten to eleven p m it is minus five degrees and three quarters of a mile",
}

// kinds are those of disfluencies, and lists of them.
var kinds = []any{
	"repairs", "filled-pauses", "discourse-markers", "editing-terms", "conjunctions", "partial-words", "loops", "all",
	[]any{"repairs", "editing-terms"}, []any{"filled-pauses", "partial-words"},
}

// shown are texts that are odd to look at.
var shown = []string{
	"", "\n", "  \n\t\n", "\ufeffUh, yes.\n", "Uh, yes.\r\nUm, no.\r\n", "Uh, yes.\rUm, no.", "Uh, caf\u00e9, uh, cafe\u0301.", "Uh, \U0001f600 yes \U0001f468\u200d\U0001f469\u200d\U0001f467.",
	"Uh, it\u2019s \u201cfine\u201d \u2014 um, really\u2026", "uh \u202eabc\u202c yes", "Yes\u00a0uh,\u00a0no.", "Uh yes\u2028um no.", "\U0001d4ce\U0001d4ee\U0001d4fc, uh.",
	"[laughs] Uh, (inaudible) yes. <b>Um</b>, {noise} no.", "UH, I AM, UM, LOUD.", "uh", "a", "...", "?!", "- Uh, yes.\n- Um, no.", "$5, uh, 3.14 and um 10:30 a.m.",
	"see uh www.example.com or um a.b@example.com", "Uh, yes.\n\n\n\nUm, no.\n\n",
}

// foreign are texts in other languages.
var foreign = []string{
	"Ich habe gestern, \u00e4hm, den Zug nach Berlin genommen, und dann sind wir nach Hause gegangen.",
	"Ayer fuimos, eh, a la casa de mi hermano y no hab\u00eda nadie en la calle.",
	"Hier nous sommes all\u00e9s, euh, chez mon fr\u00e8re et il n'y avait personne.",
	"\u6211\u4eec\u6628\u5929\u53bb\u4e86\u5317\u4eac\uff0c\u55ef\uff0c\u7136\u540e\u56de\u5bb6\u3002",
	"\u041c\u044b \u0432\u0447\u0435\u0440\u0430, \u044d\u044d, \u0435\u0437\u0434\u0438\u043b\u0438 \u0432 \u041c\u043e\u0441\u043a\u0432\u0443 \u0438 \u0432\u0435\u0440\u043d\u0443\u043b\u0438\u0441\u044c \u0434\u043e\u043c\u043e\u0439.",
}

const subtitles = "1\n00:00:01,000 --> 00:00:03,000\nSo, uh, I- I want\nto go home.\n\n2\n00:00:03,500 --> 00:00:04,000\nUm.\n\n3\n00:00:04,000 --> 00:00:06,500\n<i>You know</i>, tomorrow.\n"

const timed = `{"speaker": "Ann", "words": [{"text": "so", "start": 0.1, "end": 0.3}, {"text": "uh", "start": 0.3, "end": 0.6}, {"text": "yes", "start": 0.9, "end": 1.2}]}` + "\n" +
	`{"speaker": "Bob", "start": 1.5, "end": 2.5, "text": "Well, I, I don't know."}` + "\n"

// Cases returns the cases without what comes out. fixtures is the folder with files of all formats.
func Cases(fixtures string) ([]Case, error) {
	var l list
	clean, label := "/v1/clean", "/v1/label"
	for _, text := range said {
		for _, level := range []string{"light", "standard", "full"} {
			l.add("level", clean, text, "level", level)
		}
		l.add("labels", label, text)
		l.add("sentences", label, text, "to", "jsonl")
	}
	for _, kind := range kinds {
		for _, text := range []string{said[4], "And so, uh, I went to- to the, you know, I mean the house. Thank you. Thank you. Thank you."} {
			l.add("keep", clean, text, "keep", kind)
			l.add("remove", clean, text, "remove", kind)
		}
	}
	for _, text := range append(counted, said[3]) {
		for _, o := range [][2]any{{"numbers", "digits"}, {"number-style", "plain"}, {"number-style", "iso,short"}, {"number-style", "all"}, {"punct", "keep"}, {"case", "keep"}, {"punct", "strip"}, {"case", "lower"}} {
			l.add("written", clean, text, o[0], o[1])
		}
	}
	for _, text := range shown {
		l.add("odd", clean, text)
	}
	for _, text := range foreign {
		l.add("foreign", clean, text)
		l.add("foreign", clean, text, "language", "en")
	}
	l.add("foreign", clean, said[0], "language", "de")
	l.add("foreign", clean, said[0], "language", "zh")
	l.options(clean, label)
	l.wrong(clean, label)
	for _, to := range []string{"srt", "vtt", "text", "jsonl", "ttml", "sbv", "lrc", "csv", "whisper", "headed", "html", "docx"} {
		l.add("to "+to, clean, subtitles, "name", "talk.srt", "to", to)
		l.add("to "+to, clean, timed, "name", "talk.jsonl", "to", to)
	}
	if err := l.files(clean, fixtures); err != nil {
		return nil, err
	}
	for _, text := range said {
		l.add("columns", label, text, "to", "columns", "confidence", 1e-9)
	}
	return l.cases, nil
}

// list is what cases are added to.
type list struct{ cases []Case }

// add adds a case; options are names and values by turns.
func (l *list) add(name, path, input string, options ...any) {
	c := Case{Name: fmt.Sprintf("%d %s", len(l.cases)+1, name), Path: path, Options: make(map[string]any)}
	for i := 0; i < len(options); i += 2 {
		c.Options[options[i].(string)] = options[i+1]
	}
	c.SetSource(input)
	l.cases = append(l.cases, c)
}

// options adds cases of single options.
func (l *list) options(clean, label string) {
	l.add("names", clean, "i asked wes kao about gpt-4o and uh kubernetes", "vocabulary", []any{"Wes Kao", "GPT-4o", "Kubernetes"})
	l.add("names", clean, "Uh, I asked wes kao.", "vocabulary", "Wes Kao", "respell", true)
	l.add("fillers", clean, "Ehem, yes, I like it.", "fillers", []any{"+ ehem"})
	l.add("fillers", clean, said[2], "fillers", "- you know\n- well")
	l.add("dictation", clean, "dear ann comma new paragraph we uh arrive on monday period scratch that", "dictation", true)
	l.add("loops", clean, strings.Repeat("Thank you very much. ", 12), "loops", "drop")
	l.add("confidence", clean, said[2], "confidence", 0.99)
	l.add("confidence", label, said[4], "confidence", 0.5, "to", "jsonl")
	l.add("baseline", clean, said[1], "mode", "baseline")
	l.add("experts", clean, said[1], "mode", "experts")
	l.add("beam", clean, said[8], "beam", 3, "rounds", 2)
	l.add("without", clean, said[8], "without", "network")
	l.add("apostrophes", clean, said[10], "apostrophes", "keep")
	l.add("apostrophes", clean, "I dont know, uh, what youre saying.", "apostrophes", "restore")
	l.add("look ahead", clean, strings.Repeat(said[1]+" ", 3), "look-ahead", 8)
	l.add("lines", clean, said[1]+"\n"+said[3], "segment", "line")
	l.add("paragraphs", clean, strings.Repeat(said[0]+" "+said[2]+" ", 8), "paragraphs", true, "paragraph-words", 40)
	l.add("reflow", clean, subtitles, "reflow", true, "line-chars", 20, "cue-lines", 1)
	l.add("keep empty", clean, subtitles, "keep-empty", true)
	l.add("tokens", label, "I do n't , uh , know\n\nyes", "from", "tokens")
	l.add("tokens", clean, "so uh we we go", "from", "tokens", "to", "text")
	l.add("encoding", clean, "Uh, caf\xe9.", "encoding", "windows-1252")
	l.add("map", clean, `{"a": [{"w": "uh", "t": 100}, {"w": "yes", "t": 600}]}`, "map", "a[]: word=w start=t/1000", "from", "list")
	l.add("speakers", clean, subtitles, "speakers", "SPEAKER t 1 0.5 3.0 <NA> <NA> Ann <NA> <NA>\n", "to", "text")
	l.add("long", clean, strings.Repeat(said[1]+" and ", 12))
	l.add("long", clean, strings.Repeat(said[0]+" ", 12))
	l.add("long", clean, "uh "+strings.Repeat("a", 1500)+" yes")
}

// wrong adds cases that end with an error.
func (l *list) wrong(clean, label string) {
	for _, o := range [][]any{
		{"levle", "light"}, {"level", "none"}, {"level", "light", "to", "nothing"}, {"keep", "nouns"}, {"remove", "um"}, {"confidence", 2}, {"confidence", "high"},
		{"look-ahead", 0}, {"beam", -1}, {"reflow", "maybe"}, {"to", "kaldi"}, {"from", "word"}, {"mode", "baseline", "beam", 3}, {"punct", "all"}, {"case", "upper"},
		{"numbers", "words", "number-style", "iso"}, {"paragraphs", true, "paragraph-words", 3}, {"to", "srt"}, {"encoding", "latin-99"}, {"reflow", true}, {"weight", "network"},
		{"fillers", "ehem"}, {"revisions", true}, {"without", "nothing"}, {"flush-after", 1}, {"language", "english"},
	} {
		l.add("wrong", clean, said[0], o...)
	}
	l.add("wrong", label, said[0], "to", "srt")
	l.add("wrong", clean, "a\xffb", "from", "text")
	l.add("wrong", clean, "so \x00 yes")
	l.add("wrong", clean, "{\"segments\": [", "from", "whisper")
	l.add("wrong", clean, "WEBVTT\n\n00:01 -> 00:02\nuh", "name", "a.vtt")
	l.add("wrong", clean, "%PDF-1.4")
}

// files adds a case for each small file of a folder, in its own format.
func (l *list) files(path, folder string) error {
	const most = 1000 // bytes, so that the file of cases stays small
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return err
		}
		if e.IsDir() || info.Size() > most || filepath.Ext(e.Name()) == ".md" || formats.ByExtension(e.Name()).InArchives() {
			continue
		}
		b, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return err
		}
		l.add("file "+e.Name(), path, string(b), "name", e.Name())
	}
	return nil
}
