package data_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// row makes a row of a token TSV of conversation 4500, speaker A.
func row(token, pos, kind, edit, punct, slash, start, end string) string {
	return strings.Join([]string{"4500", "A", "1.1", "sd", token, pos, kind, edit, punct, slash, start, end}, "\t") + "\n"
}

var sample = row("Um", "UH", "F", "0", ",", "-", "0.100", "0.500") +
	row("the", "DT", "-", "1", "-", "-", "0.600", "0.700") +
	row("th-", "XX", "-", "1", ",", "-", "-", "-") +
	row("the", "^DT^RB", "-", "0", "-", "-", "0.900", "1.000") +
	row("house", "_", "-", "0", ".", "-", "1.000", "1.500") +
	row("wh-", "XX", "-", "0", "-", "-/", "-", "-") +
	row("Right", "UH", "-", "0", ".", "/", "2.000", "2.500")

func TestReadTSV(t *testing.T) {
	sides, err := data.ReadTSV(strings.NewReader(sample), "x")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := render(sides[0].Tokens), "Um/UH:F, the/DT:edit th-/XX:edit, the/DT house/. wh-/XX-/ Right/UH./"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var labels []string
	var sentences []string
	for _, s := range sides[0].Sentences() {
		sentences = append(sentences, render(s.Tokens))
		for i := range s.Tokens {
			labels = append(labels, s.Tokens[i].Label().String())
		}
	}
	want := []string{"Um/UH:F, the/DT:edit the/DT house/.-/", "Right/UH./"}
	if !slices.Equal(sentences, want) {
		t.Errorf("sentences %q, want %q", sentences, want)
	}
	if got := strings.Join(labels, ""); got != "FEOOO" {
		t.Errorf("labels %s", got)
	}
	if sides[0].Tokens[5].Boundary != data.Incomplete {
		t.Error("cutting into sentences changed the side")
	}
	stats := data.Count(sides)
	if want := (data.Stats{Tokens: 5, Sentences: 2, Sequences: 1, EditWords: 1, FillerWords: 1, Periods: 2, Incomplete: 1, Partials: 2, Timed: 5}); stats != want {
		t.Errorf("stats %+v, want %+v", stats, want)
	}
	var b bytes.Buffer
	if err := data.WriteTSV(&b, sides); err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(sample, "^DT^RB", "DT", 1); b.String() != want {
		t.Errorf("written again it is\n%s\nwant\n%s", b.String(), want)
	}
	if crlf, err := data.ReadTSV(strings.NewReader(strings.ReplaceAll(sample, "\n", "\r\n")), "x"); err != nil || !reflect.DeepEqual(sides, crlf) {
		t.Errorf("with CRLF: %v", err)
	}
	if none, err := data.ReadTSV(strings.NewReader(""), "x"); err != nil || len(none) != 0 {
		t.Errorf("empty: %v %v", none, err)
	}
}

// Corpora whose conversations have names, and sides that nobody has annotated, are read as
// they stand there, from compressed files, too.
func TestTSVNames(t *testing.T) {
	const text = "ES2003a\tA\t1.1\tinf\tUh\t_\t_\t_\t,\t_\t1.000\t1.500\n" +
		"ES2003a\tA\t1.1\tinf\tyes\t_\t_\t_\t.\t_\t-\t-\n" +
		"ES2003a\tB\t1.1\tinf\tum\t_\tF\t0\t-\t/\t-\t-\n" +
		"TS3006a\tA\t1.1\tinf\tso\t_\t-\t0\t-\t/\t2.000\t1.000\n" // a slip of the alignment
	folder := t.TempDir()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(text))
	z.Close()
	path := filepath.Join(folder, "meetings.tsv")
	if err := os.WriteFile(path+".gz", packed.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	sides, err := data.ReadTSVFile(path)
	if err != nil || len(sides) != 3 {
		t.Fatalf("%d sides, %v", len(sides), err)
	}
	a, b, c := &sides[0], &sides[1], &sides[2]
	if a.Conv != b.Conv || a.Conv == c.Conv || data.SplitOf(a.Conv) != "" || a.Name != "ES2003a" || c.Name != "TS3006a" {
		t.Errorf("conversations %d %q, %d, %d %q", a.Conv, a.Name, b.Conv, c.Conv, c.Name)
	}
	if labelled, others := data.Labelled(sides); len(labelled) != 2 || len(others) != 1 || !others[0].Unlabelled {
		t.Errorf("%d annotated, %d not", len(labelled), len(others))
	}
	if a.Tokens[0].Boundary != data.NoBoundary || a.Tokens[1].Boundary != data.Complete || b.Tokens[0].Kind != data.FilledPause {
		t.Errorf("tokens %+v %+v", a.Tokens, b.Tokens)
	}
	if !a.Tokens[0].Timed || c.Tokens[0].Timed {
		t.Errorf("times of %+v and %+v", a.Tokens[0], c.Tokens[0])
	}
	var again bytes.Buffer
	if err := data.WriteTSV(&again, sides); err != nil {
		t.Fatal(err)
	}
	if read, err := data.ReadTSV(&again, "x"); err != nil || !reflect.DeepEqual(sides, read) {
		t.Errorf("written and read again they are other: %v", err)
	}
}

