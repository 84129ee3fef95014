package formats

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// TestCSV reads tables as programs write them.
func TestCSV(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"a quoted comma", "Speaker,Start,End,Text\nAnn,0:01,0:02,\"Yes, so\"\n", "Ann 1-2 Yes, so\n"},
		{"doubled quotes", "Speaker,Start,End,Text\nAnn,0:01,0:02,\"He said \"\"yes\"\"\"\n", "Ann 1-2 He said \"yes\"\n"},
		{"a line end in a cell", "Speaker,Start,End,Text\nAnn,0:01,0:02,\"so\nyes\"\n", "Ann 1-2 so yes\n"},
		{"semicolons", "Speaker;Start;End;Text\nAnn;0:01;0:02;Yes, so\n", "Ann 1-2 Yes, so\n"},
		{"a declared delimiter", "sep=|\r\nSpeaker|Start|End|Text\r\nAnn|1,5|2,25|so yes\r\n", "Ann 1.5-2.25 so yes\n"},
		{"tabs", "Speaker\tStart\tEnd\tText\nAnn\t1.5\t2.5\tYes, so\n", "Ann 1.5-2.5 Yes, so\n"},
		{"all is quoted", "\"Speaker\",\"Start\",\"Text\"\n\"Ann\",\"00:00:01.500\",\"so yes\"\n", "Ann 1.5-3.5 so yes\n"},
		{"blanks behind commas", "Speaker, Start, Text\nAnn, 0:01, \"so, yes\"\n", "Ann 1-3 so, yes\n"},
		{"frames", "Speaker Name,Start Time,End Time,Text\nAnn,00:00:01:12,00:00:02:24,so yes\n", "Ann 1.48-2.96 so yes\n"},
		{"frames that are dropped", "Speaker Name,Start Time,End Time,Text\nAnn,00:00:01;15,00:00:02;29,so yes\n", "Ann 1.5-2.967 so yes\n"},
		{"milliseconds by name", "start_ms,end_ms,text\n10,20,so yes\n", " 0.01-0.02 so yes\n"},
		{"milliseconds by how fast", "start,end,text\n1000,2500,so yes then\n3000,4000,we went\n", " 1-2.5 so yes then\n 3-4 we went\n"},
		{"whole seconds", "start,end,text\n1,2,so yes then\n3,4,we went\n", " 1-2 so yes then\n 3-4 we went\n"},
		{"a duration", "Start (s),Duration (s),Text\n1,1.5,so yes\n", " 1-2.5 so yes\n"},
		{"lines before the names", "Meeting of 3 May\n\nWho,Timestamp,Sentence\nAnn,0:01,so yes\n", "Ann 1-3 so yes\n"},
		{"cells that are missing", "Speaker,Text,Note\nAnn,so yes\n\nBob,no,x,\n", "Ann so yes\nBob no\n"},
		{"words", "word,start,end,speaker,confidence\nso,0.5,0.75,Ann,0.5\nyes,1,1.25,Ann,1\n", "Ann 0.5-0.75 so 1-1.25 yes\n"},
		{"names alone", "name,start_time,text\n,1.5,so\n", " 1.5-3.5 so\n"},
		{"lines in CR", "Speaker,Text\rAnn,so yes\rBob,no\r", "Ann so yes\nBob no\n"},
		{"a start and an end in a cell", ",Timespan,Content,Speaker\n1,0:01.5 - 0:02.5,so yes,Ann\n", "Ann 1.5-2.5 so yes\n"},
		{"German", "Sprecher;Beginn;Ende;Text\nAnn;0:01;0:02;so yes\n", "Ann 1-2 so yes\n"},
		{"nothing", "Speaker,Text\n", ""},
		{"few rows", "Speaker,Text\n;\n\"Ann; Bo\",so yes\n", "Ann; Bo so yes\n"},
		{"nothing is left", "Speaker,Text,Note\nAnn,,what they had said before\nBob,,and then home by train\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := mustRead(t, c.src, "a.csv", "")
			sameText(t, utterancesText(f), c.want)
			sameText(t, f.Rewrite(keepAll(f)), c.src)
		})
	}
}

// TestBadCSV refuses tables that do not say what is in them, and such as would be read wrongly.
func TestBadCSV(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", "a.csv:1: no row names columns of a transcript"},
		{"a,b\n1,2\n", "a.csv:1: no row names columns of a transcript, such as Speaker, Start and Text: 'tidytalk formats guess a.csv' proposes"},
		{"Begin,End,Label,Speaker\n1,1.5,we,Ann\n1.5,2,start,words\n2,2.5,it,Ann\n", "a.csv:1: no row names columns"},
		{"text\nso yes\n", "a.csv:1: no row names columns"},
		{"Speaker,Text\nAnn,so, yes\n", "a.csv:2:8: this row has 3 cells, and there are 2 columns"},
		{"Speaker,Text\nAnn,\"so yes\n", "a.csv:2:5: this quoted cell does not end"},
		{"Speaker,Text\nAnn,\"so \\\"yes\\\" no\"\n", "a.csv:2:11: something follows a quoted cell"},
		{"Speaker,Start,Text\nAnn,soon,so yes\n", "a.csv:2:5: the map says start=\"Start\", and \"soon\" is no time"},
		{"Speaker,Text,Clean\nAnn,um so we went there,so we went there\nBob,and then home by train,and then home by train\n", "a.csv:2: what is said is there again in \"Clean\""},
		{strings.Repeat("a,", 2000), "a.csv:1:2001: a row of more than 1000 cells"},
	} {
		_, err := Read(c.src, "a.csv", "")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%.40q: %v", c.src, err)
		} else {
			checkError(t, c.src, "a.csv", err)
		}
	}
	if f, err := Detect("Speaker, text and all the rest of it\nAnn, so\n", "-"); f != Text || err != nil {
		t.Errorf("prose is taken for %s, %v", f, err)
	}
}

