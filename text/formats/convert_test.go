package formats

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// holdsAll reports whether the table says that a format holds something.
func (f Format) holdsAll(what holding) bool { return f.declared().holds&what == what }

// holdsNames reports whether it holds the names of speakers.
func (f Format) holdsNames() bool { return f.declared().holds&(named|labelled) != 0 }

// said is a word of a transcript with the utterance it is in.
type said struct {
	Text, Speaker   string
	Word, Utterance transcript.Interval
}

// transcriptWords returns the words of a transcript, notes apart.
func transcriptWords(s *Transcript) []said {
	var out []said
	for i := range s.Utterances {
		u := &s.Utterances[i]
		for _, w := range u.spoken() {
			out = append(out, said{w.Core, u.Speaker, w.Time, u.Time})
		}
	}
	return out
}

// TestConvert writes every fixture in every format: what is written is that format, and
// says the same, by the same speakers, at the same times, as far as the format holds them. With
// -short it is every third format.
func TestConvert(t *testing.T) {
	for i, x := range fixtures {
		src := load(t, x.name)
		for k, to := range written() {
			if (i+k)%drawn.Few(1, 3) != 0 {
				continue
			}
			t.Run(x.name+" to "+string(to), func(t *testing.T) {
				checkConversion(t, mustRead(t, src, x.name, x.format), to, dropFillers)
			})
		}
	}
}

// checkConversion writes a file in a format, and checks what is read back.
func checkConversion(t *testing.T, f *File, to Format, decide func(f *File) *Plan) {
	t.Helper()
	needs := to.declared().needs
	s := f.Transcript(decide(f))
	want := transcriptWords(s)
	timed, wordsTimed := true, true
	for i := range s.Utterances {
		timed = timed && s.Utterances[i].Time.Known
		wordsTimed = wordsTimed && (s.Utterances[i].timed() || len(s.Utterances[i].spoken()) == 0)
	}
	mayFail := needs != noTimes && !timed || needs == wordTimes && !wordsTimed
	text, err := to.Write(s)
	if may := slices.Contains(s.Formats(), to); may != (err == nil) {
		t.Fatalf("that it can be written is %v, and the error %v", may, err)
	}
	switch {
	case err != nil && !mayFail:
		t.Fatal(err)
	case err != nil:
		if !strings.Contains(err.Error(), f.Name) || !strings.Contains(err.Error(), string(to)) || !strings.Contains(err.Error(), "time") {
			t.Fatalf("%q does not say what is missing", err)
		}
		return
	case mayFail:
		t.Fatalf("there are no times, which %s needs by its line in table.go, and yet it becomes\n%s", to, text)
	}
	for _, name := range []string{"out" + to.Extensions()[0], "-"} {
		if text == "" && ByExtension(name) == "" {
			continue // an empty file is of any format
		}
		if got, err := Detect(text, name); err != nil {
			t.Errorf("as %s: %v", name, err)
		} else if got != to {
			t.Errorf("as %s it is taken for %s, not %s: make sniff or members in their lines in table.go stricter:\n%.400s", name, got, to, text)
		}
	}
	g, err := Read(text, "out"+to.Extensions()[0], to)
	if err != nil {
		t.Fatalf("the reader of %s does not read what its writer writes: %v in\n%s", to, err, text)
	}
	for _, w := range g.Warnings {
		t.Errorf("line %d: %s", w.Line, w.Text)
	}
	got := transcriptWords(g.Transcript(keepAll(g)))
	if err := sameTranscript(got, want, to, f.Format.HasCues()); err != nil {
		t.Errorf("%v: let the writer and the reader of %s keep that, or take it out of holds in the line of %[2]s in text/formats/table.go\n%.3000[3]s", err, to, text)
	}
}

