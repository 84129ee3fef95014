package formats

import (
	"regexp"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// timesIn finds the times of a file by the spelling of its format: the first group that
// matched is the number.
var timesIn = map[Format]*regexp.Regexp{
	SRT:      regexp.MustCompile(`(\d\d:\d\d:\d\d[,.]\d+)`),
	VTT:      regexp.MustCompile(`((?:\d\d:)?\d\d:\d\d\.\d{3})`),
	CTM:      regexp.MustCompile(`(?m)^\S+ \S+\s+([\d.]+)\s|^\S+ \S+\s+[\d.]+\s+([\d.]+)\s`),
	STM:      regexp.MustCompile(`(?m)^\S+ \S+ \S+\s+([\d.]+)\s|^\S+ \S+ \S+\s+[\d.]+\s+([\d.]+)\s`),
	TextGrid: regexp.MustCompile(`(?m)^\s*(?:xmin = |xmax = )?(\d+\.\d+)\s*$`),
	EAF:      regexp.MustCompile(`TIME_VALUE="(\d+)"`),
	CHAT:     regexp.MustCompile(`\x15(\d+)_|_(\d+)\x15`),
}

// jsonTimes are those of JSON: numbers, strings, and the pairs of transformers.
var jsonTimes = regexp.MustCompile(`"(?:start|end|start_time|end_time|from|to|startTime|endTime|startOffset|endOffset|seconds)": ?("?)([\d.]+)(s?)"?|\[(\d+\.\d+), ?\d+\.\d+\]`)

// oddNumbers are times that cannot be right, and some that are just large.
var (
	oddNumbers = []string{"1e308", "-1e308", "1e999", "-5", "-0.001", "99999999999999999999", "1e18", "1e15", "36000000001", "35000000", "0"}
	oddClocks  = []string{"99999999:00:00.000", "-00:00:05.000", "4294967295:59:59.999", "10000:00:00.001", "9999:00:00.000", "00:00:00.000"}
	notInJSON  = []string{"NaN", "Infinity", "-Infinity", `"inf"`, `"nan"`, "null", `"x"`}
)

// odd matches what must not be in anything that is written.
var odd = regexp.MustCompile(`NaN|Inf|[0-9]e[+-]?[0-9]|[0-9]{15}|-\d+:\d\d|"-\d|: -\d`)

// TestOddTimes puts times into files that cannot be right: they are read, told and left, and
// whatever the files become says nothing of them. Else an error says where they are.
func TestOddTimes(t *testing.T) {
	for _, x := range fixtures {
		in := timesIn[x.format]
		if x.format.IsJSON() || x.format == JSONL {
			in = jsonTimes
		}
		if in == nil {
			continue
		}
		t.Run(x.name, func(t *testing.T) {
			src := load(t, x.name)
			places := in.FindAllStringSubmatchIndex(src, -1)
			if len(places) == 0 {
				t.Skip("there are no times")
			}
			drawn.Check(t, func(t *drawn.Case) {
				var b strings.Builder
				at := 0
				first := t.Int("first", 0, len(places)-1)
				for i := first; i < len(places) && i < first+t.Int("places", 1, 6); i++ {
					from, to := -1, -1
					for g := 1; g < len(places[i])/2; g++ {
						if a, b := places[i][2*g], places[i][2*g+1]; b > a && a >= 0 && src[a] >= '0' && src[a] <= '9' {
							from, to = a, b
							break
						}
					}
					value := drawn.Of(t, "time", oddNumbers...)
					switch {
					case x.format == SRT:
						value = strings.ReplaceAll(drawn.Of(t, "clock", oddClocks...), ".", ",")
					case x.format == VTT:
						value = drawn.Of(t, "clock", oddClocks...)
					case in == jsonTimes && src[from-1] != '"' && t.Bool("not in JSON"):
						value = drawn.Of(t, "value", notInJSON...)
					}
					b.WriteString(src[at:from] + value)
					at = to
				}
				checkOddTimes(t, b.String()+src[at:], x.name, x.format, drawn.Of(t, "to", written()...))
			})
		})
	}
}

func checkOddTimes(t testing.TB, src, name string, format, to Format) {
	f, err := Read(src, name, format)
	if err != nil {
		// A number of things in a TextGrid may be hit, or a clock that no parser knows.
		checkError(t, src, name, err)
		if format != VTT && format != SRT {
			t.Fatalf("%v in\n%s", err, src)
		}
		return
	}
	if got := f.Rewrite(keepAll(f)); got != src {
		t.Fatalf("%q\nbecomes\n%q", src, got)
	}
	out, err := to.Write(f.Transcript(dropFillers(f)))
	if err != nil {
		if !strings.HasPrefix(err.Error(), name+":") || !strings.Contains(err.Error(), "time") {
			t.Fatalf("to %s: %v", to, err)
		}
		return
	}
	if s := odd.FindString(strings.Replace(out, "[Script Info]", "", 1)); s != "" && to != DOCX { // of which the text is compressed
		t.Fatalf("%s has %q:\n%s", to, s, out)
	}
	g, err := Read(out, "x"+to.Extensions()[0], to)
	if err != nil {
		t.Fatalf("%s: %v in\n%s", to, err, out)
	}
	for _, w := range g.Warnings {
		if strings.Contains(w.Text, "left alone") && !strings.Contains(w.Text, "order") {
			t.Fatalf("%s: line %d: %s in\n%s", to, w.Line, w.Text, out)
		}
	}
}

// TestOddTimesAreTold says for each way to write a time that it is odd, in which line, and
// which conversion fails for it.
func TestOddTimesAreTold(t *testing.T) {
	for _, c := range []struct {
		name, src string
		line      int
	}{
		{"a.srt", "1\n10000:00:01,000 --> 10000:00:02,000\nYes.\n\n", 2},
		{"a.vtt", "WEBVTT\n\n10000:00:01.000 --> 10000:00:02.000\nYes.\n", 3},
		{"a.ctm", "a 1 0 1 yes\na 1 1e308 1 no\n", 2},
		{"a.ctm", "a 1 0 1 yes\na 1 1 1e308 no\n", 2},
		{"a.stm", "a 1 x 0 1 yes\na 1 x 1 1e999 no\n", 2},
		{"a.TextGrid", grid("\"IntervalTier\" \"A\" 0 1 1 0 1e308 \"yes\""), 8},
		{"a.eaf", "<ANNOTATION_DOCUMENT><TIME_SLOT TIME_SLOT_ID=\"a\" TIME_VALUE=\"-1\"/><TIME_SLOT TIME_SLOT_ID=\"b\" TIME_VALUE=\"1\"/><TIER>\n<ALIGNABLE_ANNOTATION TIME_SLOT_REF1=\"a\" TIME_SLOT_REF2=\"b\"><ANNOTATION_VALUE>yes</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></TIER></ANNOTATION_DOCUMENT>", 2},
		{"a.cha", "@Begin\n*A:\tyes . \x15" + "99999999999999999999_99999999999999999999\x15\n@End\n", 2},
		{"a.json", "{\"text\": \"no\", \"segments\": [\n{\"text\": \"no\", \"start\": 1, \"end\": NaN}]}", 2},
		{"a.json", "{\"transcription\": [\n{\"text\": \"no\", \"offsets\": {\"from\": -2, \"to\": 3}}]}", 2},
		{"a.json", "{\"chunks\": [\n{\"text\": \"no way\", \"timestamp\": [0, 1e308]}], \"text\": \"no way\"}", 2},
		{"a.json", "{\"results\": [{\"alternatives\": [{\"words\": [\n{\"word\": \"no\", \"startTime\": \"1s\", \"endTime\": \"99999999999999999999s\"}]}]}]}", 2},
		{"a.json", "{\"results\": {\"items\": [\n{\"type\": \"pronunciation\", \"start_time\": \"NaN\", \"end_time\": \"1.0\", \"alternatives\": [{\"content\": \"no\"}]}]}}", 2},
		{"a.jsonl", "{\"text\": \"no\"}\n{\"text\": \"no\", \"start\": 3, \"end\": 1}\n", 2},
	} {
		f, err := Read(c.src, c.name, "")
		if err != nil {
			t.Errorf("%q: %v", c.src, err)
			continue
		}
		if len(f.Warnings) != 1 || f.Warnings[0].Line != c.line || !strings.Contains(f.Warnings[0].Text, "left alone") {
			t.Errorf("%q: the warnings are %v", c.src, f.Warnings)
		}
		if f.Format == CTM {
			continue // the words around say when it was
		}
		if _, err := STM.Write(f.Transcript(keepAll(f))); err == nil || !strings.HasPrefix(err.Error(), c.name+":") {
			t.Errorf("%q becomes STM: %v", c.src, err)
		}
	}
}

// TestBackwards: words whose times run backwards are told, and are no utterance in which time does.
func TestBackwards(t *testing.T) {
	for name, src := range map[string]string{
		"a.ctm":  "a 1 10.0 0.5 yes\na 1 10.6 0.3 we\na 1 5.0 0.3 left\na 1 5.4 0.3 it\n",
		"a.json": `[{"word":"yes","start":10,"end":10.5},{"word":"we","start":10.6,"end":10.9},{"word":"left","start":5,"end":5.3},{"word":"it","start":5.4,"end":5.7}]`,
	} {
		f := mustRead(t, src, name, "")
		if len(f.Warnings) != 1 || !strings.Contains(f.Warnings[0].Text, "this starts before") {
			t.Errorf("%s: the warnings are %v", name, f.Warnings)
		}
		out, err := VTT.Write(f.Transcript(keepAll(f)))
		if err != nil || !strings.Contains(out, "00:00:05.000 --> 00:00:05.700") || strings.Index(out, "00:00:10.000") < strings.Index(out, "00:00:05.700") {
			t.Errorf("%s becomes %q, %v", name, out, err)
		}
	}
}
