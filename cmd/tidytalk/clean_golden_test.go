package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/tidytalk/tidytalk/data/bundle/zh"
	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/linediff"
)

var update = flag.Bool("update", false, "write golden outputs anew")

// Files of models beside the default ones.
var (
	openModels      = filepath.Join("..", "..", "data", "bundle", "open", "tidytalk-open.tt")
	openLargeModels = filepath.Join("..", "..", "data", "bundle", "open", "tidytalk-open-large.tt")
	largeModels     = filepath.Join("..", "..", "data", "bundle", "large", "tidytalk-large.tt")
)

// goldens are the ways in which every transcript is cleaned.
var goldens = []struct {
	name string
	with func(text string) string // what becomes of the text first; nil: nothing
	args []string
}{
	{name: "plain"},
	{name: "bare", with: unpunctuatedText},
	{name: "confidence", args: []string{"--confidence", "0.7"}},
	{name: "confidence-bare", with: unpunctuatedText, args: []string{"--confidence", "0.7"}},
	{name: "baseline", args: []string{"--mode", "baseline"}},
	{name: "experts", args: []string{"--mode", "experts"}},
	{name: "stream", with: unpunctuatedText, args: []string{"--stream"}},
	{name: "labels", with: unpunctuatedText, args: []string{"--to", "labels"}},
	{name: "labels-lines", with: unpunctuatedText, args: []string{"--to", "labels", "--segment", "line"}},
	{name: "labels-joined", with: oneLine, args: []string{"--to", "labels"}},
	{name: "labels-long", with: oneLine, args: []string{"--to", "labels", "--segment", "line"}},
	{name: "kept", with: unpunctuatedText, args: []string{"--remove", "none"}},
	{name: "lower", with: strings.ToLower}, // punctuation without case
	{name: "labels-lower", with: strings.ToLower, args: []string{"--to", "labels"}},
	{name: "cased", with: unpunctuated}, // case without punctuation
	{name: "cues", with: subtitles, args: []string{"--from", "srt"}},
	{name: "timed", with: timedWords, args: []string{"--from", "whisper", "--to", "text"}},
	{name: "timed-labels", with: timedWords, args: []string{"--from", "whisper", "--to", "labels"}},
	{name: "open", args: []string{"--bundle", openModels}},
	{name: "open-bare", with: unpunctuatedText, args: []string{"--bundle", openModels}},
	{name: "open-large", args: []string{"--bundle", openLargeModels}},
	{name: "open-large-bare", with: unpunctuatedText, args: []string{"--bundle", openLargeModels}},
	{name: "large", args: []string{"--bundle", largeModels}},
	{name: "large-bare", with: unpunctuatedText, args: []string{"--bundle", largeModels}},
}

// TestGolden compares what the command makes of the transcripts with golden outputs,
// so that no punctuation mark and no word changes unseen.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "transcripts", "*.txt"))
	if err != nil || len(files) != 10 {
		t.Fatalf("%d transcripts: %v", len(files), err)
	}
	if !*update {
		files = files[:drawn.Few(len(files), 2)]
	}
	for _, g := range goldens[:drawn.Few(len(goldens), 6)] {
		t.Run(g.name, func(t *testing.T) {
			var names, texts []string
			for _, f := range files {
				text := readText(t, f)
				if g.with != nil {
					text = g.with(text)
				}
				names, texts = append(names, filepath.Base(f)), append(texts, text)
			}
			got := cleanAll(t, texts, g.args...)
			folder := filepath.Join("testdata", "golden", g.name)
			if *update {
				if err := os.RemoveAll(folder); err != nil {
					t.Fatal(err)
				}
			}
			for i, name := range names {
				golden := filepath.Join(folder, name)
				if *update {
					writeText(t, golden, got[i])
				} else if d := linediff.Of(golden, readText(t, golden), got[i]); d != "" {
					t.Errorf("not as before; if this is meant: go test ./cmd/tidytalk -run TestGolden -update\n%s", d)
				}
			}
			if !*update && !testing.Short() {
				checkFiles(t, folder, names...)
			}
		})
	}
}

// cleanAll cleans texts with one command, or, where they are streams, one after another.
func cleanAll(t *testing.T, texts []string, args ...string) []string {
	t.Helper()
	out := make([]string, len(texts))
	if slices.Contains(args, "--stream") {
		for i, text := range texts {
			out[i] = output(t, text, append([]string{"clean"}, args...)...)
		}
		return out
	}
	from, to := t.TempDir(), t.TempDir()
	for i, text := range texts {
		writeText(t, filepath.Join(from, fmt.Sprintf("%04d.txt", i)), text)
	}
	output(t, "", slices.Concat([]string{"clean", "--out-dir", to}, args, []string{from})...)
	for i := range texts {
		written, err := filepath.Glob(filepath.Join(to, fmt.Sprintf("%04d.*", i)))
		if err != nil || len(written) != 1 {
			t.Fatalf("text %d is written as %v: %v", i, written, err)
		}
		out[i] = readText(t, written[0])
	}
	return out
}

