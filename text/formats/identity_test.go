package formats

import (
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// TestDetect finds the format of every fixture by its name and content, by content
// alone, and however it is saved.
func TestDetect(t *testing.T) {
	for _, x := range fixtures {
		src := load(t, x.name)
		for _, name := range []string{x.name, "-"} {
			for _, v := range variantsOf(x.format) {
				got, err := Detect(v.make(src), name)
				if err != nil {
					t.Errorf("%s as %s (%s): %v", x.name, name, v.name, err)
				} else if got != x.format {
					t.Errorf("%s as %s (%s) is taken for %s: let sniff or members in the line of %s in table.go tell them apart", x.name, name, v.name, got, x.format)
				}
			}
		}
	}
}

// TestDetectNumbers: what somebody says of numbers is no table of times.
func TestDetectNumbers(t *testing.T) {
	for _, x := range []struct {
		text string
		want Format
	}{
		{"Section 4 2 1 3 is void\n", Text},
		{"unit 4 2 1 is\n", Text},
		{"it's 4 7 7 2 9 no wait 4 7 7 3 9\n", Text},
		{"talk A anna 0.00 2.50 is uh void\n", STM},
		{"talk A anna 0 2 is\ntalk A bob 2 3 uh no\n", STM},
		{"talk A 0.5 2 is\n", CTM},
	} {
		if got, err := Detect(x.text, "-"); err != nil || got != x.want {
			t.Errorf("%q is taken for %s (%v), want %s", x.text, got, err, x.want)
		}
	}
}

// TestFixtures has a fixture of every format, and no file in testdata that is none.
func TestFixtures(t *testing.T) {
	for _, x := range fixtures {
		if x.format == "" {
			t.Errorf("testdata/%s: its name says no format: start it with the name of one that has the extension, as in \"list-nemo.json\", or declare the extension in table.go", x.name)
		}
	}
	for _, format := range All() {
		if !slices.ContainsFunc(fixtures, func(x fixture) bool { return x.format == format }) {
			t.Errorf("there is no fixture of %s: add testdata/%[1]s%[2]s, a file with fillers in it as a tool of the format writes it", format, format.Extensions()[0])
		}
	}
}

// TestIdentity writes what was read, byte for byte, where nothing is removed: neither words
// without a reason nor those with one that does not count.
func TestIdentity(t *testing.T) {
	for _, x := range fixtures {
		for _, v := range variantsOf(x.format) {
			t.Run(x.name+"/"+v.name, func(t *testing.T) {
				src := v.make(load(t, x.name))
				f := mustRead(t, src, x.name, x.format)
				if f.Rewrite(&Plan{}) != src {
					t.Error("a decision about nothing changes it")
				}
				if len(f.Document.Tokens) == 0 {
					t.Fatalf("the reader of %s in table.go finds no words in it", x.format)
				}
				sameText(t, f.Rewrite(keepAll(f)), src)
				d := dropRepairs(f)
				d.Remove = data.NoDisfluencies
				sameText(t, f.Rewrite(d), src)
				d.Remove = data.Conjunctions
				sameText(t, f.Rewrite(d), src)
				for _, w := range f.Warnings {
					t.Errorf("line %d: %s", w.Line, w.Text)
				}
			})
		}
	}
}

// TestReadsTheSame has the same words, times and speakers however a file is saved.
func TestReadsTheSame(t *testing.T) {
	for _, x := range fixtures {
		src := load(t, x.name)
		want := words(mustRead(t, src, x.name, x.format), nil)
		for _, v := range variantsOf(x.format) {
			if got := words(mustRead(t, v.make(src), x.name, x.format), nil); !sameWords(t, got, want) {
				t.Errorf("%s (%s) is read otherwise", x.name, v.name)
			}
		}
	}
}

// sameText compares two files, and shows the first place where they part.
func sameText(t *testing.T, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	n := 0
	for n < len(got) && n < len(want) && got[n] == want[n] {
		n++
	}
	around := func(s string) string { return s[max(0, n-60):min(len(s), n+60)] }
	t.Errorf("at byte %d\n got %q\nwant %q", n, around(got), around(want))
}

// sameWords compares words, and shows the first that is not as it should be.
func sameWords(t *testing.T, got, want []heard) bool {
	t.Helper()
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Errorf("word %d is\n     %+v\nnot  %+v", i, got[i], want[i])
			return false
		}
	}
	if len(got) != len(want) {
		n := min(len(got), len(want))
		t.Errorf("%d words, not %d: from %q on, not %q", len(got), len(want), textsOf(got[n:]), textsOf(want[n:]))
		return false
	}
	return true
}
