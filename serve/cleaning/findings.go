package cleaning

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// findings is what there is to say of a transcript that was cleaned, maybe in parts: which
// lines are not in English, and its loops: repeated output of a recogniser.
type findings struct {
	lines   int            // with words
	foreign map[string]int // lines of each other language that is left
	simple  map[string]int // and of each whose punctuation and case stay
	first   map[string]int // line of the input where each starts
	loops   []loopFound
}

type loopFound struct {
	line, copies int
	text         string
}

// add adds what was found in a part that starts after some lines of the input.
func (x *findings) add(out *tidytalk.Cleaned, file *formats.File, after int) {
	d := out.Document
	for i := range d.Lines {
		if d.Lines[i].Words.Len() > 0 {
			x.lines++
		}
	}
	if x.foreign == nil {
		x.foreign, x.simple, x.first = make(map[string]int), make(map[string]int), make(map[string]int)
	}
	x.count(x.foreign, out, out.Left, file, after)
	x.count(x.simple, out, out.Unmarked, file, after)
	for i := range out.Loops {
		l := &out.Loops[i]
		x.loops = append(x.loops, loopFound{after + file.Line(d.Words[l.Copies[0].Start].Tokens.Start), len(l.Copies), loopText(d, l)})
	}
}

// count counts the lines of segments in each language.
func (x *findings) count(lines map[string]int, out *tidytalk.Cleaned, of []tidytalk.Left, file *formats.File, after int) {
	d := out.Document
	counted := make(map[string]int) // line up to which lines are counted
	for _, l := range of {
		s := out.Segments[l.Segment]
		if lines[l.Language] == 0 {
			x.first[l.Language] = after + file.Line(s.Tokens.Start)
		}
		for i := max(counted[l.Language], d.LineOf(s.Words.Start)); i <= d.LineOf(s.Words.End-1); i++ {
			if d.Lines[i].Words.Len() > 0 {
				lines[l.Language]++
			}
			counted[l.Language] = i + 1
		}
	}
}

// otherwise says how text in a language that was left is cleaned, or why it is not.
func (f *Cleaning) otherwise(code string) string {
	switch code {
	case "zh":
		return "models for it: --bundle FILE"
	case f.Options.Language:
		return "there are no models for it"
	}
	return "--language en cleans it all"
}

// loopText returns the beginning of the words of a loop.
func loopText(d *transcript.Document, l *transcript.Loop) string {
	const most = 40 // characters
	text := []rune(d.LoopText(l))
	if len(text) > most {
		return string(text[:most]) + "..."
	}
	return string(text)
}

// tell warns of what was found.
func (x *findings) tell(f *Cleaning, name string) {
	x.tellLanguages(f, name, x.foreign, func(code string) string { return "left alone; " + f.otherwise(code) })
	x.tellLanguages(f, name, x.simple, func(string) string {
		return "only filled pauses, repetitions and partial words go; punctuation and case stay"
	})
	what := f.spelled("kept; --loops drop leaves one")
	if f.Rewriting.Remove&data.Loops != 0 {
		what = f.spelled("one is left; --loops keep keeps all")
	}
	for i, l := range x.loops {
		if i == MostWarnings {
			f.say(name, l.line, fmt.Sprintf("this and %d more places say the same over and over", len(x.loops)-i-1))
			break
		}
		f.say(name, l.line, fmt.Sprintf("%d times %q, as recognisers write in silence or noise: %s", l.copies, l.text, what))
	}
}

// tellLanguages says how many lines are in each language, and what becomes of them.
func (x *findings) tellLanguages(f *Cleaning, name string, lines map[string]int, what func(code string) string) {
	codes := slices.SortedFunc(maps.Keys(lines), func(a, b string) int {
		return cmp.Or(cmp.Compare(lines[b], lines[a]), cmp.Compare(a, b))
	})
	for _, code := range codes {
		are := "lines are"
		if x.lines == 1 {
			are = "line is"
		}
		in := ""
		if code == "und" {
			in = "in "
		}
		f.say(name, x.first[code], fmt.Sprintf(f.spelled("%d of %d %s %s%s: "+what(code)), lines[code], x.lines, are, in, tidytalk.LanguageName(code)))
	}
}