// output runs the command, which must have nothing to complain of.
func output(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	code, out, problems := execute(t, stdin, args...)
	if code != program.Fine || problems != "" {
		t.Fatalf("%s: exit code %d: %s", strings.Join(args, " "), code, problems)
	}
	return out
}

// label is what stands before the words of a line: a time, a speaker, or both.
var label = regexp.MustCompile(`(?m)^(\[[0-9:]+\] )?(\w[\w ]*: )?`)

// unpunctuatedText lower-cases a transcript and removes its punctuation, but not its speakers.
func unpunctuatedText(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		who := label.FindString(line)
		b.WriteString(who + strings.ToLower(unpunctuated(line[len(who):])))
	}
	return b.String()
}

// unpunctuated removes the punctuation marks of a transcript that end a word.
func unpunctuated(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		who := label.FindString(line)
		words := strings.Fields(line[len(who):])
		for i, w := range words {
			words[i] = strings.Trim(w, `.,?!;"-`)
		}
		words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
		b.WriteString(who + strings.Join(words, " ") + "\n")
	}
	return b.String()
}

// oneLine makes one long turn of a transcript, without punctuation and case.
func oneLine(text string) string {
	return strings.Join(strings.Fields(label.ReplaceAllString(unpunctuatedText(text), "")), " ") + "\n"
}

// timedWord is an unpunctuated word with invented times.
type timedWord struct {
	Word  string  `json:"word"`
	Start float64 `json:"start"`
	End   float64 `json:"end"`
}

// timed is a line of a transcript, and who says it.
type timed struct {
	Text    string      `json:"text"`
	Speaker string      `json:"speaker"`
	Words   []timedWord `json:"words"`
	Start   float64     `json:"start"`
	End     float64     `json:"end"`
}

// timedLines invents times for the words of a transcript without punctuation and case. People
// pause where there is punctuation, at the end of a line, and after fillers.
func timedLines(text string) []timed {
	var out []timed
	now := 0 // hundredths of a second
	at := func() float64 { return float64(now) / 100 }
	for line := range strings.Lines(text) {
		who := label.FindString(line)
		s := timed{Speaker: strings.TrimSuffix(who, ": "), Start: at()}
		for _, w := range strings.Fields(line[len(who):]) {
			plain := strings.ToLower(strings.Trim(w, `.,?!;"-`))
			if plain == "" {
				continue
			}
			start := at()
			now += 10 + 4*len(plain)
			s.Text += " " + plain
			s.Words = append(s.Words, timedWord{" " + plain, start, at()})
			switch {
			case strings.ContainsAny(w, ".?!"):
				now += 60
			case !unicode.IsLetter(rune(w[len(w)-1])), plain == "uh", plain == "um":
				now += 25
			}
		}
		s.End = at()
		out = append(out, s)
		now += 70
	}
	return out
}

// timedWords makes a recogniser's output of a transcript.
func timedWords(text string) string {
	out, err := json.Marshal(map[string]any{"text": "", "language": "en", "segments": timedLines(text)})
	if err != nil {
		panic(err) // of numbers and strings
	}
	return string(out)
}

// subtitles makes subtitles of a transcript, of at most six words each.
func subtitles(text string) string {
	var b strings.Builder
	n := 0
	clock := func(s float64) string {
		ms := int(s*1000 + 0.5)
		return fmt.Sprintf("00:%02d:%02d,%03d", ms/60000, ms/1000%60, ms%1000)
	}
	for _, line := range timedLines(text) {
		who := label.FindStringSubmatch(line.Speaker + ": ")[2]
		for words := range slices.Chunk(line.Words, 6) {
			n++
			fmt.Fprintf(&b, "%d\n%s --> %s\n%s", n, clock(words[0].Start), clock(words[len(words)-1].End), who)
			for i, w := range words {
				if who = ""; i == 0 {
					w.Word = w.Word[1:]
				}
				b.WriteString(w.Word)
			}
			b.WriteString("\n\n")
		}
	}
	return b.String()
}

// TestGoldenChinese cleans texts of own making with the models in the repository: a change of
// any punctuation mark or removal shows here.
func TestGoldenChinese(t *testing.T) {
	models := filepath.Join(t.TempDir(), "tidytalk-zh.tt")
	if err := os.WriteFile(models, zh.Models(), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"chinese.txt", "chinese-marked.txt"} {
		code, got, says := execute(t, "", "clean", "--bundle", models, filepath.Join("testdata", name))
		if code != 0 {
			t.Fatal(says)
		}
		if path := filepath.Join("testdata", "golden", name); *update {
			writeText(t, path, got)
		} else if d := linediff.Of(path, readText(t, path), got); d != "" {
			t.Errorf("not as before; if this is meant: go test ./cmd/tidytalk -run TestGolden -update\n%s", d)
		}
	}
}
