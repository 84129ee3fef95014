package blackbox

import (
	"cmp"
	"io"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	astisub "github.com/asticode/go-astisub"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/plantest"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// shown is a line of a subtitle's text, with the times of its cue in milliseconds.
type shown struct {
	From, To int64
	Text     string
}

// ours returns the lines of text that Read finds in subtitles, in the order of the file.
// Of captions that roll up, repeated lines are not among them.
func ours(t *testing.T, text, name string, format formats.Format) []shown {
	t.Helper()
	doc := mustRead(t, text, name, format).Document
	lines := slices.Clone(doc.Lines)
	slices.SortStableFunc(lines, func(a, b transcript.Line) int { return cmp.Compare(a.Utterance, b.Utterance) })
	var out []shown
	for _, l := range lines {
		if text := plain(doc.Source[l.Text:l.End]); text != "" {
			out = append(out, shown{millis1000(l.Time.Start), millis1000(l.Time.End), text})
		}
	}
	return out
}

func millis1000(seconds float64) int64 { return int64(seconds*1000 + 0.5) }

// plain returns text without what the other reader leaves in it, which is overrides and
// some references, or takes out, which is all that looks like a tag.
func plain(s string) string {
	s = override.ReplaceAllString(strings.ReplaceAll(s, "&gt;", ">"), "")
	return strings.Join(strings.Fields(anyTag.ReplaceAllString(s, "")), " ")
}

var (
	override = regexp.MustCompile(`\{\\[^}]*\}`)
	anyTag   = regexp.MustCompile(`<[^<>]*>`)
	// Of WebVTT, the other reader refuses regions, loses times at the start of a line, and
	// ends a cue at a line of blanks, as those of captions that roll up have.
	region    = regexp.MustCompile(` region:\S+`)
	timestamp = regexp.MustCompile(`<[0-9:.]+>`)
	blanks    = regexp.MustCompile(`\n \r?\n`)
)

// theirs returns the lines of text that go-astisub finds.
func theirs(t *testing.T, text string, format formats.Format) []shown {
	t.Helper()
	log.SetOutput(io.Discard) // of a second voice in a line it says something
	read := astisub.ReadFromSRT
	if format == formats.VTT {
		read = astisub.ReadFromWebVTT
		text = blanks.ReplaceAllString(text, "\n")
		text = timestamp.ReplaceAllString(region.ReplaceAllString(text, ""), "")
	}
	subtitles, err := read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	var out []shown
	for _, item := range subtitles.Items {
		for _, line := range item.Lines {
			x := shown{From: int64(item.StartAt / time.Millisecond), To: int64(item.EndAt / time.Millisecond)}
			for _, part := range line.Items {
				x.Text += part.Text
			}
			if x.Text = plain(x.Text); x.Text != "" {
				out = append(out, x)
			}
		}
	}
	return out
}

// checkShown compares what the two readers find. Names and dashes that start a line are
// part of the text for the other one, as are the lines of the cue before where captions
// roll up. It returns the number of these.
func checkShown(t *testing.T, text, name string, format formats.Format) (repeated int) {
	t.Helper()
	got, want := ours(t, text, name, format), theirs(t, text, format)
	rolls := name == "youtube.vtt"
	next := 0
	for i, w := range want {
		fits := false
		if next < len(got) {
			g := got[next]
			head, ok := strings.CutSuffix(w.Text, g.Text)
			fits = ok && g.From == w.From && g.To == w.To && (head == "" || strings.HasSuffix(head, ": ") || slices.Contains([]string{"- ", "-", ">> "}, head))
		}
		if fits {
			next++
			continue
		}
		again := func(before shown) bool { return before.Text == w.Text && before.To == w.From }
		if !rolls || !slices.ContainsFunc(want[:i], again) {
			t.Fatalf("line %d is %+v for the other reader, not one of %+v", i, w, got[next:min(next+1, len(got))])
		}
		repeated++
	}
	if next != len(got) {
		t.Fatalf("the other reader does not have %+v", got[next:])
	}
	return repeated
}

// TestSubtitles reads subtitles as another program does: fixtures, what becomes of them,
// and what is written.
func TestSubtitles(t *testing.T) {
	for _, name := range fixtures(t) {
		src := load(t, name)
		format := mustRead(t, src, name, "").Format
		if format != formats.SRT && format != formats.VTT {
			continue
		}
		switch name {
		case "teams.vtt", "bare.srt", "styled.vtt", "teams-graph.vtt":
			continue // the other reader knows neither their times, nor cues without empty lines, such styles, and JSON in cues
		}
		// The other reader does not read UTF-16.
		lf := strings.ReplaceAll(src, "\r\n", "\n")
		for saved, src := range map[string]string{"as it is": src, "BOM": "\ufeff" + src, "CRLF": strings.ReplaceAll(lf, "\n", "\r\n"), "LF": lf} {
			t.Run(name+"/"+saved, func(t *testing.T) {
				if n := checkShown(t, src, name, format); (n > 0) != (name == "youtube.vtt") {
					t.Errorf("%d lines are repeated", n)
				}
				f := mustRead(t, src, name, format)
				for _, decide := range removals {
					checkShown(t, f.Rewrite(decide(f)), name, format)
				}
			})
		}
	}
	for _, name := range fixtures(t) {
		f := mustRead(t, load(t, name), name, "")
		for _, to := range []formats.Format{formats.SRT, formats.VTT} {
			for _, reflow := range []formats.Reflow{{}, {On: true}, {On: true, LineChars: 20, CueLines: 3}} {
				s := f.Transcript(dropRepairs(f))
				s.Reflow = reflow
				if text, err := to.Write(s); err == nil {
					t.Run(name+" to "+string(to), func(t *testing.T) { checkShown(t, text, "out", to) })
				}
			}
		}
	}
}

const testdata = "../../text/formats/testdata"

// fixtures returns the names of the transcripts that package formats is tested with.
func fixtures(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir(testdata)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		if e.Type().IsRegular() && formats.KnownExtension(e.Name()) {
			out = append(out, e.Name())
		}
	}
	if len(out) < 33 {
		t.Fatalf("%d fixtures", len(out))
	}
	return out
}

func load(t *testing.T, name string) string {
	t.Helper()
	src, err := os.ReadFile(filepath.Join(testdata, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

func mustRead(t *testing.T, src, name string, format formats.Format) *formats.File {
	t.Helper()
	f, err := formats.Read(src, name, format)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// removals are decisions that are carried out on every fixture: fillers are removed, repairs as
// well, fillers but not the lines they are alone in, all but fillers.
var removals = []func(f *formats.File) *formats.Plan{
	dropFillers,
	dropRepairs,
	func(f *formats.File) *formats.Plan {
		d := dropFillers(f)
		d.KeepEmpty = true
		return d
	},
	func(f *formats.File) *formats.Plan {
		d := dropFillers(f)
		for i := range d.Decisions {
			d.Decisions[i].Why ^= data.FilledPauses
		}
		return d
	},
}

// dropFillers is the decision to remove fillers, and nothing else.
func dropFillers(f *formats.File) *formats.Plan {
	return &formats.Plan{Decisions: plantest.Fillers(f.Document), Rewriting: transcript.Rewriting{}.AsWritten()}
}

// dropRepairs is dropFillers that takes out what plantest.Repairs does.
func dropRepairs(f *formats.File) *formats.Plan {
	d := dropFillers(f)
	d.Decisions = plantest.Repairs(f.Document)
	return d
}
