// Package marked compares the marks and the case of the words of two texts: what was put
// into bare text, and what stood there. All that measures this counts by it.
//
// Start with [OfTurns] and [Score].
package marked

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Word is a word of a text.
type Word struct {
	Text     string
	From, To int  // where it is in the text, as Plain writes it
	Mark     byte // what kind of mark follows: '.', '?', ',' or 0
	Opens    bool // it is the first of a sentence, by the mark before it
	// Signs counts the signs up to the next word, and, of the first one, those before it.
	Signs [NumSigns]uint8
}

// Ends reports whether a sentence ends after the word.
func (w Word) Ends() bool { return w.Mark == '.' || w.Mark == '?' }

// Capital reports whether the word begins with a capital letter.
func (w Word) Capital() bool { return w.Text[0] >= 'A' && w.Text[0] <= 'Z' }

var wordAndMarks = regexp.MustCompile(`([A-Za-z0-9]+(?:['&.:-][A-Za-z0-9]+)*)([^A-Za-z0-9]*)`)

// Plain returns a text with straight apostrophes, as Words reads it.
func Plain(text string) string { return strings.ReplaceAll(text, "’", "'") }

// Words returns the words of a text that begins with a sentence. Of marks between two
// words the strongest counts: a question mark, a full stop or exclamation mark, a comma,
// semicolon, colon or dash.
func Words(text string) []Word {
	text = Plain(text)
	var out []Word
	opens := true
	for _, m := range wordAndMarks.FindAllStringSubmatchIndex(text, -1) {
		w := Word{Text: text[m[2]:m[3]], From: m[2], To: m[3], Opens: opens}
		switch after := text[m[4]:m[5]]; {
		case strings.Contains(after, "?"):
			w.Mark = '?'
		case strings.ContainsAny(after, ".!"):
			w.Mark = '.'
		case strings.ContainsAny(after, ",;:—–"), strings.Contains(after, "--"):
			w.Mark = ','
		}
		opens = w.Ends()
		w.addSigns(text[m[4]:m[5]])
		if len(out) == 0 {
			w.addSigns(text[:m[2]])
		}
		out = append(out, w)
	}
	return out
}

// Lower returns words without their case.
func Lower(words []Word) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ToLower(w.Text)
	}
	return out
}

// Bare returns a text without marks and case.
func Bare(text string) string { return strings.Join(Lower(Words(text)), " ") }

// Counts are those of one class.
type Counts struct{ Gold, Found, Right int }

// Add counts a word.
func (c *Counts) Add(gold, found bool) {
	if gold {
		c.Gold++
	}
	if found {
		c.Found++
	}
	if gold && found {
		c.Right++
	}
}

// Plus returns the sum of counts.
func (c Counts) Plus(d Counts) Counts {
	return Counts{c.Gold + d.Gold, c.Found + d.Found, c.Right + d.Right}
}

// Precision returns how much of what was found is right, in percent; 0 of nothing.
func (c Counts) Precision() float64 { return 100 * float64(c.Right) / float64(max(1, c.Found)) }

// Recall returns how much of what there is was found, in percent; 0 of nothing.
func (c Counts) Recall() float64 { return 100 * float64(c.Right) / float64(max(1, c.Gold)) }

// F1 returns the harmonic mean of precision and recall, in percent.
func (c Counts) F1() float64 {
	if c.Right == 0 {
		return 0
	}
	return 200 * float64(c.Right) / float64(c.Gold+c.Found)
}

// Score says how the marks and the case of texts agree. The zero value is ready to Add to.
type Score struct {
	Words                   int // that both texts have
	All                     Counts
	Period, Question, Comma Counts
	Ends                    Counts // of sentences, by either mark
	Capitals                Counts
	Inside                  int // words that open a sentence in neither text
	Miscased                int // those of them whose case is not the same
	Signs                   [NumSigns]Counts
}

// Add counts the words that two texts share, gold and got.
func (s *Score) Add(gold, got []Word) {
	for _, p := range Align(Lower(gold), Lower(got)) {
		s.add(gold[p[0]], got[p[1]])
	}
}

func (s *Score) add(gold, got Word) {
	s.Words++
	s.All.Add(gold.Mark != 0, got.Mark != 0)
	if gold.Mark != 0 && got.Mark != 0 && gold.Mark != got.Mark {
		s.All.Right-- // a mark, but not this one
	}
	s.Period.Add(gold.Mark == '.', got.Mark == '.')
	s.Question.Add(gold.Mark == '?', got.Mark == '?')
	s.Comma.Add(gold.Mark == ',', got.Mark == ',')
	s.Ends.Add(gold.Ends(), got.Ends())
	s.Capitals.Add(gold.Capital(), got.Capital())
	for i, n := range gold.Signs {
		m := got.Signs[i]
		s.Signs[i] = s.Signs[i].Plus(Counts{Gold: int(n), Found: int(m), Right: int(min(n, m))})
	}
	if !gold.Opens && !got.Opens {
		s.Inside++
		if gold.Text != got.Text {
			s.Miscased++
		}
	}
}

// Plus returns the score of the texts of both.
func (s Score) Plus(t Score) Score {
	var signs [NumSigns]Counts
	for i := range signs {
		signs[i] = s.Signs[i].Plus(t.Signs[i])
	}
	return Score{
		Signs: signs,
		Words: s.Words + t.Words, All: s.All.Plus(t.All),
		Period: s.Period.Plus(t.Period), Question: s.Question.Plus(t.Question), Comma: s.Comma.Plus(t.Comma),
		Ends: s.Ends.Plus(t.Ends), Capitals: s.Capitals.Plus(t.Capitals),
		Inside: s.Inside + t.Inside, Miscased: s.Miscased + t.Miscased,
	}
}

// CaseErrors returns the share of the words inside sentences whose case is wrong, in
// percent.
func (s *Score) CaseErrors() float64 { return 100 * float64(s.Miscased) / float64(max(1, s.Inside)) }

// Turns returns the words of the first lines that have more than three, and these lines as
// one bare text, in which each is the turn of a speaker of its own.
func Turns(lines []string, most int) (golds [][]Word, bare string) {
	var b strings.Builder
	for _, line := range lines {
		if len(golds) == most || len(strings.Fields(line)) <= 3 {
			continue
		}
		words := Words(line)
		fmt.Fprintf(&b, "S%d: %s\n", len(golds), strings.Join(Lower(words), " "))
		golds = append(golds, words)
	}
	return golds, b.String()
}

var turn = regexp.MustCompile(`^S(\d+): ?(.*)`)

// Said returns what has become of the text of each of so many turns of Turns.
func Said(cleaned string, turns int) []string {
	said := make([]string, turns)
	for line := range strings.Lines(cleaned) {
		m := turn.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		if n, err := strconv.Atoi(m[1]); err == nil && n < len(said) {
			said[n] += " " + m[2]
		}
	}
	return said
}

// OfTurns compares the words of turns with what has become of them.
func OfTurns(golds [][]Word, cleaned string) Score {
	var out Score
	for n, text := range Said(cleaned, len(golds)) {
		out.Add(golds[n], Words(text))
	}
	return out
}
