package prosody

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var undefined = math.NaN()

// place returns where a feature stands in a vector.
func place(t testing.TB, name string) int {
	t.Helper()
	i := slices.IndexFunc(Features(), func(f Feature) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("there is no feature %s", name)
	}
	return i
}

// same reports whether two values agree, or both are undefined.
func same(a, b, eps float64) bool {
	return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= eps
}

// tones is a measure with one F0 throughout.
func tones(first, last, energy float64) Measure {
	m := Undefined(nil)
	m.F0First, m.F0Last, m.F0Mean, m.F0Max, m.F0Min = first, last, (first+last)/2, max(first, last), min(first, last)
	m.EnergyMean, m.EnergyMax, m.EnergyMin = energy, energy+3, energy-3
	return m
}

// three are three words of a speaker: the first says "so", a pause of 300 ms follows, then
// "we went" without one.
func three() []Word {
	words := []Word{
		{Text: "so", Start: 0, End: 0.3, Measure: tones(84, 80, -20)},
		{Text: "we", Start: 0.6, End: 0.7, Measure: tones(90, 88, -30)},
		{Text: "waited", Start: 0.7, End: 1.1, TurnEnds: true, Measure: tones(85, 85, -25)},
	}
	words[0].SlopeFirst, words[0].SlopeLast, words[0].Regression = -6, -20, -13
	words[1].SlopeFirst, words[1].SlopeLast, words[1].Regression = 5, 4, 4.5
	words[0].Vowels = []Vowel{{"OW1", 0.1, 0.3}}
	words[1].Vowels = []Vowel{{"IY0", 0.65, 0.7}}
	words[2].Vowels = []Vowel{{"EY1", 0.8, 0.9}, {"IH0", 0.95, 1.15}}
	return words
}

// TestFeaturesByHand checks every feature against values that are worked out by hand.
func TestFeaturesByHand(t *testing.T) {
	d := &Durations{AnyVowel: Spread{100, math.Log(0.1), 0.5}, Vowels: map[string]Spread{"OW": {50, math.Log(0.2), 0.25}}}
	got := Extract(three(), d)
	// Means of F0 82, 89, 85: the mean is 85 1/3, the squares sum to 24 2/3, and the deviation
	// is that of these with ten of 3 semitones: (24 2/3 + 90) / (2 + 10).
	mean, sd := 256.0/3, math.Sqrt((74.0/3+90)/12)
	// Syllables: 0.3, 0.1, 0.2 s; their ln with ten of 0.4.
	l := []float64{math.Log(0.3), math.Log(0.1), math.Log(0.2)}
	lm := (l[0] + l[1] + l[2]) / 3
	lsd := math.Sqrt(((l[0]-lm)*(l[0]-lm) + (l[1]-lm)*(l[1]-lm) + (l[2]-lm)*(l[2]-lm) + 1.6) / 12)
	ln2 := math.Ln2
	want := map[string][3]float64{
		"f0.max":                {(84 - mean) / sd, (90 - mean) / sd, (85 - mean) / sd},
		"f0.min":                {(80 - mean) / sd, (88 - mean) / sd, (85 - mean) / sd},
		"f0.mean":               {(82 - mean) / sd, (89 - mean) / sd, (85 - mean) / sd},
		"f0.first.start":        {(84 - mean) / sd, (90 - mean) / sd, (85 - mean) / sd},
		"f0.last.end":           {(80 - mean) / sd, (88 - mean) / sd, (85 - mean) / sd},
		"slope.first":           {-6, 5, undefined},
		"slope.last":            {-20, 4, undefined},
		"f0.rat.last_first":     {math.Pow(2, -10.0/12), math.Pow(2, 3.0/12), undefined},
		"f0.diff.last_first":    {-10 / sd, 3 / sd, undefined},
		"slope.rat.last_first":  {-4, undefined, undefined},
		"slope.diff.last_first": {-25, undefined, undefined},
		"slope.regression":      {-13, 4.5, undefined},
		"vow.avg_dur.snorm":     {0, -2 * ln2, ln2},
		"vow.first_dur.snorm":   {0, -2 * ln2, 0},
		"vow.last_dur.snorm":    {0, -2 * ln2, 2 * ln2},
		"vow.max_dur.snorm":     {0, -2 * ln2, 2 * ln2},
		"vow.min_dur.snorm":     {0, -2 * ln2, 0},
		"word.dur":              {l[0], l[1], l[2]},
		"word.dur.snorm":        {(l[0] - lm) / lsd, (l[1] - lm) / lsd, (l[2] - lm) / lsd},
		"pause.after":           {0.3, 0, undefined},
		"pause.type":            {1, 0, undefined},
		"energy.max":            {8, -2, 3},
		"energy.min":            {2, -8, -3},
		"energy.mean":           {5, -5, 0},
		"turn.end":              {0, 0, 1},
		"f0.last.local":         {undefined, (88 - 82) / sd, (85 - 85.5) / sd},
		"word.dur.local":        {undefined, l[1] - l[0], l[2] - (l[0]+l[1])/2},
		"energy.mean.local":     {undefined, -10, 0},
		"phrase.f0":             {-4 / sd, -2 / sd, -5 / sd},
		"phrase.dur":            {0.3, 0.1, 0.5},
	}
	if len(want) != len(wordFeatures) {
		t.Errorf("%d features are checked of %d", len(want), len(wordFeatures))
	}
	for name, values := range want {
		at := [3]int{place(t, "prev."+name), place(t, name), place(t, "next."+name)}
		for w := range got {
			for k, i := range at {
				x := undefined
				if from := w + k - 1; from >= 0 && from < 3 {
					x = values[from]
				}
				if y := float64(got[w][i]); !same(x, y, 1e-5) {
					t.Errorf("word %d: %s is %v, want %v", w, Features()[i].Name, y, x)
				}
			}
		}
	}
}