// sameTranscript compares what was read back with what was written.
func sameTranscript(got, want []said, to Format, cues bool) error {
	there, back := make(map[string]string), make(map[string]string)
	for i := range min(len(got), len(want)) {
		g, w := got[i], want[i]
		if g.Text != w.Text {
			return fmt.Errorf("word %d is %q, not %q", i, g.Text, w.Text)
		}
		switch {
		case to.holdsNames() && holdsName(to, w.Speaker):
			if g.Speaker == w.Speaker || isTierOf(g.Speaker, w.Speaker, to) {
				break
			}
			return fmt.Errorf("%q (word %d) is said by %q, not %q", g.Text, i, g.Speaker, w.Speaker)
		default:
			// Every speaker has one code, and every code one speaker.
			if who, ok := there[w.Speaker]; ok && who != g.Speaker {
				return fmt.Errorf("%q (word %d) is said by %q, and not by %q, as others that %q says", g.Text, i, g.Speaker, who, w.Speaker)
			}
			if who, ok := back[g.Speaker]; ok && who != w.Speaker {
				return fmt.Errorf("%q (word %d) is said by %q, as are others that %q says", g.Text, i, g.Speaker, who)
			}
			there[w.Speaker], back[g.Speaker] = g.Speaker, w.Speaker
		}
		if to.holdsAll(wordTimed) && w.Word.Known && !near(g.Word, w.Word) {
			return fmt.Errorf("%q (word %d) is at %v, not %v", g.Text, i, g.Word, w.Word)
		}
		if to.holdsAll(utteranceTimed) && w.Utterance.Known && !near(g.Utterance, w.Utterance) {
			// Long utterances are set in several cues.
			set := to.HasCues() && !cues && within(g.Utterance, w.Utterance)
			// Tiers of single words are taken for tiers of words.
			if !set && !(to == TextGrid && near(g.Word, w.Utterance)) {
				return fmt.Errorf("%q (word %d) is in an utterance at %v, not %v", g.Text, i, g.Utterance, w.Utterance)
			}
		}
		// An utterance there is a sentence.
		if to == CHAT && w.Utterance.Known && (g.Utterance.Start > w.Utterance.End+tolerance || g.Utterance.End < w.Utterance.Start-tolerance) {
			return fmt.Errorf("%q (word %d) is in an utterance at %v, not in %v", g.Text, i, g.Utterance, w.Utterance)
		}
	}
	if len(got) != len(want) {
		return fmt.Errorf("there are %d words, not %d", len(got), len(want))
	}
	return nil
}

// holdsName reports whether a format may have a speaker's name as it is: in text it has to
// look like one.
func holdsName(format Format, name string) bool {
	if format == ASS {
		return assName(name) == name
	}
	if format == Headed || format == DOCX {
		return name == "" || headedName(name) == name && (format == Headed || holdsName(Text, name))
	}
	if !format.holdsAll(labelled) || name == "" {
		return true
	}
	label, _ := transcript.Label(name + ": so")
	return label == name && (format == Text || namesSpeaker(name))
}

// isTierOf reports whether a tier is that of a speaker: tiers have to have names, and
// what a speaker says at the same time needs another one.
func isTierOf(tier, speaker string, format Format) bool {
	name, _, _ := strings.Cut(tier, " (")
	name = strings.TrimSuffix(name, "_") // where tiers of that name are something else
	return format == TextGrid && name == speaker || (format == TextGrid || format == EAF) && speaker == "" && name == "speaker"
}

// tolerance is what writing milliseconds may change; a start and a duration both do.
const tolerance = 0.00101

func near(a, b transcript.Interval) bool {
	return a.Known == b.Known && math.Abs(a.Start-b.Start) <= tolerance && math.Abs(a.End-b.End) <= tolerance
}

func within(a, b transcript.Interval) bool {
	return a.Known && b.Known && a.Start >= b.Start-tolerance && a.End <= b.End+tolerance
}

// TestWriteAgain writes a transcript in all formats, one after the other: it is kept as it is.
func TestWriteAgain(t *testing.T) {
	for _, x := range fixtures[:drawn.Few(len(fixtures), 10)] {
		f := mustRead(t, load(t, x.name), x.name, x.format)
		for _, on := range []bool{false, true} {
			once := f.Transcript(dropFillers(f))
			once.Reflow.On = on
			for _, to := range written() {
				fresh := f.Transcript(dropFillers(f))
				fresh.Reflow.On = on
				want, _ := to.Write(fresh)
				if got, _ := to.Write(once); got != want {
					t.Errorf("%s to %s after other formats:", x.name, to)
					sameText(t, got, want)
					break
				}
			}
		}
	}
}

// marksAreCodes reports whether signs in text are codes of the format.
func marksAreCodes(f Format) bool { return f == CHAT }

