package formats

import (
	"cmp"
	"io"
	"log"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	astisub "github.com/asticode/go-astisub"
)

// shown is a line of a subtitle's text, with the times of its cue in milliseconds.
type shown struct {
	From, To int64
	Text     string
}

// ours returns the lines of text that Read finds in subtitles, in the order of the file.
func ours(t *testing.T, text, name string, format Format) []shown {
	t.Helper()
	f := mustRead(t, text, name, format)
	type at struct {
		shown
		offset int
	}
	var all []at
	for _, v := range f.views {
		for i, u := range v.utterances {
			x := at{offset: v.fields[i][0].raw.from}
			x.From, x.To = millis1000(u.Time.Start), millis1000(u.Time.End)
			for _, p := range u.Pieces {
				x.Text += p.Text
			}
			x.Text = plain(x.Text)
			all = append(all, x)
		}
	}
	slices.SortFunc(all, func(a, b at) int { return cmp.Compare(a.offset, b.offset) })
	var out []shown
	for _, x := range all {
		if x.Text != "" {
			out = append(out, x.shown)
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
func theirs(t *testing.T, text string, format Format) []shown {
	t.Helper()
	log.SetOutput(io.Discard) // of a second voice in a line it says something
	read := astisub.ReadFromSRT
	if format == VTT {
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
// part of the text for the other one.
func checkShown(t *testing.T, text, name string, format Format) {
	t.Helper()
	got, want := ours(t, text, name, format), theirs(t, text, format)
	for i := range min(len(got), len(want)) {
		g, w := got[i], want[i]
		head, ok := strings.CutSuffix(w.Text, g.Text)
		if !ok || g.From != w.From || g.To != w.To || head != "" && !strings.HasSuffix(head, ": ") && head != "- " {
			t.Fatalf("line %d is %+v, the other reader has %+v", i, g, w)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d lines of text, the other reader has %d", len(got), len(want))
	}
}

// TestOracle reads subtitles as another program does: fixtures, what becomes of them,
// and what is written.
func TestOracle(t *testing.T) {
	for _, x := range fixtures {
		if x.format != SRT && x.format != VTT {
			continue
		}
		for _, v := range variants {
			if strings.HasPrefix(v.name, "UTF-16") {
				continue // which the other reader does not read
			}
			t.Run(x.name+"/"+v.name, func(t *testing.T) {
				src := v.make(load(t, x.name))
				checkShown(t, src, x.name, x.format)
				f := mustRead(t, src, x.name, x.format)
				for _, r := range removals {
					checkShown(t, f.Rewrite(r.decide(f)), x.name, x.format)
				}
			})
		}
	}
	for _, x := range fixtures {
		f := mustRead(t, load(t, x.name), x.name, x.format)
		for _, to := range []Format{SRT, VTT} {
			for _, reflow := range []Reflow{{}, {On: true}, {On: true, LineChars: 20, CueLines: 3}} {
				s := f.Transcript(dropRepairs(f))
				s.Reflow = reflow
				if text, err := to.Write(s); err == nil {
					t.Run(x.name+" to "+string(to), func(t *testing.T) { checkShown(t, text, "out", to) })
				}
			}
		}
	}
}
