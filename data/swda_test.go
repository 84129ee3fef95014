package data_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

const swdaHeader = "swda_filename,ptb_basename,conversation_no,transcript_index,act_tag,caller,utterance_index,subutterance_index,text,pos,trees,ptb_treenumbers\n"

// swdaCSV makes a csv file of rows "speaker|utt|act|text|pos".
func swdaCSV(rows ...string) string {
	var b strings.Builder
	b.WriteString(swdaHeader)
	for _, r := range rows {
		f := strings.Split(r, "|")
		b.WriteString("f,p,4500,0," + f[2] + "," + f[0] + "," + strings.Replace(f[1], ".", ",", 1) + ",\"" + f[3] + "\",\"" + f[4] + "\",,\n")
	}
	return b.String()
}

// render writes tokens as token/tag with the kind, E for edit, the mark, and the
// boundary after it.
func render(tokens []data.Token) string {
	var out []string
	for _, t := range tokens {
		s := t.Text + "/" + t.POS
		if t.Kind != data.NoKind {
			s += ":" + t.Kind.String()
		}
		if t.Edit {
			s += ":edit"
		}
		if t.Punct != 0 {
			s += string(t.Punct)
		}
		if t.Boundary != data.NoBoundary {
			s += t.Boundary.String()
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestReadSwDA(t *testing.T) {
	for _, c := range []struct {
		name string
		rows []string
		want string
	}{
		{"fillers", []string{"A|1.1|sd|{C And, } {F uh, } {D you know, } he {A they said } left.  /|And/CC ,/, [ uh/UH ] ,/, you/PRP know/VBP ,/, he/PRP they/PRP said/VBD left/VBD ./."},
			"And/CC:C, uh/UH:F, you/PRP:D know/VBP:D, he/PRP they/PRP:A said/VBD:A left/VBD./"},
		{"nested repairs", []string{"A|1.1|sd|[ [ I, + {F uh, } I, ] + we ] went /|I/PRP ,/, uh/UH ,/, I/PRP ,/, we/PRP went/VBD"},
			"I/PRP:edit, uh/UH:F:edit, I/PRP:edit, we/PRP went/VBD/"},
		{"filler inside a reparandum", []string{"A|1.1|sd|[ to, {F uh, } the + to a ] shop -/|to/TO ,/, uh/UH ,/, the/DT to/TO a/DT shop/NN"},
			"to/TO:edit, uh/UH:F:edit, the/DT:edit to/TO a/DT shop/NN-/"},
		{"repair across an interruption", []string{"A|1.1|sd|I saw [ the, --|I/PRP saw/VBD the/DT ,/, --/:", "B|2.1|b|Yeah. /|Yeah/UH ./.", "A|3.1|+|-- + the ] car. /|--/: the/DT car/NN ./."},
			"I/PRP saw/VBD the/DT:edit, the/DT car/NN./ | Yeah/UH./"},
		{"noises and comments", []string{"A|1.1|sd|<laughter> # So # << loud >> ((it is)) *[[listen; is it?]] <noise> fine? -- /|So/RB it/PRP is/VBZ fine/JJ ?/."},
			"So/RB it/PRP is/VBZ fine/JJ?/"},
		{"contractions and partial words", []string{"A|1.1|sd|I don't th-, it's [ wh-, + what ] they'd -/|I/PRP do/VBP n't/RB th-/XX ,/, it/PRP 's/BES wh/WP ,/, what/WP they/PRP 'd/MD"},
			"I/PRP do/VBP n't/RB th-/XX, it/PRP 's/BES wh-/WP:edit, what/WP they/PRP 'd/MD-/"},
		{"words that the pos column lacks", []string{"A|1.1|sd|I can't [ go + /|I/PRP"}, "I/PRP ca/:edit n't/:edit go/:edit/"},
		{"unbalanced", []string{"A|1.1|sd|] {F uh + I } } went ] /|uh/UH I/PRP went/VBD", "A|2.1|sd|{D well I|well/RB I/PRP", "A|2.2|+|left. /|left/VBD ./."},
			"uh/UH:F I/PRP:F went/VBD/ well/RB:D I/PRP:D left/VBD./"},
	} {
		t.Run(c.name, func(t *testing.T) {
			csv := swdaCSV(c.rows...)
			if c.name == "words that the pos column lacks" {
				csv = strings.Replace(csv, "I can't [ go +", "I [ can't go +", 1)
			}
			sides, err := data.ReadSwDA(strings.NewReader(csv), "x.csv")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range sides {
				got = append(got, render(s.Tokens))
			}
			if g := strings.Join(got, " | "); g != c.want {
				t.Errorf("\n got %s\nwant %s", g, c.want)
			}
		})
	}
}

func TestSwDAErrors(t *testing.T) {
	for _, c := range []struct{ name, csv, want string }{
		{"empty", "", "x.csv:1: empty: a csv file of the release starts with a header"},
		{"no pos column", strings.Replace(swdaHeader, ",pos", ",p", 1), `x.csv:1: no column "pos" in the header: it needs conversation_no, act_tag, caller, utterance_index, subutterance_index, text, pos`},
		{"short row", swdaHeader + "f,p,4500\n", `x.csv:2: 3 columns, but the header has "pos" in column 10`},
		{"bad quote", swdaHeader + "f,p,4500,0,sd,A,1,1,\"a\"b,c\n", `x.csv:2: extraneous or missing " in quoted-field`},
		{"bad number", swdaHeader + "f,p,x,0,sd,A,1,1,a,b\n", `x.csv:2: column 3: conversation_no is "x", not one positive number for the whole file`},
		{"bad caller", swdaHeader + "f,p,4500,0,sd,,1,1,a,b\n", `x.csv:2: column 6: caller is "", not a capital letter`},
		{"invalid UTF-8", swdaHeader + "f,p,4500,0,sd,A,1,1,a\xff,b\n", `x.csv:2: column 9: text is not UTF-8`},
	} {
		_, err := data.ReadSwDA(strings.NewReader(c.csv), "x.csv")
		if err == nil || err.Error() != c.want || !errors.Is(err, data.ErrFormat) {
			t.Errorf("%s:\n got %v\nwant %s", c.name, err, c.want)
		}
	}
}

func FuzzReadSwDA(f *testing.F) {
	f.Add("{F uh, } [ the + [ a ] -/", "uh/UH ,/, the/DT a/DT")
	f.Add("it's <<x [ y>> ((( *[[ ] + } -- /", "it/PRP 's/BES")
	f.Add("wh- n't -s A. é", "wh/WP n't/RB -s/NNS A./NNP")
	f.Fuzz(func(t *testing.T, text, pos string) {
		quote := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
		src := swdaHeader + "f,p,4500,0,sd,A,1,1," + quote(text) + "," + quote(pos) + "\n"
		sides, err := data.ReadSwDA(strings.NewReader(src), "x")
		if err != nil {
			if !errors.Is(err, data.ErrFormat) {
				t.Fatal(err)
			}
			return
		}
		// What was read survives the token TSV.
		var b strings.Builder
		if err := data.WriteTSV(&b, sides); err != nil {
			return // tokens that the TSV cannot hold
		}
		again, err := data.ReadTSV(strings.NewReader(b.String()), "tsv")
		if err != nil || len(again) != len(sides) {
			t.Fatalf("%v: %d sides became %d\n%s", err, len(sides), len(again), b.String())
		}
		for i := range sides {
			if g, w := render(again[i].Tokens), render(sides[i].Tokens); g != w {
				t.Fatalf("read again:\n got %s\nwant %s", g, w)
			}
		}
	})
}

func TestOpenCorpus(t *testing.T) {
	dir := t.TempDir()
	if _, err := data.OpenCorpus(dir); err == nil || !strings.Contains(err.Error(), "no corpus") {
		t.Errorf("empty folder: %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sw_0001_4500.utt.csv"), []byte(swdaCSV("A|1.1|sd|Yes. /|Yes/UH ./.")), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := data.OpenCorpus(dir)
	if err != nil {
		t.Fatal(err)
	}
	if sides, err := c.Sides(data.Dev); err != nil || len(sides) != 1 || sides[0].Conv != 4500 {
		t.Errorf("dev: %v %v", sides, err)
	}
	if _, err := c.Sides(data.Train); !errors.Is(err, data.ErrNoSplit) {
		t.Errorf("train: %v", err)
	}
}
