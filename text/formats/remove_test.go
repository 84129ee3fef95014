package formats

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// removals are decisions that are carried out on every fixture.
var removals = []struct {
	name   string
	decide func(f *File) *Plan
}{
	{"fillers", dropFillers},
	{"repairs", dropRepairs},
	{"fillers, empty ones kept", func(f *File) *Plan {
		d := dropFillers(f)
		d.KeepEmpty = true
		return d
	}},
	{"all but fillers", func(f *File) *Plan {
		d := dropFillers(f)
		for i := range d.Decisions {
			d.Decisions[i].Why ^= data.FilledPauses
		}
		return d
	}},
}

// TestRemove takes out words, and has the others as they were: in order, at their
// times, said by whom they were said.
func TestRemove(t *testing.T) {
	for _, x := range fixtures {
		for _, v := range variantsOf(x.format) {
			for _, r := range removals {
				if x.name == "youtube.vtt" && r.name == "all but fillers" {
					continue // too little is left to be seen to roll up
				}
				t.Run(x.name+"/"+v.name+"/"+r.name, func(t *testing.T) {
					checkRemoval(t, v.make(load(t, x.name)), x.name, x.format, r.decide)
				})
			}
		}
	}
}

// checkRemoval carries out a decision on a file, and returns what becomes of it.
func checkRemoval(t *testing.T, src, name string, format Format, decide func(f *File) *Plan) string {
	t.Helper()
	f := mustRead(t, src, name, format)
	d := decide(f)
	want := words(f, d)
	out := f.Rewrite(d)
	if again := f.Rewrite(d); again != out {
		t.Error("a second time it becomes something else")
	}
	g, err := Read(out, name, format)
	if err != nil {
		t.Fatalf("what is written cannot be read: %v", err)
	}
	sameWords(t, words(g, nil), want)
	sameText(t, g.Rewrite(keepAll(g)), out)
	return out
}

// TestRemoveAgain changes nothing where there are no fillers left.
func TestRemoveAgain(t *testing.T) {
	for _, x := range fixtures {
		f := mustRead(t, load(t, x.name), x.name, x.format)
		out := f.Rewrite(dropFillers(f))
		g := mustRead(t, out, x.name, x.format)
		t.Run(x.name, func(t *testing.T) { sameText(t, g.Rewrite(dropFillers(g)), out) })
	}
}

// TestRemoveAll takes out all there is to say, and leaves a file that says nothing.
func TestRemoveAll(t *testing.T) {
	for _, x := range fixtures {
		for _, keepEmpty := range []bool{false, true} {
			f := mustRead(t, load(t, x.name), x.name, x.format)
			d := keepAll(f)
			d.Remove, d.KeepEmpty = data.AllDisfluencies, keepEmpty
			for i := range d.Decisions {
				d.Decisions[i].Why = data.Repairs
			}
			out := f.Rewrite(d)
			g, err := Read(out, x.name, x.format)
			if err != nil {
				t.Error(err)
				continue
			}
			for _, w := range g.Document.Words {
				if w.Tokens.Len() > 0 && !w.Kept {
					t.Errorf("%s has a word left in %q", x.name, g.Document.Source)
					break
				}
			}
		}
	}
}

// TestGolden compares fixtures without fillers and repairs with what is written down in
// testdata/golden.
func TestGolden(t *testing.T) {
	goldens, err := filepath.Glob("testdata/golden/*")
	if err != nil || len(goldens) == 0 {
		t.Fatal(goldens, err)
	}
	for _, file := range goldens {
		name := filepath.Base(file)
		f := mustRead(t, load(t, name), name, "")
		got := f.Rewrite(dropRepairs(f))
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) { sameText(t, got, string(want)) })
	}
}