// TestConvertHard converts what is easily taken for something else.
func TestConvertHard(t *testing.T) {
	for _, c := range []struct {
		name, src string
		not       func(Format) bool // which cannot tell it from something else; nil: there is none
	}{
		{"no speaker, then one", lines(`"start":0,"end":1,"text":"so"`, `"start":2,"end":4,"speaker":"Ann","text":"we all went there"`), nil},
		{"a speaker, then none", lines(`"start":0,"end":1,"speaker":"Ann","text":"so"`, `"start":2,"end":4,"text":"we all went there"`), nil},
		{"small names", lines(`"start":0,"end":1,"speaker":"spk_0","text":"so"`, `"start":2,"end":4,"speaker":"ann","text":"yes"`), nil},
		{"long names", lines(`"start":0,"end":1,"speaker":"Channel 0, Speaker 1","text":"so"`, `"start":2,"end":4,"speaker":"The one who came in late with a dog","text":"yes"`), nil},
		{"names with signs", lines(`"start":0,"end":1,"speaker":"R&D <Tom> \"T\"","text":"so"`, `"start":2,"end":4,"speaker":"Müller: A/B; C","text":"yes"`), nil},
		{"names that look alike", lines(`"start":0,"end":1,"speaker":"Anna Berg","text":"so"`, `"start":2,"end":3,"speaker":"Anna-Bo","text":"yes"`, `"start":4,"end":5,"speaker":"Anna Berg","text":"no"`), nil},
		{"names of tiers", lines(`"start":0,"end":1,"speaker":"Notes","text":"so"`, `"start":2,"end":3,"speaker":"words","text":"yes well"`), nil},
		{"names without letters", lines(`"start":0,"end":1,"speaker":"1","text":"so"`, `"start":2,"end":3,"speaker":"王","text":"yes"`, `"start":4,"end":5,"speaker":"李","text":"no"`), nil},
		{"text like a label", lines(`"start":0,"end":1,"text":"Note: this is it"`, `"start":2,"end":3,"text":"No"`), nil},
		{"text like a time", lines(`"start":0,"end":1,"text":"12:30 is fine"`, `"start":2,"end":3,"text":"No"`), nil},
		{"text like a number", lines(`"start":0,"end":1,"text":"42"`, `"start":2,"end":3,"text":"2 of them"`), nil},
		{"text like markup", lines(`"start":0,"end":1,"text":"a < b & c > d"`, `"start":2,"end":3,"text":"\"AT&T\" said &amp; he"`), marksAreCodes},
		{"text like a dash", lines(`"start":0,"end":1,"speaker":"Ann","text":"- So we went"`, `"start":2,"end":3,"speaker":"Ann","text":"-- no"`), nil},
		{"numbers and codes", lines(`"start":0,"end":1,"text":"0.5 at 7:30, 007 yes"`, `"start":2,"end":3,"text":"no 10% o'clock #1"`), nil},
		{"addresses and codes", lines(`"start":0,"end":1,"text":"to a@b.org for US$5, xxx"`, `"start":2,"end":3,"text":"&c www.a.org/b_c"`), marksAreCodes},
		{"marks", lines(`"start":0,"end":1,"text":"“No!” he said… (twice) – so-and-so; well?!"`), nil},
		{"words over one another", lines(`"start":0,"end":3,"speaker":"Ann","text":"we went"`, `"start":1,"end":2,"speaker":"Bob","text":"yes"`, `"start":2.5,"end":4,"speaker":"Ann","text":"there"`), nil},
		{"no time at all between", lines(`"start":0,"end":1,"speaker":"Ann","text":"we"`, `"start":1,"end":1,"speaker":"Ann","text":"went"`, `"start":1,"end":1.0004,"speaker":"Ann","text":"there"`), nil},
		{"out of order", lines(`"start":5,"end":6,"speaker":"Ann","text":"there"`, `"start":1,"end":2,"speaker":"Bob","text":"here"`), nil},
		{"far away", lines(`"start":360000.5,"end":360001,"speaker":"Ann","text":"still here"`), nil},
		{"a note alone", lines(`"start":0,"end":1,"speaker":"Ann","text":"[laughs]"`, `"start":2,"end":3,"speaker":"Bob","text":"well [sighs] yes"`), nil},
		{"notes alone", lines(`"start":0,"end":1,"speaker":"Ann","text":"[laughs]"`), nil},
		{"a single word in each", lines(`"start":0,"end":1,"text":"a"`, `"start":1,"end":2,"text":"b"`, `"start":2,"end":3,"text":"c"`, `"start":3,"end":4,"text":"d"`, `"start":4,"end":5,"text":"e"`, `"start":5,"end":6,"text":"f"`), nil},
		{"the same words on and on", lines(`"start":0,"end":1,"text":"yes yes"`, `"start":1,"end":2,"text":"yes yes"`, `"start":2,"end":3,"text":"yes yes"`, `"start":3,"end":4,"text":"yes yes"`, `"start":4,"end":5,"text":"yes yes"`), Format.HasCues},
		{"nothing", "", nil},
		{"a break within words' times", `{"start":0,"end":4,"words":[{"text":"it","start":0,"end":0.25},{"text":"was"},{"text":"late.","start":3,"end":4}]}`, nil},
	} {
		f := mustRead(t, c.src, "hard.jsonl", JSONL)
		for _, to := range written() {
			if c.not != nil && c.not(to) {
				continue
			}
			t.Run(c.name+"/"+string(to), func(t *testing.T) { checkConversion(t, f, to, keepAll) })
		}
	}
}

// lines returns JSON lines of the members of objects, with a time for every word.
func lines(objects ...string) string { return "{" + strings.Join(objects, "}\n{") + "}\n" }