func TestTSVErrors(t *testing.T) {
	good := row("a", "DT", "-", "0", "-", "-", "-", "-")
	other := strings.Replace(good, "\tA\t", "\tB\t", 1)
	for _, c := range []struct{ in, want string }{
		{good + "4500\tA\t1\tsd\ta\tDT\t-\t0\t-\t-\t-\n", "x:2: 11 columns instead of 12: see the token TSV in docs/formats.md"},
		{"\n", "x:1: 1 columns instead of 12: see the token TSV in docs/formats.md"},
		{"?" + good, `x:1: column 1: the conversation "?4500" is neither a number nor a name of letters, digits, -, _ and .`},
		{"-" + good, `x:1: column 1: the conversation "-4500" is neither a number nor a name of letters, digits, -, _ and .`},
		{row("a", "DT", "_", "0", "-", "-", "-", "-"), `x:1: column 8: the edit mark is "0", and not _, where the filler kind is not annotated`},
		{row("a", "DT", "-", "_", "-", "-", "-", "-"), `x:1: column 8: the edit mark "_" is neither 0 nor 1`},
		{good + row("a", "DT", "_", "_", "-", "-", "-", "-"), `x:2: column 7: a side is annotated as a whole, or not at all: the filler kind is "_", and was other before`},
		{strings.Replace(good, "\tA\t", "\tAB\t", 1), `x:1: column 2: the speaker "AB" is not one letter`},
		{row("", "DT", "-", "0", "-", "-", "-", "-"), "x:1: column 5: empty token"},
		{row("a", "DT", "X", "0", "-", "-", "-", "-"), `x:1: column 7: the filler kind "X" is none of F, D, E, C, A, -, nor _ for what is not annotated`},
		{row("a", "DT", "-", "2", "-", "-", "-", "-"), `x:1: column 8: the edit mark "2" is neither 0 nor 1`},
		{row("a", "DT", "-", "0", "*", "-", "-", "-"), `x:1: column 9: the punctuation "*" is none of , . ? ! ; : -`},
		{row("a", "DT", "-", "0", "-", "x", "-", "-"), `x:1: column 10: the boundary "x" is none of /, -/, -, nor _ for what is not annotated`},
		{row("a", "DT", "-", "0", "-", "-", "x", "1"), `x:1: column 11: the time "x" is no number of seconds`},
		{row("a", "DT", "-", "0", "-", "-", "1", "NaN"), `x:1: column 12: the time "NaN" is no number of seconds`},
		{good + other + good, "x:3: speaker A of conversation 4500 again: the tokens of one speaker must be consecutive"},
		{row("a\xff", "DT", "-", "0", "-", "-", "-", "-"), "x:1: invalid UTF-8: convert the file to UTF-8"},
		{"PK\x03\x04\x00\x00", "x:1: a NUL byte: this is no token TSV"},
		{good + strings.Repeat("a", 17<<20), "x:2: a line longer than 16777216 bytes is no token row"},
	} {
		_, err := data.ReadTSV(strings.NewReader(c.in), "x")
		if err == nil || err.Error() != c.want || !errors.Is(err, data.ErrFormat) {
			t.Errorf("got  %v\nwant %s", err, c.want)
		}
	}
}

