package formats

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data"
)

// TestSpeakers knows who says what in subtitles, before and after fillers go.
func TestSpeakers(t *testing.T) {
	for _, c := range []struct {
		name, text string // cues, apart by empty lines
		format     Format
		want       string // words by their speakers
	}{
		{"labels", "JOHN: Yes.\n\nNo.\n\nMARY: Why?", SRT, "JOHN: yes no MARY: why"},
		{"labels in a cue", "JOHN: Yes.\nMARY: No.", SRT, "JOHN: yes MARY: no"},
		{"labels with dashes", "- JOHN: Yes.\n- MARY: No.", SRT, "JOHN: yes MARY: no"},
		{"dashes", "JOHN: Yes.\n\n- No.\n- Why?", SRT, "JOHN: yes : no why"},
		{"arrows", ">> JOHN: Yes.\n\n>> No.", SRT, "JOHN: yes : no"},
		{"a label after a tag", "<i>JOHN: Yes.</i>\n\n{\\an8}MARY: No.", SRT, "JOHN: yes MARY: no"},
		{"a label after tags", "{\\an8}<i>JOHN: Yes.</i>\n\n<font color=\"red\"><b>MARY: No.</b></font>", SRT, "JOHN: yes MARY: no"},
		{"a label within tags", "<b>JOHN:</b> Yes.", SRT, "JOHN: yes"},
		{"a label on a line of its own", "JOHN:\nYes.\n\nMARY:\nNo.", SRT, "JOHN: yes MARY: no"},
		{"long labels", "DR. ANNE O'NEIL: Yes.\n\nMAN #2 (on phone): No.\n\nSpeaker 3: Why?", SRT, "DR. ANNE O'NEIL: yes MAN #2 (on phone): no Speaker 3: why"},
		{"labels without capitals", "王: Yes.\n\nאבי: No.", SRT, "王: yes אבי: no"},
		{"no labels", "The thing is: yes.\n\nand so: no", SRT, ": the thing is yes and so no"},
		{"a time that is said", "12:30 is fine", SRT, ": 12:30 is fine"},
		{"fillers before a label's cue", "JOHN: Um,\n\nuh\n\nYes.\n\nMARY: Uh.\n\nNo.", SRT, "JOHN: um uh yes MARY: uh no"},
		{"fillers alone after a label alone", "MARY: No.\n\nJOHN:\nUm,\n\nyes.", SRT, "MARY: no JOHN: um yes"},
		{"fillers by another one between", "JOHN: Yes.\n\nMARY: Um.\n\nJOHN: No.\n\nWhy?", SRT, "JOHN: yes MARY: um JOHN: no why"},
		{"a label that goes between dashes", "MARY: No.\n\nJOHN: Um.\n\n- Yes.", SRT, "MARY: no JOHN: um : yes"},
		{"a dash that goes", "JOHN: Yes.\n\n- Um.\n\nNo.", SRT, "JOHN: yes : um no"},
		{"a label that goes before a note", "MARY: No.\n\nJOHN: Um.\n\n[laughs]\n\nYes.", SRT, "MARY: no JOHN: um yes"},
		{"a label that goes before a tag", "MARY: No.\n\nJOHN: Um.\n\n<i>yes</i>\n{\\an8}why", SRT, "MARY: no JOHN: um yes why"},
		{"voices", "<v John>Yes.</v>\n\n<v.loud Mary Poe>No.", VTT, "John: yes Mary Poe: no"},
		{"voices with references", "<v R&amp;D>Yes.</v>\n\n<v A &lt;B&gt;>No.</v>", VTT, "R&D: yes A <B>: no"},
		{"voices in a line", "<v John>Yes.</v> <v Mary>No.</v>", VTT, "John: yes Mary: no"},
		{"a voice over two lines", "<v John>Yes.\nNo.", VTT, "John: yes no"},
		{"a cue without a voice", "<v John>Yes.\n\nNo.", VTT, "John: yes : no"},
		{"text after a voice", "<v John>Yes.</v> No.", VTT, "John: yes : no"},
		{"labels in WebVTT", "JOHN: Yes.\n\nNo.", VTT, "JOHN: yes no"},
		{"fillers by voices", "<v John>Um,</v>\n<v Mary>yes.</v>\n\n<v John>Uh.\n\n<v Mary>No.", VTT, "John: um Mary: yes John: uh Mary: no"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b strings.Builder
			if c.format == VTT {
				b.WriteString("WEBVTT\n\n")
			}
			for i, text := range strings.Split(c.text, "\n\n") {
				point := ","
				if c.format == VTT {
					point = "."
				}
				b.WriteString(clock(float64(i), point) + " --> " + clock(float64(i)+0.5, point) + "\n" + text + "\n\n")
			}
			f := mustRead(t, b.String(), "speakers", c.format)
			if got := whoSays(words(f, nil)); got != c.want {
				t.Errorf("%s, not %s", got, c.want)
			}
			d := dropFillers(f)
			want := words(f, d)
			out := f.Rewrite(d)
			if got := words(mustRead(t, out, "spoken", c.format), nil); !slices.Equal(got, want) {
				t.Errorf("without fillers: %s, not %s in\n%s", whoSays(got), whoSays(want), out)
			}
		})
	}
}

// whoSays returns words with the name of a speaker before the first of a stretch.
func whoSays(all []heard) string {
	var out []string
	for i, w := range all {
		if i == 0 || w.Speaker != all[i-1].Speaker {
			out = append(out, w.Speaker+":")
		}
		out = append(out, w.Text)
	}
	return strings.Join(out, " ")
}

// In plain text, too, somebody goes on over a sign of listening, if he broke off.
func TestInterruptedText(t *testing.T) {
	const src = "\ufeffAnn: I want to go to Boston, uh,\r\nBob: Mm-hmm.\r\nAnn: I mean to Denver.\r\n\r\nBob: Uh.\r\nBob: Fine.\r\n"
	f := mustRead(t, src, "a.txt", Text)
	if n := len(f.Document.Turns); n != 4 {
		t.Fatalf("%d turns in %q", n, f.Document.Source)
	}
	if got := f.Rewrite(&Plan{}); got != src {
		t.Errorf("it becomes %q", got)
	}
	d := keepAll(f)
	d.Remove = data.DefaultRemoved
	for i, x := range f.Document.Tokens {
		if strings.Contains(" Boston uh Uh mean ", " "+x.Text+" ") || i == 4 || x.Text == "I" && i > 0 {
			d.Decisions[i].Why = data.Repairs
		}
	}
	const want = "\ufeffAnn: I want to go\r\nBob: Mm-hmm.\r\nAnn: to Denver.\r\n\r\nBob: Fine.\r\n"
	if got := f.Rewrite(d); got != want {
		t.Errorf("it becomes %q", got)
	}
	const diff = "\ufeffAnn: I want to go[- to Boston, uh,-]\r\nBob: Mm-hmm.\r\nAnn: [-I mean -]to Denver.\r\n\r\n[-Bob: Uh.\r\n-]Bob: Fine.\r\n"
	if got := f.Diff(d, false); got != diff {
		t.Errorf("the difference is %q", got)
	}
	for _, src := range []string{"Ann: I want to go.\nBob: Mm-hmm.\nAnn: To Denver.\n", "Ann: I want to\nBob: where do you want to go\nAnn: go\n", "I want to\nMm-hmm.\nGo.\n"} {
		if f := mustRead(t, src, "a.txt", Text); len(f.Document.Turns) != 3 || len(f.views) > 0 {
			t.Errorf("%q has %d turns", src, len(f.Document.Turns))
		}
	}
}
