package formats

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/mutants"
)

// FuzzClean changes the fixtures of all formats at random, and cleans them by any decisions: words
// are removed, punctuation, case and numbers are set anyhow. Nothing panics, and what is written is
// read again. Beside it, FuzzRead takes any text, and removes by rule.
func FuzzClean(f *testing.F) {
	for i := range fixtures {
		for seed := range uint64(drawn.Few(4, 1)) {
			f.Add(uint16(i), seed)
		}
	}
	texts := make([]string, len(fixtures))
	for i, x := range fixtures {
		texts[i] = load(f, x.name)
	}
	f.Fuzz(func(t *testing.T, n uint16, seed uint64) {
		i := int(n) % len(fixtures)
		drawn.From(t, seed, func(t *drawn.Case) { cleanMutant(t, fixtures[i], mutants.Of(t, texts[i])) })
	})
}

// cleanMutant cleans a fixture that is changed, if it can be read.
func cleanMutant(t *drawn.Case, x fixture, src string) {
	f, err := Read(src, x.name, x.format)
	if err != nil {
		checkError(t, src, x.name, err)
		return
	}
	if len(f.Document.Words) == 0 {
		return
	}
	var plan *Plan
	if len(f.Document.Tokens) > 0 {
		plan = drawPlan(t, f)
	} else {
		plan = keepAll(f)
	}
	out := f.Rewrite(plan)
	if f.Format.IsJSON() && json.Valid([]byte(src)) && !json.Valid([]byte(out)) {
		t.Fatalf("%s\nis no JSON any more:\n%s", src, out)
	}
	if g, err := Read(out, x.name, f.Format); err == nil {
		g.Rewrite(keepAll(g))
	} else if !lostItsLooks(f, src) {
		t.Fatalf("%q\nbecomes\n%q\nand then %v", src, out, err)
	}
	f.Diff(plan, false)
	s := f.Transcript(plan)
	for _, to := range All() {
		_, _ = to.Write(s)
	}
	s.Reflow.On = true
	_, _ = VTT.Write(s)
	var page strings.Builder
	_ = f.WriteHTML(&page, plan, x.name)
}

// signInWord is a sign of NIST's formats in the middle of a word.
var signInWord = regexp.MustCompile(`[^ \n]<ALT|<ALT[A-Z_]*>[^ \n]|[^ \n]\(`)

// lostItsLooks reports whether what is left of a file may not be told to be of its format: a copy may
// have words left that the list of words has not, UTF-16 without a byte order mark be too short,
// what stands after an empty line in a cue look like another one, and a sign be left of a word of CTM or STM.
func lostItsLooks(f *File, src string) bool {
	return f.coding != nil || f.Format.holdsJSON() || f.Format == SRT || (f.Format == CTM || f.Format == STM) && signInWord.MatchString(src)
}
