package train

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/stages"
)

// labelledSample returns the sample of a sentence of a corpus: words with "/E" are edit words, with "/F" fillers.
func labelledSample(t testing.TB, text string) neural.Sample {
	var s data.Sentence
	var labels []data.Label
	for _, w := range strings.Fields(text) {
		w, y, _ := strings.Cut(w, "/")
		s.Tokens = append(s.Tokens, data.Token{Text: w})
		labels = append(labels, map[string]data.Label{"": data.O, "E": data.E, "F": data.F}[y])
	}
	return neural.Sample{Reading: bundletest.Default(t).Sentences().Stages().Read(&s), Of: neural.Sentence, Labels: labels}
}

// How the words of a reparandum come from its repair.
func TestRepairTemplates(t *testing.T) {
	names := map[uint8]string{copied: "copied", exchanged: "exchanged", added: "added", skipped: "skipped", filled: "filled"}
	for _, c := range []struct {
		text       string
		steps      string
		interregna int
		repair     int
		early      bool
	}{
		{"we/E we went home", "copied", 0, 1, true},
		{"we flew to/E boston/E uh/F to denver today", "copied exchanged", 1, 2, false},
		{"he/E is/E he was very late", "copied added", 0, 1, true},
		{"we saw the/E dog/E the big dog", "copied skipped copied", 0, 3, false},
		{"they said the/E the/E uh/F you/F know/F the end", "copied added", 3, 1, false},
		{"but/E uh/F we/E we went", "added filled copied", 0, 1, true},
	} {
		sample := labelledSample(t, c.text)
		d := newDisfluencies(newTextStore(), []neural.Sample{sample}, nil)
		if len(d.repairs) != 1 {
			t.Errorf("%s: %d repairs", c.text, len(d.repairs))
			continue
		}
		r := &d.repairs[0]
		var steps []string
		for _, s := range r.steps {
			steps = append(steps, names[s.how])
		}
		slices.Sort(steps)
		want := strings.Fields(c.steps)
		slices.Sort(want)
		if !slices.Equal(steps, want) || len(r.interregna) != c.interregna || r.repair != c.repair || r.early != c.early {
			t.Errorf("%s: %v, %d fillers, %d words of the repair, early %v", c.text, steps, len(r.interregna), r.repair, r.early)
		}
	}
}

// fluentStore is text without anything disfluent.
func fluentStore(t testing.TB, lines ...string) (*textStore, *stages.Labeller) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "talks.train.txt"), []byte("A\t"+strings.Join(lines, "\nA\t")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	b := bundletest.Default(t)
	store := newTextStore()
	text := PretrainingText{Folders: []string{t.TempDir(), dir}, Sources: []string{"talks"}, Words: 1e6}
	if err := store.addText(t.Context(), b, text, 2, func(string, ...any) {}); err != nil {
		t.Fatal(err)
	}
	return store, b.Sentences().Stages()
}

// Whatever is drawn, the fluent words are those of the text, in order: nothing of it is lost but
// words that are said to be, and what is put in has labels of its own.
func TestPretrainingDraw(t *testing.T) {
	store, l := fluentStore(t,
		"The museum was closed on Friday. They told us that the bus to Denver was late.",
		"A friend of the family bought a house near the river. Nobody lives there.",
		"The children of the school saw the film. It was long.")
	d := newDisfluencies(store, []neural.Sample{
		labelledSample(t, "they/E they went to the house"), labelledSample(t, "we saw the/E dog/E uh/F the cat"),
		labelledSample(t, "i/E was/E it was late"), labelledSample(t, "it was uh/F late"),
	}, nil)
	d.repairRate, d.fillerRate = 0.2, 0.1
	d.index()
	p := newPretraining(DefaultPretrainConfig(), store, d, newPauses(nil), l)
	kinds := make(map[string]int)
	for i := range p.Len() {
		u := &p.parts[i]
		var said []string
		for _, w := range store.words[u.from:u.to] {
			said = append(said, store.texts[w.word])
		}
		for seed := range 40 {
			r := rand.New(rand.NewPCG(uint64(seed), uint64(i)))
			s := p.Draw(i, r)
			x := s.Keep.(*drawn)
			n := s.Reading.Len()
			if len(x.labels) != n || len(s.Marks) != n && s.Marks != nil || len(s.Cases) != n || s.Changes != nil && len(s.Changes) != n {
				t.Fatalf("%q: %d words, %+v", said, n, s)
			}
			var kept []string
			replaced, deleted := 0, 0
			for k := range n {
				switch {
				case s.Changes != nil && s.Changes[k] == neural.Replaced:
					replaced++
				case s.Changes != nil || s.Labels[k] == data.O:
					kept = append(kept, s.Reading.Text(k))
					if s.Changes != nil && s.Changes[k] == neural.Deleted {
						deleted++
					}
				}
			}
			switch {
			case s.Changes != nil:
				if replaced+deleted > 0 {
					kinds["changed"]++
				}
				if at := subsequence(kept, said); !at {
					t.Fatalf("%q is not of %q", kept, said)
				}
			case !reflect.DeepEqual(kept, said):
				t.Fatalf("%q, want %q", kept, said)
			case n > len(said):
				kinds["disfluent"]++
			default:
				kinds["plain"]++
			}
			p.Done(&s)
			again := p.Draw(i, rand.New(rand.NewPCG(uint64(seed), uint64(i))))
			if again.Reading.Len() != n {
				t.Fatalf("%q: the same seed draws something else", said)
			}
			p.Done(&again)
		}
	}
	for _, kind := range []string{"changed", "disfluent", "plain"} {
		if kinds[kind] < 20 {
			t.Errorf("of %v too few are %s", kinds, kind)
		}
	}
}

func subsequence(a, of []string) bool {
	for _, w := range of {
		if len(a) > 0 && a[0] == w {
			a = a[1:]
		}
	}
	return len(a) == 0
}

// Parts of streams cover the text, sentences cover the parts, and a whole turn is one.
func TestPretrainingUnits(t *testing.T) {
	var lines []string
	for range 35 {
		lines = append(lines, "The museum was closed on Friday. Nobody told us.")
	}
	store, l := fluentStore(t, lines...)
	p := newPretraining(DefaultPretrainConfig(), store, newDisfluencies(store, nil, nil), newPauses(nil), l)
	at, whole := int32(0), 0
	for i := range len(p.first) - 1 {
		u := &p.parts[i]
		if u.from != at || u.sentence {
			t.Fatalf("part %d is %+v after word %d", i, u, at)
		}
		begin := u.from
		for k := p.first[i]; k < p.first[i+1]; k++ {
			s := &p.parts[k]
			if s.from != begin || !s.sentence || !store.words[s.to-1].ends {
				t.Fatalf("sentence %+v of %+v", s, u)
			}
			begin = s.to
		}
		if at = u.to; begin != at {
			t.Fatalf("the sentences of %+v end at %d", u, begin)
		}
		if u.turn {
			whole++
			if u.to-u.from != 9 || !store.words[u.from].opens {
				t.Errorf("%+v is a turn", u)
			}
		}
	}
	if int(at) != len(store.words) || whole < 15 || whole > 25 {
		t.Errorf("%d of %d words, %d turns", at, len(store.words), whole)
	}
}

func TestPretrainingFolders(t *testing.T) {
	_, err := folderOf([]string{t.TempDir()}, "talks")
	if err == nil || !strings.Contains(err.Error(), "talks.train.txt") {
		t.Error(err)
	}
}
