package chinese

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// gapsOf reads gaps: words are one letter each, as in "aCb(c)".
func gapsOf(t testing.TB, names ...string) [][]Sign {
	t.Helper()
	var out [][]Sign
	for _, name := range names {
		signs, err := parseSigns(name)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, signs)
	}
	return out
}

func namesOf(gaps [][]Sign) []string {
	var out []string
	for _, g := range gaps {
		out = append(out, signsName(g))
	}
	return out
}

// The first one is Figure 1 of the paper.
func TestTags(t *testing.T) {
	for _, test := range []struct{ gaps, tags string }{
		{"O O O O O O ENU O O O O O O FUL", "BOT-O O O O O B-ENU A-ENU O O O O O EOT-FUL"},
		{"BOO( BOO) QUO)/COM O O", "BOT-BOO(+B-BOO) A-BOO)+B-QUO)/COM A-QUO)/COM EOT-O"},
		{"QUO( FUL/QUO)", "BOT-QUO(+EOT-FUL/QUO)"},
		{"O O", "BOT-O+EOT-O"},
	} {
		gaps := gapsOf(t, strings.Fields(test.gaps)...)
		tags := Tags(gaps)
		if got := strings.Join(tags, " "); got != test.tags {
			t.Errorf("%s: tags %s, want %s", test.gaps, got, test.tags)
		}
		if back, err := ParseTags(tags); err != nil || !reflect.DeepEqual(back, gaps) {
			t.Errorf("%s: back %v, %v", test.tags, namesOf(back), err)
		}
	}
	for _, bad := range []string{"O", "BOT-X EOT-O", "BOT-O+B-COM O EOT-O", "BOT-O A-COM EOT-O", "BOT-O B-QUO A-QUO EOT-O", "BOT-O B-COM( A-COM( EOT-O", "EOT-O BOT-O", "BOT-O BOT-O EOT-O", "-", ""} {
		gaps, err := ParseTags(strings.Fields(bad))
		if bad == "O" || bad == "" { // words without punctuation; no words
			if err != nil {
				t.Errorf("%q: %v", bad, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), "word ") {
			t.Errorf("%q: %v, error %v", bad, namesOf(gaps), err)
		}
	}
}

func FuzzParseTags(f *testing.F) {
	f.Add("BOT-O B-ENU A-ENU EOT-FUL")
	f.Add("BOT-QUO(+EOT-FUL/QUO)")
	f.Fuzz(func(t *testing.T, s string) {
		gaps, err := ParseTags(strings.Fields(s))
		if err != nil || len(gaps) == 1 {
			return
		}
		if back, err := ParseTags(Tags(gaps)); err != nil || !reflect.DeepEqual(back, gaps) {
			t.Errorf("%q: %v, then %v, %v", s, namesOf(gaps), namesOf(back), err)
		}
	})
}

// someSigns are punctuation marks of all passes.
var someSigns = []Sign{{FullStop, Single}, {Question, Single}, {Comma, Single}, {Enumeration, Single}, {Quote, Open}, {Quote, Close}, {Title, Open}, {Bracket, Close}, {Ellipsis, Single}}

// Whatever the marks of a gap, up to four, the passes one after the other give them back.
func TestSplitAndMerge(t *testing.T) {
	var gap []Sign
	var each func(n int)
	each = func(n int) {
		var there []Sign
		for p := Finals; p < NumPasses; p++ {
			own, earlier := passSet{p, p + 1}.own, passSet{p, p + 1}.earlier
			was, found := split(gap, own, earlier)
			if !slices.Equal(was, there) {
				t.Fatalf("%s, pass %d: %s before it, want %s", signsName(gap), p, signsName(was), signsName(there))
			}
			there = merge(nil, there, found)
		}
		if !slices.Equal(there, gap) {
			t.Fatalf("%s becomes %s", signsName(gap), signsName(there))
		}
		if n == 0 {
			return
		}
		for _, s := range someSigns {
			gap = append(gap, s)
			each(n - 1)
			gap = gap[:len(gap)-1]
		}
	}
	each(4)
}

func TestMerge(t *testing.T) {
	for _, test := range []struct{ there, found, want string }{
		{"COM", "QUO)", "QUO)/COM"},
		{"COM", "QUO(", "COM/QUO("},
		{"COM", "QUO)/QUO(", "QUO)/COM/QUO("},
		{"FUL", "|/QUO)", "FUL/QUO)"},
		{"O", "|/QUO)", "QUO)"},
		{"FUL/COM", "|/QUO)", "FUL/QUO)/COM"},
		{"FUL", "ELL", "ELL/FUL"},
		{"O", "O", "O"},
		{"COM", "O", "COM"},
	} {
		g := gapsOf(t, test.there, test.found)
		if got := signsName(merge(nil, g[0], g[1])); got != test.want {
			t.Errorf("%s into %s: %s, want %s", test.found, test.there, got, test.want)
		}
	}
}

// checkNested fails unless pairs are balanced and nested.
func checkNested(t testing.TB, gaps [][]Sign) {
	t.Helper()
	var open nesting
	for _, signs := range gaps {
		var ok bool
		if open, ok = open.after(signs); !ok {
			t.Fatalf("what is not open is closed: %v", namesOf(gaps))
		}
	}
	if len(open) > 0 {
		t.Fatalf("open at the end: %v", namesOf(gaps))
	}
}

// randomGaps draws punctuation marks.
func randomGaps(rng *rand.Rand) [][]Sign {
	gaps := make([][]Sign, 1+rng.IntN(12))
	for g := range gaps {
		for rng.IntN(2) == 0 {
			gaps[g] = append(gaps[g], someSigns[rng.IntN(len(someSigns))])
		}
	}
	return gaps
}

func TestBalanced(t *testing.T) {
	for _, test := range []struct{ gaps, want string }{
		{"QUO( O QUO)", "QUO( O QUO)"},
		{"QUO( O FUL", "O O FUL"},
		{"QUO) QUO( QUO)", "O QUO( QUO)"},
		{"QUO( BRA( QUO) BRA)", "QUO( O QUO) O"},
		{"QUO( BRA(/COM/BRA) QUO)", "QUO( COM QUO)"},
		{"QUO( QUO( QUO) QUO)/FUL", "QUO( QUO( QUO) QUO)/FUL"},
		{"BOO( BOO)/ENU/BOO( BOO)", "BOO( BOO)/ENU/BOO( BOO)"},
	} {
		if got := strings.Join(namesOf(Balanced(gapsOf(t, strings.Fields(test.gaps)...))), " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.gaps, got, test.want)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		gaps := randomGaps(rng)
		out := Balanced(gaps)
		checkNested(t, out)
		if again := Balanced(out); !reflect.DeepEqual(again, out) {
			t.Fatalf("%v, and once more %v", namesOf(out), namesOf(again))
		}
		for g := range gaps {
			single := func(s Sign) bool { return s.Side != Single }
			if !slices.Equal(slices.DeleteFunc(slices.Clone(gaps[g]), single), slices.DeleteFunc(slices.Clone(out[g]), single)) {
				t.Fatalf("%v becomes %v", namesOf(gaps), namesOf(out))
			}
		}
	}
}
