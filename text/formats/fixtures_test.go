package formats

import (
	"cmp"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/plantest"
	"github.com/tidytalk/tidytalk/text/transcript"
)

var update = flag.Bool("update", false, "write the golden files anew")

// A fixture is a file of testdata, as a tool of its format writes it.
type fixture struct {
	name   string
	format Format // "" where its name says none
}

// fixtures are the files of testdata, and with -short one of each format. testdata/README.md says
// what each is for.
var fixtures = allFixtures()

func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		seen := make(map[Format]bool)
		fixtures = slices.DeleteFunc(fixtures, func(x fixture) bool {
			defer func() { seen[x.format] = true }()
			return seen[x.format]
		})
	}
	os.Exit(m.Run())
}

func allFixtures() []fixture {
	files, err := filepath.Glob("testdata/*.*")
	if err != nil {
		panic(err)
	}
	var out []fixture
	for _, file := range files {
		if name := filepath.Base(file); name != "README.md" && name[0] != '.' {
			out = append(out, fixture{name, fixtureFormat(name)})
		}
	}
	return out
}

// fixtureFormat returns the format of a fixture by its name: its extension says it, or,
// where several formats have that, the name of the format in front of the first "." or "-".
func fixtureFormat(name string) Format {
	if f := ByExtension(name); f != "" {
		return f
	}
	var found Format
	for _, d := range byExtension(name) {
		if rest, ok := strings.CutPrefix(name, string(d.format)); ok && (rest[0] == '.' || rest[0] == '-') && len(d.format) > len(found) {
			found = d.format
		}
	}
	return found
}

// load returns a fixture.
func load(t testing.TB, name string) string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// mustRead reads what has to be a file of a format.
func mustRead(t testing.TB, src, name string, format Format) *File {
	t.Helper()
	f, err := Read(src, name, format)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// toUTF16 returns text in UTF-16 with a byte order mark.
func toUTF16(text string, bigEndian bool) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
		if bigEndian {
			b.Write([]byte{byte(u >> 8), byte(u)})
		} else {
			b.Write([]byte{byte(u), byte(u >> 8)})
		}
	}
	return b.String()
}

type variant struct {
	name string
	make func(src string) string
}

// variants are other ways in which a file may be saved.
var variants = []variant{
	{"as it is", func(src string) string { return src }},
	{"BOM", func(src string) string { return "\ufeff" + src }},
	{"CRLF", func(src string) string {
		return strings.ReplaceAll(strings.ReplaceAll(src, "\r\n", "\n"), "\n", "\r\n")
	}},
	{"LF", func(src string) string { return strings.ReplaceAll(src, "\r\n", "\n") }},
	{"CR", func(src string) string {
		return strings.ReplaceAll(strings.ReplaceAll(src, "\r\n", "\n"), "\n", "\r")
	}},
	{"UTF-16LE", func(src string) string { return toUTF16(src, false) }},
	{"UTF-16BE", func(src string) string { return toUTF16(src, true) }},
}

// variantsOf returns the variants that a format may be saved in.
func variantsOf(format Format) []variant {
	if format.InArchives() || format == EBUSTL {
		return variants[:1]
	}
	return variants[:drawn.Few(len(variants), 3)]
}

// keepAll is the decision that changes nothing.
func keepAll(f *File) *Plan {
	return &Plan{Decisions: make([]data.Decision, len(f.Document.Tokens)), Rewriting: transcript.Rewriting{Remove: data.NoDisfluencies}.AsWritten()}
}

// dropFillers is the decision to remove fillers, and nothing else.
func dropFillers(f *File) *Plan {
	return &Plan{Decisions: plantest.Fillers(f.Document), Rewriting: transcript.Rewriting{Remove: data.DefaultRemoved}.AsWritten()}
}

// dropRepairs is dropFillers that takes out what plantest.Repairs does.
func dropRepairs(f *File) *Plan {
	d := dropFillers(f)
	d.Decisions = plantest.Repairs(f.Document)
	return d
}

// heard is a word as a file has it.
type heard struct {
	Text       string // in lower case: capitals may move
	Speaker    string
	Time       transcript.Interval
	Confidence float64
}

// words returns the words of a file that a decision keeps, in the order of the file;
// no matter which, where it is nil.
func words(f *File, d *Plan) []heard {
	doc := f.Document
	speakers := make([]string, len(doc.Words))
	for _, turn := range doc.Turns {
		for w := turn.Words.Start; w < turn.Words.End; w++ {
			speakers[w] = turn.Speaker
		}
	}
	lines := slices.Clone(doc.Lines)
	slices.SortStableFunc(lines, func(a, b transcript.Line) int { return cmp.Compare(a.Utterance, b.Utterance) })
	var edit *transcript.Edit
	if d != nil {
		edit = d.Edit(doc)
	}
	var out []heard
	for _, line := range lines {
		for w := line.Words.Start; w < line.Words.End; w++ {
			word := &doc.Words[w]
			if word.Tokens.Len() == 0 || edit != nil && edit.Removed(word.Tokens.Start) {
				continue
			}
			out = append(out, heard{strings.ToLower(doc.Text(word.Core)), speakers[w], word.Time, word.Confidence})
		}
	}
	return out
}

// textsOf returns the texts of words.
func textsOf(all []heard) []string {
	out := make([]string, len(all))
	for i := range all {
		out[i] = all[i].Text
	}
	return out
}
