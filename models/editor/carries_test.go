package editor

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// tagged makes a text of words with tags and marks: "that/DT kind/NN of/IN stuff/NNS.".
func tagged(s string) Text {
	var plain, tags []string
	for _, w := range strings.Fields(s) {
		word, tag, _ := strings.Cut(w, "/")
		rest := strings.TrimRight(tag, ",.?-")
		plain, tags = append(plain, word+tag[len(rest):]), append(tags, rest)
	}
	t := textOf(strings.Join(plain, " "))
	t.Tags = tags
	return t
}

// What says something where it stands is no phrase, though the same words are one elsewhere.
func TestCarries(t *testing.T) {
	for _, c := range []struct {
		text string // a word that carries something is in capitals
		asks bool
	}{
		{"we/PRP had/VBD that/DT KIND/NN OF/IN stuff/NN.", false},
		{"what/WDT KIND/NN OF/IN projects/NNS", false},
		{"it/PRP is/VBZ kind/NN of/IN late/JJ.", false},
		{"all/DT kind/NN of/IN digging/VBG", false},
		{"NO/DT worries/NNS.", false},
		{"no/UH, it/PRP is/VBZ.", false},
		{"yeah/UH, we/PRP did/VBD.", false},
		{"YEAH/UH, we/PRP did/VBD.", true},
		{"oh/UH YES/UH. yeah/UH. it/PRP is/VBZ.", true},
		{"it/PRP is/VBZ yeah/UH fine/JJ.", true},
		{"OF/IN COURSE/NN we/PRP did/VBD.", true},
		{"it/PRP seems/VBZ LIKE/IN a/DT day/NN", false},
		{"i/PRP was/VBD like/IN doing/VBG it/PRP", false},
		{"i/PRP was/VBD LIKE/IN i/PRP can't/MD", false},
		{"i/PRP was/VBD LIKE/IN, OKAY/UH, good/JJ", false},
		{"in/IN towns/NNS LIKE/IN York/NNP, Leeds/NNP", false},
		{"in/IN towns/NNS like/IN York/NNP is/VBZ", false},
		{"LIKE/IN i/PRP said/VBD, we/PRP went/VBD", false},
		{"like/IN we/PRP went/VBD there/RB", false},
		{"like/IN i/PRP went/VBD, LIKE/IN i/PRP say/VBP, it/PRP", false},
		{"i/PRP am/VBP LIKE/IN, look/VB, no/DT", false},
		{"it/PRP is/VBZ LIKE/IN, sometimes/RB they/PRP do/VBP", false},
		{"it/PRP was/VBD like/IN, a/DT day/NN", false},
		{"it/PRP was/VBD, like/IN, good/JJ", false},
		{"it/PRP was/VBD LIKE/IN if/IN i/PRP did/VBD", false},
		{"a/DT drug/NN LIKE/IN that/DT is/VBZ", false},
		{"a/DT drug/NN like/IN that/DT new/JJ one/NN", false},
		{"any/DT signs/NNS, LIKE/IN rash/NN?", false},
		{"a/DT thing/NN RIGHT/RB now/RB", false},
		{"segmented/VBN, RIGHT/RB the/DT way/NN down/RB", false},
		{"right/UH the/DT way/NN down/RB", false},
		{"i/PRP 'm/VBP going/VBG. oh/UH YEAH/UH. real/JJ chic/JJ", false},
		{"we/PRP are/VBP glad/JJ. oh/UH yeah/UH. real/JJ chic/JJ", false},
		{"left/NN and/CC RIGHT/NN, shoot/VB", false},
		{"LIKE/IN what/WP?", false},
		{"a/DT KIND/NN OF/IN move/VB", false},
		{"a/DT thing/NN, right/UH, now/RB", false},
		{"i/PRP was/VBD going/VBG, UGH/UH.", false},
		{"is/VBZ it/PRP? OKAY/JJ? for/IN you/PRP", false},
		{"is/VBZ it/PRP OKAY/JJ for/IN you/PRP", false},
		{"okay/UH, for/IN you/PRP", false},
		{"okay/UH because/IN it/PRP is/VBZ", false},
		{"treat/VB LIKE/IN with/IN LIKE/JJ", false},
		{"not/RB in/IN the/DT town/NN LIKE/IN many/JJ OF/IN them/PRP", false},
		{"electronics/NNS that/IN LIKE/IN sets/NNS and/CC what/WP have/VBP you/PRP", false},
		{"i/PRP saw/VBD LIKE/IN shows/NNS, films/NNS, etc/FW.", false},
		{"i/PRP work/VBP with/IN like/IN ten/CD people/NNS", false},
		{"i/PRP saw/VBD like/IN shows/NNS.", false},
		{"she/PRP is/VBZ SO/RB vulnerable/JJ", false},
		{"we/PRP were/VBD late/JJ, SO/RB we/PRP ran/VBD", false},
		{"i/PRP remember/VBP- so/RB, for/IN those/DT", false},
		{"so/RB we/PRP ran/VBD.", false},
		{"SO/RB fine/JJ.", false},
		{"an/DT acidic/JJ LIKE/IN that/DT is/VBZ", false},
		{"we/PRP see/VBP this/DT LIKE/IN a/DT circle/NN", false},
		{"we/PRP gave/VBD him/PRP like/IN a/DT circle/NN", false},
		{"because/IN of/IN RIGHT/JJ foot/NN pain/NN", false},
		{"subtraction/NN KIND/NN OF/IN things/NNS", false},
		{"my/PRP$ heart/NN kind/NN of/IN racing/NN", false},
	} {
		var got []string
		x := tagged(strings.ToLower(c.text))
		for i := range x.Tags {
			x.Tags[i] = strings.ToUpper(x.Tags[i])
		}
		x.Answers = c.asks
		for i := range x.Words {
			if (light[x.Words[i]] || answers[x.Words[i]] || cries[x.Words[i]] || slices.Contains([]string{"like", "so", "no", "of", "course"}, x.Words[i])) && x.carries(i) {
				got = append(got, x.Words[i])
			}
		}
		var want []string
		for _, w := range strings.Fields(c.text) {
			if word, _, _ := strings.Cut(w, "/"); word == strings.ToUpper(word) {
				want = append(want, strings.ToLower(word))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v carry something, want %v", c.text, got, want)
		}
	}
}

// What is quoted stays, and what is called by its name.
func TestQuotedAndNamed(t *testing.T) {
	x := tagged("he/PRP said/VBD okay/UH.")
	x.Quoted = []bool{false, false, true}
	if !x.carries(2) {
		t.Error("a word that opens a quotation may go")
	}
	for _, c := range []struct {
		text string
		want bool
	}{{"in/IN INR/FW crores/NNS", true}, {"OKAY/UH it/PRP is/VBZ", false}, {"MM/UH HMM/UH", false}, {"year-on-year/RB we/PRP", true}, {"mm-hmm/UH we/PRP", false}, {"well/RB, we/PRP", false}} {
		x := tagged(c.text)
		if got := slices.ContainsFunc([]int{0, 1}, x.carries); got != c.want {
			t.Errorf("%s: carries something: %v", c.text, got)
		}
	}
	if x := tagged("the/DT well/RB documented/VBN"); !x.carries(1) {
		t.Error("how much something is done may go")
	}
	for _, c := range []string{"crores/NNS", "shit/NN", "ten/CD", "vulnerable/JJ"} {
		if x := tagged(c); !x.carries(0) {
			t.Errorf("%s may go as a phrase", c)
		}
	}
}

func TestAsksYesNo(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"did/VBD you/PRP go/VB?", true},
		{"so/RB did/VBD you/PRP go/VB?", true},
		{"where/WRB did/VBD you/PRP go/VB?", false},
		{"so/RB what/WP?", false},
		{"could/MD you/PRP close/VB it/PRP? yeah/UH.", true},
		{"could/MD you/PRP close/VB it/PRP? we/PRP all/DT went/VBD home/NN on/IN foot/NN then/RB.", false},
		{"it/PRP works/VBZ.", false},
		{"it/PRP runs/VBZ endlessly/RB right/RB", true},
		{"that/DT is/VBZ exactly/RB right/JJ.", false},
		{"we/PRP turn/VBP right/RB.", false},
		{"are/VBP you/PRP able/JJ to/TO turn/VB", true},
		{"right/UH.", false},
	} {
		x := tagged(c.text)
		if got := x.AsksYesNo(); got != c.want {
			t.Errorf("%s: %v", c.text, got)
		}
	}
	if new(Text).AsksYesNo() {
		t.Error("nothing asks")
	}
}

