package formats

import (
	"strings"
	"testing"
)

// mapped are files of shapes that nobody knows, with the maps that read them.
var mapped = []struct {
	name, file, maps, src string
	want                  string // words with times and speakers, a line each utterance
	removed               string // what is left without fillers
}{
	{
		"words in segments", "a.json", `segments[].words[]: text=w start=b/1000 end=e/1000 speaker=^who confidence=c`,
		`{"segments": [{"who": "Ann", "words": [{"w": "Um,", "b": 500, "e": 900, "c": 0.5}, {"w": "yes.", "b": 1000, "e": 1400}]}, {"who": "Bob", "words": [{"w": "Uh.", "b": 2000, "e": 2400}]}]}`,
		"Ann 0.5-0.9 Um, 1-1.4 yes.\nBob 2-2.4 Uh.\n",
		`{"segments": [{"who": "Ann", "words": [{"w": "Yes.", "b": 1000, "e": 1400}]}]}`,
	},
	{
		"a text beside", "a.json", `segments[].words[]: text=w speaker=segments[].who; segments[]: text=said; text=all.text`,
		`{"all": {"text": "Um, yes. No."}, "segments": [{"who": 1, "said": "Um, yes.", "words": [{"w": "Um,"}, {"w": "yes."}]}, {"who": 2, "said": "No.", "words": [{"w": "No."}]}]}`,
		"Speaker 1 Um, yes.\nSpeaker 2 No.\n",
		`{"all": {"text": "Yes. No."}, "segments": [{"who": 1, "said": "Yes.", "words": [{"w": "Yes."}]}, {"who": 2, "said": "No.", "words": [{"w": "No."}]}]}`,
	},
	{
		"lists in place of objects", "a.json", `r[0][]: text=[0] start=[1] end=[2]`,
		`{"r": [[["um", 0.5, 0.75], ["so", 1, 1.5]], "x"]}`, " 0.5-0.75 um 1-1.5 so\n", `{"r": [[["so", 1, 1.5]], "x"]}`,
	},
	{
		"times since 1970", "a.jsonl", `r[].w[]: word=t start=a/1000 end=z/1000 speaker=^who`,
		`{"r": [{"who": "Ann", "w": [{"t": "so", "a": 1620118800000, "z": 1620118800250}, {"t": "um", "a": 1620118800300, "z": 1620118800500}, {"t": "yes", "a": 1620118800600, "z": 1620118800900}]}]}` + "\n",
		"Ann 0-0.25 so 0.3-0.5 um 0.6-0.9 yes\n",
		`{"r": [{"who": "Ann", "w": [{"t": "so", "a": 1620118800000, "z": 1620118800250}, {"t": "yes", "a": 1620118800600, "z": 1620118800900}]}]}` + "\n",
	},
	{
		"strings with times beside them", "a.json", `words[]: text=.`,
		`{"words": ["um", "so"], "t": [0, 1]}`, " um so\n", `{"words": ["", "so"], "t": [0, 1]}`,
	},
	{
		"strings", "a.json", `lines[]: text=.`,
		`{"lines": ["um", "so we went", "uh"]}`, " um\n so we went\n uh\n", `{"lines": ["so we went"]}`,
	},
	{
		"one string with labels", "a.json", `text=transcript`,
		`{"transcript": "Ann: Um, yes.\nBob: No.\n"}`, "Ann Um, yes.\nBob No.\n", `{"transcript": "Ann: Yes.\nBob: No.\n"}`,
	},
	{
		"behind a list", "a.json", `results[].alternatives[0]: text=transcript start=^at`,
		`{"results": [{"at": 1, "alternatives": [{"transcript": "um"}]}, {"at": "0:02.5", "alternatives": [{"transcript": "so we went"}]}]}`,
		" 1-2.5 um\n 2.5-4.5 so we went\n", `{"results": [{"at": "0:02.5", "alternatives": [{"transcript": "so we went"}]}]}`,
	},
	{
		"lines of JSON", "a.jsonl", `text=m.body start=ts/1000 duration=ms*0.001 speaker=u`,
		"{\"ts\":1000,\"ms\":500,\"u\":\"Ann\",\"m\":{\"body\":\"uh\"}}\n{\"ts\":2000,\"ms\":1000,\"u\":\"Bob\",\"m\":{\"body\":\"um yes no\"}}\n{\"ts\":3,\"m\":null}\n",
		"Ann 1-1.5 uh\nBob 2-3 um yes no\n", "{\"ts\":2000,\"ms\":1000,\"u\":\"Bob\",\"m\":{\"body\":\"yes no\"}}\n{\"ts\":3,\"m\":null}\n",
	},
	{
		"values one after the other", "a.json", `r[]: text=t`,
		"{\"r\": [{\"t\": \"um\"}, {\"t\": \"so we\"}]}\n\n{\"r\": []}", " um\n so we\n", "{\"r\": [{\"t\": \"so we\"}]}\n\n{\"r\": []}",
	},
	{
		"names with signs", "a.json", `"a list"[]: text="the.text" start="start/s"`,
		`{"a list": [{"the.text": "so we", "start/s": "PT1.5S"}]}`, " 1.5-3.5 so we\n", `{"a list": [{"the.text": "so we", "start/s": "PT1.5S"}]}`,
	},
	{
		"dates", "a.json", `[]: text=t start=at`,
		`[{"t": "so we", "at": "2024-05-01T10:00:00Z"}, {"t": "went", "at": "2024-05-01T10:00:01.5Z"}]`, " 0-1.5 so we\n 1.5-3.5 went\n",
		`[{"t": "so we", "at": "2024-05-01T10:00:00Z"}, {"t": "went", "at": "2024-05-01T10:00:01.5Z"}]`,
	},
	{
		"columns by name", "a.csv", `text="What they said" speaker=who start=when`,
		"when,who,What they said\n0:01,Ann,um\n0:03,Bob,\"So, uh, yes\"\n", "Ann 1-3 um\nBob 3-5 So, uh, yes\n", "when,who,What they said\n0:03,Bob,\"So yes\"\n",
	},
	{
		"columns by number", "a.tsv", `text=#3 start=#1/1000 end=#2/1000`,
		"500\t1000\tum\n1000\t2000\tso yes\n", " 0.5-1 um\n 1-2 so yes\n", "1000\t2000\tso yes\n",
	},
	{
		"ranges", "a.csv", `text=#2 start=#1`,
		"0:01 - 0:02;um\n0:02 - 0:04;so yes\n", " 1-2 um\n 2-4 so yes\n", "0:02 - 0:04;so yes\n",
	},
}

