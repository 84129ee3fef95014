package transcript

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/internal/datatest"
	"github.com/tidytalk/tidytalk/internal/drawn"
)

// checkMarks checks what holds of marks and case whatever is removed from a text; "" is returned
// where all of it does.
func checkMarks(d *Document, decisions []data.Decision) string {
	e := d.Edit(decisions, removing(data.AllDisfluencies))
	out := e.Text()
	for _, bad := range []string{"  ", " ,", ",,", ",.", " .", ".,", "()", "“”", "«»"} {
		if strings.Count(out, bad) > strings.Count(d.Source, bad) {
			return "there is a new " + bad
		}
	}
	for i := range d.Turns {
		if bad := checkTurn(e, &d.Turns[i]); bad != "" {
			return bad
		}
	}
	return ""
}

func checkTurn(e *Edit, t *Turn) string {
	d := e.doc
	var before, after strings.Builder // the quotes and brackets
	kept, opener := -1, -1            // the last kept word of a sentence, and its first word
	keeps, ended := false, false      // whether any word is kept; whether a sentence ends with the last one
	for w := t.Words.Start; w < t.Words.End; w++ {
		if e.isNote(w) {
			continue
		}
		word, we := &d.Words[w], &e.words[w]
		before.WriteString(d.Source[word.Bytes.Start:word.Core.Start] + "w" + d.Source[word.Core.End:word.Bytes.End])
		if opener < 0 {
			opener = w
		}
		if !we.removed {
			after.WriteString(we.lead + "w" + we.trail)
			first := firstLetter(e.core(w))
			if ended && t.Punctuated && d.startsUpper(opener) && first != strings.ToUpper(first) && !language.KeepsCase(e.core(w)) && kept < 0 {
				return "a small letter after an end at " + d.Text(word.Bytes)
			}
			kept, keeps, ended = w, true, isFinal(we.trail)
			if beside(e, t, w) && (we.lead != d.Source[word.Bytes.Start:word.Core.Start] || we.trail != d.Source[word.Core.End:word.Bytes.End] || we.upper) {
				return "what nobody touched changes at " + d.Text(word.Bytes)
			}
		}
		if !word.Final {
			continue
		}
		if marks := d.Source[word.Core.End:word.Bytes.End]; kept >= 0 && marks != "" && isFinal(marks) && !breaksOff(e, t, w) {
			if k := &e.words[kept]; !isFinal(k.trail) && !isEllipsis(k.trail) && !strings.HasSuffix(d.folded(kept), ".") && !d.verbatim(kept) {
				return "the end is lost behind " + d.Text(d.Words[kept].Bytes)
			}
		}
		kept, opener = -1, -1
	}
	if keeps && inPairs(before.String()) && !inPairs(after.String()) {
		return "quotes and brackets are no pairs any more: " + after.String()
	}
	return ""
}

// beside reports whether no word beside one is removed.
func beside(e *Edit, t *Turn, w int) bool {
	for _, step := range []int{-1, 1} {
		n := w + step
		for n >= t.Words.Start && n < t.Words.End && e.isNote(n) {
			n += step
		}
		if n >= t.Words.Start && n < t.Words.End && e.words[n].removed {
			return false
		}
	}
	return true
}

// breaksOff reports whether the end after a removed word only says that a reparandum does.
func breaksOff(e *Edit, t *Turn, w int) bool {
	n := w + 1
	for n < t.Words.End && e.isNote(n) {
		n++
	}
	if n == t.Words.End || !e.words[w].removed || e.words[n].removed || !e.doc.startsLower(n) || strings.ContainsAny(e.doc.Text(e.doc.Words[w].Bytes), "?!") {
		return false
	}
	for w--; w >= t.Words.Start && (e.isNote(w) || e.words[w].removed); w-- {
		if e.doc.Words[w].Final && !e.isNote(w) {
			return false // the end that stays is this one
		}
	}
	return true
}

func firstLetter(s string) string {
	_, size := utf8.DecodeRuneInString(s)
	return s[:size]
}