func TestNames(t *testing.T) {
	seen := make(map[string]bool)
	for _, f := range Features() {
		if seen[f.Name] || f.Name == "" || f.About == "" || strings.ContainsAny(f.Name, " \t") {
			t.Errorf("feature %+v", f)
		}
		seen[f.Name] = true
	}
	if len(seen) != NumFeatures() {
		t.Errorf("%d features, not %d", len(seen), NumFeatures())
	}
	for _, name := range []string{"pause.after", "turn.end", "vow.max_dur.snorm", "f0.last.end", "slope.last", "f0.rat.last_first", "pause.type"} {
		if !seen[name] {
			t.Errorf("%s of the paper's Figure 2 is missing", name)
		}
	}
}

// drawnWords returns words of some speakers, with gaps in what is known.
func drawnWords(r *rand.Rand, n int) []Word {
	words := make([]Word, n)
	at := 0.0
	x := func(v float64) float64 {
		if r.IntN(6) == 0 {
			return undefined
		}
		return v
	}
	for i := range words {
		start := at + 0.3*r.Float64()
		at = start + 0.05 + 0.5*r.Float64()
		w := &words[i]
		*w = Word{Text: []string{"a", "uh", "waiting", "2005"}[r.IntN(4)], Start: x(start), End: x(at), Speaker: fmt.Sprint(r.IntN(3)), TurnEnds: r.IntN(4) == 0}
		w.Measure = Undefined(nil)
		for _, p := range []*float64{&w.F0Max, &w.F0Min, &w.F0Mean, &w.F0First, &w.F0Last} {
			*p = x(80 + 12*r.Float64())
		}
		for _, p := range []*float64{&w.SlopeFirst, &w.SlopeLast, &w.Regression} {
			*p = x(100 * (r.Float64() - 0.5))
		}
		for _, p := range []*float64{&w.EnergyMax, &w.EnergyMin, &w.EnergyMean} {
			*p = x(-40 * r.Float64())
		}
		for range r.IntN(4) {
			w.Vowels = append(w.Vowels, Vowel{"", start, start + 0.01 + 0.1*r.Float64()})
		}
	}
	return words
}

// TestVoiceDoesNotMatter: a speaker with another pitch and another microphone has the same
// features.
func TestVoiceDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for range 50 {
		words := drawnWords(r, 1+r.IntN(30))
		want := Extract(words, nil)
		up, louder := 12*math.Log2(0.5+2*r.Float64()), 40*(r.Float64()-0.5)
		for i := range words {
			w := &words[i]
			if w.Speaker != "1" {
				continue
			}
			for _, p := range []*float64{&w.F0Max, &w.F0Min, &w.F0Mean, &w.F0First, &w.F0Last} {
				*p += up
			}
			for _, p := range []*float64{&w.EnergyMax, &w.EnergyMin, &w.EnergyMean} {
				*p += louder
			}
		}
		compareVectors(t, Extract(words, nil), want, 2e-5)
	}
}