func FuzzReadTSV(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte("4500\tA\t1\tsd\ta\tDT\t-\t0\t-\t-\t-\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		sides, err := data.ReadTSV(bytes.NewReader(src), "x")
		if err != nil {
			return
		}
		data.Count(sides)
		var b bytes.Buffer
		if err := data.WriteTSV(&b, sides); err != nil {
			return
		}
		again, err := data.ReadTSV(bytes.NewReader(b.Bytes()), "x")
		if err != nil {
			t.Fatalf("cannot read what was written: %v\n%s", err, b.Bytes())
		}
		var c bytes.Buffer
		if err := data.WriteTSV(&c, again); err != nil || !bytes.Equal(b.Bytes(), c.Bytes()) {
			t.Fatalf("written twice (%v):\n%s\n%s", err, b.Bytes(), c.Bytes())
		}
	})
}

func TestPunctOf(t *testing.T) {
	for _, c := range []struct {
		first, next string
		want        data.Punct
	}{
		{row("a", "DT", "-", "0", "?", "-", "-", "-"), "", data.QMark},
		{row("a", "DT", "-", "0", "!", "-", "-", "-"), "", data.Period},
		{row("a", "DT", "-", "0", ";", "-", "-", "-"), row("b", "DT", "-", "0", "-", "-", "-", "-"), data.Comma},
		{row("a", "DT", "-", "0", ",", "-", "-", "-"), row("uh", "UH", "F", "0", "-", "-", "-", "-"), data.NoPunct},
		{row("a", "DT", "-", "0", ",", "-", "-", "-"), row("wh-", "UH", "-", "0", "-", "-", "-", "-"), data.NoPunct},
		{row("a", "DT", "-", "0", ",", "/", "-", "-"), row("uh", "UH", "F", "0", "-", "-", "-", "-"), data.Comma},
		{row("a", "DT", "-", "0", ",", "-", "-", "-"), "", data.NoPunct},
		{row("a", "DT", "-", "1", ".", "-", "-", "-"), "", data.NoPunct},
		{row("a", "DT", "A", "0", ".", "-", "-", "-"), "", data.Period},
	} {
		sides, err := data.ReadTSV(strings.NewReader(c.first+c.next), "x")
		if err != nil {
			t.Fatal(err)
		}
		if got := data.PunctOf(sides[0].Tokens, 0); got != c.want {
			t.Errorf("%q before %q: %v, want %v", c.first, c.next, got, c.want)
		}
	}
}

func TestSplits(t *testing.T) {
	for conv, want := range map[int]data.Split{2005: data.Train, 3999: data.Train, 4500: data.Dev, 4999: data.Dev, 4001: data.Test, 4199: data.Test, 4200: "", 4499: "", 5000: "", 1999: ""} {
		if got := data.SplitOf(conv); got != want {
			t.Errorf("%d is in %q, want %q", conv, got, want)
		}
	}
	if _, err := data.ParseSplit("devel"); err == nil {
		t.Error("devel is a split")
	}
}

func BenchmarkReadTSV(b *testing.B) {
	var src bytes.Buffer
	for i := range 2000 {
		fmt.Fprint(&src, strings.ReplaceAll(sample, "4500", fmt.Sprint(2000+i)))
	}
	b.SetBytes(int64(src.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := data.ReadTSV(bytes.NewReader(src.Bytes()), "x"); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleReadTSVFile() {
	f, _ := os.CreateTemp("", "*.tsv")
	defer os.Remove(f.Name())
	f.WriteString(sample)
	f.Close()

	sides, err := data.ReadTSVFile(f.Name())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range data.Sentences(sides) {
		for i := range s.Tokens {
			fmt.Print(" ", s.Tokens[i].Text, "/", s.Tokens[i].Label())
		}
		fmt.Println()
	}
	// Output:
	//  Um/F the/E the/O house/O
	//  Right/O
}
