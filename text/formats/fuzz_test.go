package formats

import (
	"testing"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/mutants"
)

// FuzzRead reads anything as any format: what can be read is written again byte for byte,
// and loses all its words without harm.
func FuzzRead(f *testing.F) {
	formats := append([]Format{""}, All()...)
	for _, x := range fixtures {
		src := load(f, x.name)
		if IsZip(src) {
			src = mutants.Unpacked(src)
		}
		for i, format := range formats {
			if format == "" || format == x.format {
				f.Add(src, uint8(i))
			}
		}
		if len(src) < 4000 {
			f.Add(toUTF16(src, true), uint8(0))
		}
	}
	for _, src := range []string{
		"1\n00:00:01,000 --> 00:00:02,000\n<i>JO: um\nuh</i>\n\n", "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Jo>um <00:01.500><c>uh</c>\n",
		`{"segments":[{"text":" um","words":[{"word":" um"}]}]}`, `{"partial":"um"}{"result":[{"word":"um"}],"text":"um"}`, `[{"text":"um","start":1,"duration":2}]`,
		`{"results":[{"type":"entity","alternatives":[{"content":"um so"}],"written_form":[{"alternatives":[{"content":"um"}]}]}]}`,
		`{"monologues":[{"elements":[{"type":"text","value":"um"},{"type":"punct","value":", "}]}]}`,
		`{"recognizedPhrases":[{"nBest":[{"display":"Um, 9.","lexical":"um nine","words":[{"word":"um"}]}]}]}`,
		`{"results":[{"final":true,"alternatives":[{"timestamps":[["um",0,1]],"transcript":"um "}]}],"speaker_labels":[{"from":0}]}`,
		`{"results":[{"final":true,"alternatives":[{"transcript":"um "}]}],"speaker_labels":[{"from":0}]}`, // no words
		`{"Transcript":[{"Content":"um \u00e9 so","IssuesDetected":[{"CharacterOffsets":{"Begin":1,"End":5},"Text":"m \u00e9"}]}]}`,
		`{"transcripts":[{"transcript":"um so","start_offset":0,"end_offset":1,"alignment":[{"word":"um","startOffset":0,"endOffset":2}]}]}`, `{"text":"um\ud83d\ude00\ud83d"}`, "{\"text\":\"um\"}\n", "a 1 0 1 um\n", "a 1 b 0 1 um\n",
		grid("\"IntervalTier\" \"A\" 0 1 1 0 1 \"um \"\"so\"\"\""), "@Begin\n*A:\t<&-um [/] > um . \x15" + "1_2\x15\n%mor:\tx\n@End\n",
		"Title\n\nJo  0:01\num\n\nAl (0:02): uh\n", "0:01\nJo: um\n0:02\nuh\n", "0:00:01.000,0:00:02.000\nJO: um\n\nuh\n",
		"<tt><p begin=\"1s\" end=\"2s\">JO: um<br/><span begin=\"1.5s\">uh</span> <![CDATA[a < b & c]]> &amp;<br/>um</p></tt>",
		"[Script Info]\n[Events]\nFormat: Start, End, Name, Text\nDialogue: 0:00:01.00,0:00:02.00,Jo,{\\i1}um\\Nuh \\h{\\p1}m 0 0{\\p0} \\{\n",
		"[ti:x]\n[offset:+10]\n[00:01.00][00:05.00]um <00:01.50>uh\n[00:02.00]\n[00:03.00]Jo: uh\n",
		"1\n00:00:01,000 --> 00:00:02,000\n呃我们\n去“北京”，iPhone。\n\n", `{"segments":[{"text":"呃我们去","words":[{"word":"呃","start":0,"end":1},{"word":"我们去","start":1,"end":2}]}]}`,
		"<ANNOTATION_DOCUMENT><TIER><ANNOTATION_VALUE>um &amp; so</ANNOTATION_VALUE></TIER></ANNOTATION_DOCUMENT>",
	} {
		for i := 0; i < len(formats); i += drawn.Few(1, 8) {
			f.Add(src, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, src string, n uint8) {
		format := formats[int(n)%len(formats)]
		src = mutants.Packed(src)
		file, err := Read(src, "fuzz", format)
		if err != nil {
			checkError(t, src, "fuzz", err)
			return
		}
		if got := file.Rewrite(keepAll(file)); got != src {
			t.Fatalf("%q becomes %q", src, got)
		}
		for i := range file.Document.Tokens {
			if line := file.Line(i); line < 1 {
				t.Fatalf("token %d is in line %d", i, line)
			}
		}
		// A copy may have words left that the list of words has not, UTF-16 without a byte
		// order mark be too short to be known, and what is left after an empty line in a cue
		// look like the number of another one.
		mayFail := file.Format.holdsJSON() || file.coding != nil || file.Format == SRT
		d := keepAll(file)
		d.Remove = data.AllDisfluencies
		for i := range d.Decisions {
			d.Decisions[i].Why = data.AllDisfluencies
		}
		for _, d.KeepEmpty = range []bool{false, true} {
			out := file.Rewrite(d)
			if _, err := Read(out, "fuzz", file.Format); err != nil && !mayFail {
				t.Fatalf("%q becomes %q, and then %v", src, out, err)
			}
		}
		for i := range d.Decisions {
			if i%3 > 0 {
				d.Decisions[i].Why = 0
			}
		}
		out := file.Rewrite(d)
		again, err := Read(out, "fuzz", file.Format)
		switch {
		case err == nil:
			again.Rewrite(keepAll(again))
		case !mayFail:
			t.Fatalf("%q becomes %q, and then %v", src, out, err)
		}
		s := file.Transcript(d)
		for _, to := range All() {
			_, _ = to.Write(s)
		}
		s.Reflow.On = true
		_, _ = VTT.Write(s)
	})
}