func compareVectors(t *testing.T, got, want [][]float32, eps float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d vectors, want %d", len(got), len(want))
	}
	for i := range got {
		for j := range got[i] {
			if a, b := float64(got[i][j]), float64(want[i][j]); !same(a, b, eps*(1+math.Abs(b))) {
				t.Fatalf("word %d: %s is %v, want %v", i, Features()[j].Name, a, b)
			}
		}
	}
}

// TestOrderOfSpeakers: words of several speakers may be interleaved or not, and do not
// look at each other.
func TestOrderOfSpeakers(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2))
	for range 50 {
		words := drawnWords(r, r.IntN(40))
		stats := LearnDurations(words)
		all := Extract(words, stats)
		for _, speaker := range []string{"0", "1", "2"} {
			var alone []Word
			var want [][]float32
			for i := range words {
				if words[i].Speaker == speaker {
					alone, want = append(alone, words[i]), append(want, all[i])
				}
			}
			compareVectors(t, Extract(alone, stats), want, 0)
		}
	}
}

func TestOddWords(t *testing.T) {
	inf := math.Inf(1)
	known := func(text string, start, end float64) Word { return Word{Text: text, Start: start, End: end} }
	for _, c := range []struct {
		what  string
		words []Word
		want  map[string]float64 // of the first word
	}{
		{"one word", []Word{known("yes", 1, 1.2)}, map[string]float64{"pause.after": undefined, "word.dur": math.Log(0.2), "word.dur.snorm": 0, "turn.end": 0, "next.turn.end": undefined, "prev.turn.end": undefined, "f0.max": undefined}},
		{"without times", []Word{{Text: "yes", Start: undefined, End: undefined, TurnEnds: true}, known("no", 1, 2)}, map[string]float64{"pause.after": undefined, "pause.type": undefined, "word.dur": undefined, "turn.end": 1, "next.word.dur": 0}},
		{"infinite", []Word{known("a", 0, inf), known("b", inf, inf)}, map[string]float64{"pause.after": undefined, "word.dur": undefined}},
		{"reversed", []Word{known("a", 2, 1), known("b", 3, 4)}, map[string]float64{"pause.after": undefined, "word.dur": undefined}},
		{"overlap", []Word{known("a", 0, 1), known("b", 0.5, 2)}, map[string]float64{"pause.after": 0, "pause.type": 0}},
		{"wrong order", []Word{known("a", 5, 6), known("b", 1, 2)}, map[string]float64{"pause.after": undefined, "pause.type": undefined}},
		{"no length", []Word{known("a", 1, 1), known("b", 1.5, 2)}, map[string]float64{"pause.after": 0.5, "word.dur": undefined}},
		{"an hour", []Word{known("a", 1, 2), known("b", 3602, 3603)}, map[string]float64{"pause.after": maxPause}},
		{"before a filled pause", []Word{known("a", 1, 2), known("Uhhh,", 2, 3)}, map[string]float64{"pause.after": 0, "pause.type": 2}},
		{"breath", []Word{{Text: "a", Start: 0, End: 1, PauseType: Breath}, known("b", 1, 3)}, map[string]float64{"pause.after": 0, "pause.type": 3}},
		{"a short gap", []Word{known("a", 0, 1), known("b", 1.04, 2)}, map[string]float64{"pause.after": 0.04, "pause.type": 0}},
		{"no start of the next", []Word{known("a", 0, 1), {Text: "b", Start: undefined, End: 2}}, map[string]float64{"pause.after": undefined, "word.dur": 0}},
		{"level next word", []Word{{Text: "a", Measure: Measure{F0Max: 1, SlopeLast: 3}}, {Text: "b", Measure: Measure{F0Max: 1, SlopeFirst: 0}}}, map[string]float64{"slope.rat.last_first": undefined, "slope.diff.last_first": 3}},
		{"infinite measures", []Word{{Text: "a", Measure: Measure{F0Max: inf, F0Mean: 80, EnergyMean: -inf}}}, map[string]float64{"f0.max": undefined, "f0.mean": 0, "energy.mean": undefined}},
		{"empty vowels", []Word{{Text: "a", Measure: Measure{Vowels: []Vowel{{"a", 1, 1}, {"a", 2, 1}, {"a", undefined, 1}}}}}, map[string]float64{"vow.avg_dur.snorm": undefined, "vow.max_dur.snorm": undefined, "vow.last_dur.snorm": undefined}},
	} {
		got := Extract(c.words, nil)
		for name, want := range c.want {
			if x := float64(got[0][place(t, name)]); !same(x, want, 1e-6) {
				t.Errorf("%s: %s is %v, want %v", c.what, name, x, want)
			}
		}
	}
	if got := Extract(nil, nil); len(got) != 0 {
		t.Errorf("no words have %d vectors", len(got))
	}
}