// inPairs reports whether quotes and brackets are pairs.
func inPairs(s string) bool {
	var open []rune
	for _, r := range s {
		n := len(open) - 1
		switch {
		case r == '\'' || r == '’' || r == '‘':
		case n >= 0 && closes(open[n], r):
			open = open[:n]
		case r == '"' || isOpening(string(r)) && closers[r] != 0 || r == '[':
			open = append(open, r)
		case isQuote(r):
			return false
		}
	}
	return len(open) == 0
}

// removeAtRandom decides that stretches of up to five tokens go, as one of several kinds.
func removeAtRandom(d *Document, below func(n int) int) []data.Decision {
	kinds := []data.Disfluencies{data.FilledPauses, data.DiscourseMarkers, data.EditingTerms, data.Repairs}
	decisions := make([]data.Decision, len(d.Tokens))
	for i := 0; i < len(decisions); i++ {
		if below(6) > 0 {
			continue
		}
		why := kinds[below(len(kinds))]
		for n := 1 + below(5); n > 0 && i < len(decisions); n-- {
			decisions[i].Why = why
			i++
		}
	}
	return decisions
}

// show returns a text with what is removed in braces.
func show(d *Document, decisions []data.Decision) string {
	var b strings.Builder
	at := 0
	for i, tok := range d.Tokens {
		if decisions[i].Why != 0 {
			b.WriteString(d.Source[at:tok.Bytes.Start] + "{" + d.Text(tok.Bytes) + "}")
			at = tok.Bytes.End
		}
	}
	return b.String() + d.Source[at:]
}

func TestMarksHold(t *testing.T) {
	drawn.Check(t, func(t *drawn.Case) {
		var b strings.Builder
		for range t.Int("sentences", 1, 4) {
			words := drawn.Several(t, "words", 1, 9, "we", "went", "home", "and", "uh", "I", "it's", "(uh)", "\"no\"", "“so we”", "(a b)", "\"I do\"", "then", "Ann", "«oui»", "eBay", "5", "*um*")
			for i := range words {
				if i == 0 {
					words[i] = capital(words[i])
				} else if i+1 < len(words) {
					words[i] += drawn.Of(t, "mark", "", "", "", ",", ",", " --", "...", ";", ":")
				}
			}
			b.WriteString(strings.Join(words, " ") + drawn.Of(t, "end", ".", "?", "!", "?!", "...") + drawn.Of(t, "gap", " ", " ", "\n"))
		}
		d, err := ParseText(b.String(), "drawn")
		if err != nil {
			t.Fatalf("%v", err)
		}
		decisions := removeAtRandom(d, func(n int) int { return t.Int("choice", 0, n-1) })
		if bad := checkMarks(d, decisions); bad != "" {
			t.Fatalf("%s: %s: %q", show(d, decisions), bad, d.Edit(decisions, removing(data.AllDisfluencies)).Text())
		}
	})
}

// TestMarksHoldInTalk removes stretches at random from texts of many kinds. In one of 5,000 lines something may not hold: what
// is a pair of straight quotes, or of the brackets of "1252(a)(2)(B)", is not said there.
func TestMarksHoldInTalk(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	lines, bad := 0, 0
	for _, folder := range []string{datatest.Path(t, "verbatim"), datatest.Path(t, "punct", "en-open"), datatest.Path(t, "punct", "en-mixed"), datatest.Path(t, "fresh", "typed")} {
		files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s holds no texts: %v", folder, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for line := range strings.Lines(string(text)) {
				if n++; n > 2000 {
					break
				}
				d, err := ParseText(strings.TrimRight(line, "\r\n"), file)
				if err != nil {
					continue
				}
				lines++
				decisions := removeAtRandom(d, random.IntN)
				if what := checkMarks(d, decisions); what != "" {
					bad++
					t.Logf("%s: %s: %q", show(d, decisions), what, d.Edit(decisions, removing(data.AllDisfluencies)).Text())
				}
			}
		}
	}
	if t.Logf("%d of %d lines are bad", bad, lines); 5000*bad > lines {
		t.Error("marks do not hold in more than one of 5,000 lines")
	}
}