// utterancesText writes what a file says.
func utterancesText(f *File) string {
	var b strings.Builder
	s := f.Transcript(nil)
	for i := range s.Utterances {
		u := &s.Utterances[i]
		b.WriteString(u.Speaker)
		seconds := func(x float64) string { return strings.TrimSuffix(strings.TrimRight(csvSeconds(x), "0"), ".") }
		words := u.timed() && len(u.Words) > 0 && u.Words[0].Time != u.Time
		if u.Time.Known && !words {
			b.WriteString(" " + seconds(u.Time.Start) + "-" + seconds(u.Time.End))
		}
		for _, w := range u.Words {
			if w.Time.Known && words {
				b.WriteString(" " + seconds(w.Time.Start) + "-" + seconds(w.Time.End))
			}
			b.WriteString(" " + w.Text())
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestMapped reads files by maps, writes them as they were, and without their fillers.
func TestMapped(t *testing.T) {
	for _, c := range mapped {
		t.Run(c.name, func(t *testing.T) {
			how := Reading{Map: c.maps}
			f, err := how.Read(c.src, c.file)
			if err != nil {
				t.Fatal(err)
			}
			sameText(t, utterancesText(f), c.want)
			sameText(t, f.Rewrite(keepAll(f)), c.src)
			out := f.Rewrite(dropFillers(f))
			sameText(t, out, c.removed)
			g, err := how.Read(out, c.file)
			if err != nil {
				t.Fatal(err)
			}
			sameWords(t, words(g, nil), words(f, dropFillers(f)))
		})
	}
}

// TestBadMaps says what is wrong in a map, or in a file that it is for, and where.
func TestBadMaps(t *testing.T) {
	const src = "{\"a\": {\"b\": 1},\n \"list\": [{\"t\": \"um so\", \"n\": 1, \"at\": {}}]}"
	for _, c := range []struct{ name, src, maps, want string }{
		{"a.json", src, " ", "character 2: it does not say where the text is"},
		{"a.json", src, "list[]: start=n", "character 1: it does not say where the text is"},
		{"a.json", src, "list[] text=t", "character 1: here is one of word, text, start,"},
		{"a.json", src, "list[: text=t", "character 5: this bracket is not closed"},
		{"a.json", src, "list[x]: text=t", "character 5: in brackets is the number"},
		{"a.json", src, "li st[]: text=t", "character 4: a path ends with a colon"},
		{"a.json", src, "list.: text=t", "character 6: here is the name of a member to be"},
		{"a.json", src, `"list[]: text=t`, "character 1: here is one of"},
		{"a.json", src, `list[]: text="t`, "character 14: this name is not closed"},
		{"a.json", src, "list[]: text=", "character 14: here is the name of a member to be"},
		{"a.json", src, "list[]: text=t text=t", "character 16: it says twice where text is"},
		{"a.json", src, "list[]: text=t end=n", "character 1: an end without a start"},
		{"a.json", src, "list[]: text=t start=n end=n duration=n", "end and duration say the same"},
		{"a.json", src, "list[]: text=t start=n/0", "character 24: after '/' comes a number above 0"},
		{"a.json", src, "list[]: text=t start=n/x", "character 24: after '/' comes a number above 0"},
		{"a.json", src, "list[]: text=t*2", "character 15: text is no number"},
		{"a.json", src, "list[]: text=t speaker=^^x", "character 24: ^^x leads out of the file"},
		{"a.json", src, "list[]: text=t speaker=a[].x", "character 24: a[].x goes through another list"},
		{"a.json", src, "list[]: text=t volume=n", "character 16: here is one of word, text"},
		{"a.json", src, "list[]: text=t; list[]: txt=t", "character 25: here is one of word, text"},
		{"a.json", src, "list[]: text=#0", "character 14: after # is the number of a column"},
		{"a.json", src, "liste[]: text=t", `a.json:1: the map says liste[], and there is no liste here: there is "a", "list"`},
		{"a.json", src, "a[]: text=t", "a.json:1: the map says a[], and this is an object, and no list"},
		{"a.json", src, "list.t: text=.", "a.json:2: the map says list.t, and there is no t here: there is a list: [] leads"},
		{"a.json", src, "list[]: text=x", `a.json:2: the map says text=x, and no element has that: there is "t", "n", "at"`},
		{"a.json", src, "list[]: text=n", "a.json:2:31: the map says text=n, and this is a number: text is a string"},
		{"a.json", src, "list[]: text=t start=at", "a.json:2:40: the map says start=at, and this is an object"},
		{"a.json", src, "list[]: text=t start=t", `a.json:2:17: the map says start=t, and "um so" is no time`},
		{"a.json", src, "list[]: text=#1", "a.json:1: the map says #1: this is JSON"},
		{"a.json", "um", "list[]: text=t", "a.json:1:1: no valid JSON"},
		{"a.jsonl", "{\"t\": \"um\"}\n{\n", "text=t", "a.jsonl:3:1: the JSON ends too early"},
		{"a.csv", "a,b\n1,um\n", "x[]: text=b", "a.csv:1: the map says x[]: this is a table"},
		{"a.csv", "a,b\n1,um\n", "text=b.c", "a.csv:1: the map says text=b.c: this is a table, where a column has a name"},
		{"a.csv", "a,b\n1,um\n", "text=c", `a.csv:1: the map says text=c, and no column is called that: there is "a", "b"`},
		{"a.csv", "a,b\n1,um, so\n", "text=b", "a.csv:2:6: this row has 3 cells, and there are 2 columns"},
		{"a.csv", "a,b\n1,\"um\n", "text=b", "a.csv:2:3: this quoted cell does not end"},
		{"a.csv", "a,b\n1,\"um\" so\n", "text=b", "a.csv:2:8: something follows a quoted cell"},
		// What is said elsewhere.
		{"a.json", `{"t": "um so we went there today", "words": [{"w": "um"}, {"w": "so"}, {"w": "we"}, {"w": "went"}, {"w": "there"}, {"w": "today"}]}`, "words[]: text=w", `a.json:1: what is said is there again in "t"`},
		{"a.json", `{"t": "um so we went there today", "words": [{"w": "um"}, {"w": "so"}, {"w": "we"}, {"w": "went"}, {"w": "there"}, {"w": "today"}], "s": [{"x": "a list of other things that are here"}]}`, "words[]: text=w; text=t; s[]: text=x", "a.json:1: mapping 3 of the map leads to what the first one does not say"},
		{"a.jsonl", "{\"t\": \"um so we went\", \"raw\": \"um so we went\"}\n", "text=t", `a.jsonl:1: what is said is there again in "raw"`},
		{"a.csv", "a,b,c\n1,um so we,um so we\n2,went there,went there\n", "text=b", `a.csv:2: what is said is there again in "c"`},
	} {
		_, err := Reading{Map: c.maps}.Read(c.src, c.name)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.maps, err)
		}
	}
	if _, err := (Reading{Map: "text=a", Format: SRT}).Read("1\n", "a.srt"); err == nil || !strings.Contains(err.Error(), "a map is for JSON") {
		t.Error(err)
	}
}