// "No" stays where it is all that denies what somebody else has said.
func TestDenies(t *testing.T) {
	for _, c := range []struct {
		before, text string
		want         bool
	}{
		{"that/DT is/VBZ six/CD.", "no/UH, total/NN.", true},
		{"that/DT is/VBZ six/CD.", "well/UH, no/UH. if/IN you/PRP", true},
		{"that/DT is/VBZ six/CD.", "no/UH. i/PRP didn't/VBD mean/VB it/PRP", false},
		{"that/DT is/VBZ six/CD.", "it/PRP is/VBZ, no/UH, ten/CD", false},
		{"that/DT is/VBZ six/CD.", "no/UH.", false},
		{"i/PRP have/VBP none/NN left/VBN.", "no/UH. okay/UH", false},
	} {
		before, x := tagged(c.before), tagged(c.text)
		x.Replies = !before.Denies()
		if got := x.carries(slices.Index(x.Words, "no")); got != c.want {
			t.Errorf("%s / %s: %v", c.before, c.text, got)
		}
	}
}

// Connectives that would connect nothing go with what they were said before.
func TestLeftovers(t *testing.T) {
	for _, c := range []struct {
		text     string
		of, want []Stretch
	}{
		{"we left. so- yeah. they came.", []Stretch{{3, 4, data.TagQuestions, .8}}, []Stretch{{2, 3, data.TagQuestions, .8}, {3, 4, data.TagQuestions, .8}}},
		{"we left, and- yeah. they came.", []Stretch{{3, 4, data.TagQuestions, .8}}, []Stretch{{2, 3, data.TagQuestions, .8}, {3, 4, data.TagQuestions, .8}}},
		{"so we left, right?", []Stretch{{3, 4, data.TagQuestions, .8}}, []Stretch{{3, 4, data.TagQuestions, .8}}},
		{"yeah, so we left.", []Stretch{{0, 1, data.Openers, .8}}, []Stretch{{0, 1, data.Openers, .8}}},
		{"and. yeah, we left.", []Stretch{{1, 2, data.Openers, .8}}, []Stretch{{0, 1, data.Openers, .8}, {1, 2, data.Openers, .8}}},
		{"we left.", nil, nil},
	} {
		x := textOf(c.text)
		if got := x.Leftovers(c.of); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
		}
	}
	x := tagged("no/UH i/PRP don't/VBP")
	if x.Asked = true; !x.carries(0) {
		t.Error("no is no answer")
	}
	x = textOf("because, yeah.")
	x.Asked = true
	if got := x.Leftovers([]Stretch{{1, 2, data.TagQuestions, .8}}); len(got) != 1 {
		t.Errorf("an answer goes: %v", got)
	}
}