// TestNeverInfinite: whatever the words are like, features are finite or undefined.
func TestNeverInfinite(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 3))
	odd := []float64{undefined, math.Inf(1), math.Inf(-1), 0, 1e300, -1e300, math.SmallestNonzeroFloat64, 1, -1}
	pick := func() float64 { return odd[r.IntN(len(odd))] }
	for range 300 {
		words := make([]Word, r.IntN(6))
		for i := range words {
			w := &words[i]
			w.Start, w.End = pick(), pick()
			w.F0Max, w.F0Min, w.F0Mean, w.F0First, w.F0Last = pick(), pick(), pick(), pick(), pick()
			w.SlopeFirst, w.SlopeLast, w.Regression = pick(), pick(), pick()
			w.EnergyMax, w.EnergyMin, w.EnergyMean = pick(), pick(), pick()
			w.Vowels = []Vowel{{"", pick(), pick()}}
			w.PauseType = PauseType(r.IntN(256))
		}
		for i, v := range Extract(words, nil) {
			for j, x := range v {
				if math.IsInf(float64(x), 0) {
					t.Fatalf("%s of %+v is %v", Features()[j].Name, words[i], x)
				}
			}
		}
	}
}

func TestLearnDurations(t *testing.T) {
	var words []Word
	for i := range 30 {
		words = append(words, Word{Text: "ba", Start: 0, End: 0.2, Measure: Measure{Vowels: []Vowel{{fmt.Sprint("AH", i%3), 0, 0.1}}}})
	}
	words = append(words, Word{Text: "o", Start: 0, End: 0.8, Measure: Measure{Vowels: []Vowel{{"OY1", 0, 0.4}}}})
	d := LearnDurations(words)
	if s := d.Vowels["AH"]; s.N != 30 || !same(s.Mean, math.Log(0.1), 1e-12) || !same(s.SD, math.Sqrt(1.6/39), 1e-12) {
		t.Errorf("AH: %+v", s)
	}
	if s, known := d.Vowels["OY"]; known {
		t.Errorf("one OY has statistics of its own: %+v", s)
	}
	if s := d.AnyVowel; s.N != 31 || !same(s.Mean, (30*math.Log(0.1)+math.Log(0.4))/31, 1e-12) {
		t.Errorf("all vowels: %+v", s)
	}
	if s := d.Syllable; s.N != 31 || !same(s.Mean, (30*math.Log(0.2)+math.Log(0.8))/31, 1e-12) {
		t.Errorf("syllables: %+v", s)
	}
	if x := LearnDurations(nil).vowel(Vowel{"a", 0, 1}); !math.IsNaN(x) {
		t.Errorf("a vowel is %v deviations long where nothing is known", x)
	}
}

func TestIsFilledPause(t *testing.T) {
	for word, want := range map[string]bool{"uh": true, "Uhm,": true, "ummmm": true, "euh…": true, "her": false, "": false, "[er]": true, "'em": false, "a": false} {
		if IsFilledPause(word) != want {
			t.Errorf("%q is a filled pause: %v", word, !want)
		}
	}
}

func TestSpelledSyllables(t *testing.T) {
	for word, want := range map[string]int{"so": 1, "waited": 2, "time": 1, "little": 2, "the": 1, "rhythm": 1, "": 1, "2005": 4, "někdo": 2, "hmm": 1, "idea,": 2} {
		if n := spelledSyllables(word); n != want {
			t.Errorf("%q has %d syllables, want %d", word, n, want)
		}
	}
}

func BenchmarkExtract(b *testing.B) {
	words := drawnWords(rand.New(rand.NewPCG(7, 4)), 10000)
	for b.Loop() {
		Extract(words, nil)
	}
}
