package formats

import (
	"io"
	"slices"
	"strings"
	"testing"
)

// TestTable has a whole declaration of every format, under a name of its own.
func TestTable(t *testing.T) {
	for i := range table {
		d := &table[i]
		if got, err := ByName(strings.ToUpper(string(d.format))); err != nil || got != d.format || got.declared() != d {
			t.Errorf("%s is found as %q: %v", d.format, got, err)
		}
		if d.title == "" || d.read == nil || len(d.extensions) == 0 {
			t.Errorf("the line of %s in table.go needs title, extensions and read", d.format)
		}
		if d.format != Text && (d.sniff == nil) == (d.members == nil) && !(d.values && d.sniff != nil) {
			t.Errorf("the line of %s in table.go needs sniff, or members where files are one JSON value, and not both unless they may be several values", d.format)
		}
		if (d.write != nil) != d.format.IsWritten() || d.write == nil && (d.needs != noTimes || d.holds != 0) {
			t.Errorf("%s has no writer: its line in table.go declares neither needs nor holds", d.format)
		}
		if d.cues && d.write != nil && d.needs != utteranceTimes {
			t.Errorf("%s has cues: declare needs: utteranceTimes in its line in table.go", d.format)
		}
		if d.holds&utteranceTimed != 0 && d.needs == noTimes && d.format != JSONL && d.format != CSV || d.holds&wordTimed == 0 && d.needs == wordTimes {
			t.Errorf("%s needs other times than it holds: look at needs and holds in its line in table.go", d.format)
		}
		if d.holds&named != 0 && d.holds&labelled != 0 {
			t.Errorf("%s holds all names, or those that look like names: declare named or labelled in its line in table.go", d.format)
		}
	}
}

// TestUnknownFormat refuses names of no format, and says nothing about them.
func TestUnknownFormat(t *testing.T) {
	const f Format = "word"
	if _, err := ByName("word"); err == nil {
		t.Error("it is found by name")
	}
	if _, err := Read("um\n", "a.txt", f); err == nil {
		t.Error("it is read")
	}
	if _, err := f.Write(&Transcript{}); err == nil {
		t.Error("it is written")
	}
	if f.Title() != "word" || f.Extensions() != nil || f.HasCues() || f.BareWords() || f.IsJSON() || f.IsWritten() {
		t.Error("it has properties")
	}
}

// TestExtensions gives out copies: the table does not change.
func TestExtensions(t *testing.T) {
	SRT.Extensions()[0] = ".vtt"
	if got := SRT.Extensions(); !slices.Equal(got, []string{".srt"}) {
		t.Errorf("%q", got)
	}
}

// written returns the formats that can be written.
func written() []Format {
	return slices.DeleteFunc(All(), func(f Format) bool { return !f.IsWritten() })
}

// TestReadOnly refuses to write formats that are only read.
func TestReadOnly(t *testing.T) {
	for _, f := range All() {
		_, err := f.Write(&Transcript{Name: "a.txt"})
		if err != nil && (f.IsWritten() || !strings.HasPrefix(err.Error(), "a.txt cannot become "+string(f))) || err == nil && !f.IsWritten() {
			t.Errorf("%s: %v", f, err)
		}
	}
}

// TestNil leaves files as they are without a plan, and refuses to read and write nothing.
func TestNil(t *testing.T) {
	for _, x := range fixtures {
		src := load(t, x.name)
		f := mustRead(t, src, x.name, x.format)
		if got := f.Rewrite(nil); got != src {
			t.Errorf("%s becomes %q", x.name, got)
		}
		if f.Diff(nil, true) == "" || len(f.Transcript(nil).Utterances) == 0 {
			t.Errorf("%s says nothing", x.name)
		}
		if err := f.WriteHTML(io.Discard, nil, ""); err != nil {
			t.Error(err)
		}
	}
	for _, f := range All() {
		if _, err := f.Write(nil); err == nil {
			t.Errorf("%s writes what is not there", f)
		}
	}
	if _, err := ReadFrom(nil, "a.txt", ""); err == nil {
		t.Error("nothing is read")
	}
}