// A false start of a name that is not said again is none, nor is the object of a preposition.
func TestFalseStartsLoseNothing(t *testing.T) {
	for _, c := range []struct {
		text     string
		from, to int
		want     bool
	}{
		{"the/DT plan/NN the/DT plan/NN is/VBZ", 0, 2, true},
		{"the/DT rent/NN the/DT plan/NN is/VBZ", 0, 2, false},
		{"the/DT rent/NN- the/DT plan/NN is/VBZ", 0, 2, true},
		{"listen/VB to/TO it/PRP, it/PRP sounds/VBZ", 2, 3, false},
		{"but/CC it/PRP, it/PRP sounds/VBZ", 1, 2, true},
		{"and/CC finalize/VB it/PRP, it/PRP sounds/VBZ", 2, 3, false},
		{"i/PRP think/VBP it/PRP, it/PRP sounds/VBZ", 2, 3, true},
		{"is/VBZ it/PRP, it/PRP sounds/VBZ", 1, 2, true},
		{"a/DT third/JJ, a/DT third/JJ, a/DT third/JJ", 2, 4, false},
		{"a/DT third/JJ, a/DT third/JJ of/IN it/PRP", 0, 2, true},
		{"much/RB less/RBR now/RB, much/JJ the/DT same/JJ", 0, 3, false},
		{"the/DT COVID/JJ, the/DT provisions/NNS", 0, 2, false},
	} {
		x := tagged(c.text)
		if got := x.left(c.from, c.to); got != c.want {
			t.Errorf("%s: %v", c.text, got)
		}
	}
}

// A dash that is that of a repair between breaks nothing off before it, nor does a word that is cut off take an adjective along.
func TestBreaksOfOthers(t *testing.T) {
	for _, c := range []struct {
		text     string
		from, to int
		gap      data.Disfluencies
		want     bool
	}{
		{"it's/VBZ an/DT assumption/NN- it's/VBZ clear/JJ", 0, 3, data.Repairs, false},
		{"it's/VBZ an/DT assumption/NN- it's/VBZ clear/JJ", 0, 3, 0, true},
		{"one/CD made/VBN of/IN- where/WRB it/PRP", 1, 3, data.Repairs, true},
		{"is/VBZ- my/PRP$ day/NN", 0, 1, data.Repairs, false},
		{"more/JJR may/MD- take/VB place/NN", 1, 2, data.Repairs, false},
	} {
		x := tagged(c.text)
		x.Lent = make([]bool, len(x.Words))
		x.Lent[c.to-1], x.Gap[c.to] = c.gap != 0, c.gap
		if got := x.left(c.from, c.to); got != c.want {
			t.Errorf("%s, removed between %v: %v", c.text, c.gap, got)
		}
	}
	x := tagged("out/IN of/IN a/DT strong/JJ a/NN operating/NN cash/NN")
	x.Words[4], x.After[4] = "a-", data.CutMark
	if x.left(2, 5) {
		t.Error("an adjective goes with a word that is cut off")
	}
	x = tagged("share/NN of/IN a/DT, a/DT market/NN")
	if !x.taken(1, 3) || x.taken(0, 3) {
		t.Error("what is taken up")
	}
}