// TestQuotes puts quotes around a cell that gets a comma, and only then.
func TestQuotes(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"Speaker,Text\nAnn,well yes then\nBob,no\n", "Speaker,Text\nAnn,\"Well, yes then.\"\nBob,No.\n"},
		{"Speaker;Text\nAnn;well yes then\nBob;no\n", "Speaker;Text\nAnn;Well, yes then.\nBob;No.\n"},
		{"Speaker,Text\nAnn,\"well yes then\"\nBob,no\n", "Speaker,Text\nAnn,\"Well, yes then.\"\nBob,No.\n"},
		{"Speaker,Text\nAnn,well yes \"then\"\nBob,no\n", "Speaker,Text\nAnn,\"Well, yes \"\"then\"\".\"\nBob,No.\n"},
	} {
		f := mustRead(t, c.src, "a.csv", "")
		d := keepAll(f)
		d.Punct, d.Case = transcript.PunctRestore, transcript.CaseRestore
		for i := range d.Decisions {
			switch w := f.Document.Text(f.Document.Words[f.Document.Tokens[i].Word].Core); w {
			case "well":
				d.Decisions[i].Punct = data.Comma
			case "then", "no":
				d.Decisions[i].Punct = data.Period
			}
		}
		sameText(t, f.Rewrite(d), c.want)
	}
}

// TestScanCSV scans what package encoding/csv has written as it reads it.
func TestScanCSV(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		comma := drawn.Of(t, "delimiter", ',', ';', '\t')
		columns := t.Int("columns", 2, 5)
		var rows [][]string
		for range t.Int("rows", 1, 6) {
			var row []string
			for range columns {
				row = append(row, strings.Join(drawn.Several(t, "cell", 0, 4, "so", " ", ",", "\"", "\n", ";", "é", "\t", "\r\n", "yes"), ""))
			}
			if strings.Join(row, "") == "" {
				row[0] = "x"
			}
			rows = append(rows, row)
		}
		var b strings.Builder
		w := csv.NewWriter(&b)
		w.Comma = comma
		if err := w.WriteAll(rows); err != nil {
			t.Fatal(err)
		}
		f, err := Reading{}.decodeFile(b.String(), "a.csv")
		if err != nil {
			t.Fatal(err)
		}
		table, err := scanCSV(f, byte(comma))
		if err != nil {
			t.Fatal(err)
		}
		if len(table.rows) != len(rows) {
			t.Fatalf("%d rows, not %d", len(table.rows), len(rows))
		}
		for i, row := range rows {
			if got := table.names(i); !slices.Equal(got, row) {
				t.Fatalf("%q, not %q", got, row)
			}
			for _, c := range table.rows[i].cells {
				if x := table.field(c); x.text != table.text(c) {
					t.Fatalf("the field is %q, not %q", x.text, table.text(c))
				}
			}
		}
	})
}

// FuzzCSV reads anything as a table, and by a map of columns.
func FuzzCSV(f *testing.F) {
	for _, x := range fixtures {
		if x.format == CSV {
			f.Add(load(f, x.name), "text=#2 start=#1")
		}
	}
	f.Add("sep=;\nspeaker;text\nAnn;\"um \"\"so\"\" \"\n", "text=text speaker=speaker")
	f.Add("a,b\r1,um\r", "text=b")
	f.Fuzz(func(t *testing.T, src, maps string) {
		for _, how := range []Reading{{Format: CSV}, {Format: CSV, Map: maps}} {
			checkReading(t, how, src, "a.csv")
		}
	})
}

// FuzzMap reads JSON by any map, and guesses one.
func FuzzMap(f *testing.F) {
	for _, c := range mapped {
		f.Add(c.src, c.maps)
	}
	f.Add(`{"a":[[["um",0,1]]]}`, `a[0][]: word=[0] start=[1] end=[2]`)
	f.Fuzz(func(t *testing.T, src, maps string) {
		for _, name := range []string{"a.json", "a.jsonl"} {
			checkReading(t, Reading{Map: maps}, src, name)
			if g, err := MakeGuess(src, name); err == nil {
				if out := g.File.Rewrite(keepAll(g.File)); out != src {
					t.Fatalf("by %q\n%q\nbecomes\n%q", g.Map, src, out)
				}
			}
		}
	})
}

// checkReading reads what may be no file of the format: what is read is written again byte for byte, and
// loses its fillers, and all its words, without harm.
func checkReading(t *testing.T, how Reading, src, name string) {
	f, err := how.Read(src, name)
	if err != nil {
		return
	}
	if out := f.Rewrite(keepAll(f)); out != src {
		t.Fatalf("by %q\n%q\nbecomes\n%q", how.Map, src, out)
	}
	d := dropFillers(f)
	out := f.Rewrite(d)
	g, err := how.Read(out, name)
	if err != nil {
		return // too little may be left to see what a column or a member is
	}
	if got, want := textsOf(words(g, nil)), textsOf(words(f, d)); how.Map != "" && !slices.Equal(got, want) {
		t.Fatalf("by %q\n%q\nbecomes\n%q\nand says %q, not %q", how.Map, src, out, got, want)
	}
	all := keepAll(f)
	all.Remove = data.AllDisfluencies
	for i := range all.Decisions {
		all.Decisions[i].Why = data.Repairs
	}
	f.Rewrite(all)
}
