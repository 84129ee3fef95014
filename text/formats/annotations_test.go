package formats

import (
	"fmt"
	"strings"
	"testing"
)

// whoSaid returns what the utterances of a file say, who and when, in the order of the file.
func whoSaid(f *File) string {
	var b strings.Builder
	v := f.views[0]
	for i := range v.utterances {
		u := &v.utterances[i]
		fmt.Fprintf(&b, "%s", u.Speaker)
		if u.Time.Known {
			fmt.Fprintf(&b, " %g-%g", u.Time.Start, u.Time.End)
		}
		b.WriteString(":")
		for p := range v.pieces(i) {
			if x, ok := v.field(i, p); ok {
				b.WriteString(" " + f.text[x.raw.from:x.raw.to])
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// TestAnnotations reads who says what and when in formats of annotation.
func TestAnnotations(t *testing.T) {
	const exb = "<basic-transcription><speakertable><speaker id='a'><abbreviation>Ann</abbreviation></speaker><speaker id='b'/></speakertable>" +
		"<tli id='0' time='0'/><tli id='1'/><tli id='2' time='3'/><tli id='3'/>"
	const folker = "<folker-transcription><speaker speaker-id='a'><name>Ann</name></speaker><timepoint timepoint-id='0' absolute-time='0'/>" +
		"<timepoint timepoint-id='1' absolute-time='1.5'/><timepoint timepoint-id='2' absolute-time='3'/><contribution speaker-reference='a' start-reference='0' end-reference='2'>"
	for _, c := range []struct {
		name, src, want string
	}{
		{"points without times, in the order of time", exb + "<tier speaker='b' type='t'><event start='1' end='2'>no</event><event start='2' end='3'>yes</event></tier><tier speaker='a' type='t'><event start='0' end='1'>um</event></tier></basic-transcription>",
			"Ann 0-1.5: um\nb 1.5-3: no\nb: yes\n"},
		{"words cut in two", exb + "<tier speaker='a' type='t'><event start='0' end='1'>a mar</event><event start='1' end='2'>ket </event><event start='2' end='3'>or two </event></tier></basic-transcription>",
			"Ann 0-3: a mar ket\nAnn: or two\n"},
		{"other tiers", exb + "<tier speaker='a' type='a'><event start='0' end='1'>um</event></tier><tier type='t' display-name='Zoe [v]'><event start='0' end='1'>uh<x>um</x> well</event></tier></basic-transcription>",
			"Zoe 0-1.5: uh  well\n"},
		{"a second tier of a speaker", exb + "<tier speaker='a' type='t'><event start='0' end='1'>um yes</event></tier><tier speaker='a' type='t'><event start='0' end='1'>Um, yes.</event></tier></basic-transcription>",
			"Ann 0-1.5: um yes\n"},
		{"text that is not parsed", folker + "<unparsed>um yes <time timepoint-reference='1'/>uh no</unparsed></contribution></folker-transcription>",
			"Ann 0-3: um yes  uh no\n"},
		{"segments", folker + "<segment start-reference='0' end-reference='1'>um</segment><segment start-reference='1' end-reference='2'>yes</segment></contribution></folker-transcription>",
			"Ann 0-1.5: um\nAnn 1.5-3: yes\n"},
		{"words", folker + "<w n='x'>um</w><pause/><uncertain><w>y<time timepoint-reference='1'/>es</w><alternative><w>no</w></alternative></uncertain><p>.</p><non-phonological>um</non-phonological></contribution></folker-transcription>",
			"Ann 0-3: um y es .\n"},
		{"turns", "<Trans><Speaker id='s1' name='Ann'/><Turn speaker='s1' startTime='0' endTime='4'><Sync time='0'/>um <Event desc='b'/> yes<Sync time='2'/>no</Turn><Turn>uh</Turn></Trans>",
			"Ann 0-2: um   yes\nAnn 2-4: no\n: uh\n"},
		{"turns of two", "<Trans><Turn speaker='s1 s2' startTime='0' endTime='4'><Sync time='0'/><Who nb='2'/>um<Who nb='1'/>no<Who nb='2'/> yes</Turn></Trans>",
			"s1 0-4: no\ns2 0-4: um  yes\n"},
		{"captions", "<SAMI><BODY><SYNC Start=1000><P Class=EN>Ann: um<br>yes<SYNC Start=2000><P Class=EN>&nbsp;<SYNC Start=3000><P Class=EN>no",
			"Ann 1-2: um\nAnn 1-2: yes\nAnn 3-5: no\n"},
		{"captions in two languages", "<SAMI><SYNC Start=0><P Class=EN>um<P Class=FR>euh<SYNC Start=1000><P Class=FR>oui<SYNC Start=2000 End=2500><P Class=EN>yes<SYNC Start=4000><P Class=EN><P Class=FR>&nbsp",
			" 0-2: um\n 0-1: euh\n 1-4: oui\n 2-2.5: yes\n"},
	} {
		name := "a.exb"
		switch {
		case strings.HasPrefix(c.src, "<f"):
			name = "a.flk"
		case strings.HasPrefix(c.src, "<T"):
			name = "a.trs"
		case strings.HasPrefix(c.src, "<S"):
			name = "a.smi"
		}
		for _, name := range []string{name, "a.xml"} { // by its content, too
			if got := whoSaid(mustRead(t, c.src, name, "")); got != c.want {
				t.Errorf("%s (%s) is\n%s\nnot\n%s", c.name, name, got, c.want)
			}
		}
	}
}

// TestDropAnnotations takes out words, with what is about them alone.
func TestDropAnnotations(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"a.exb", "<basic-transcription><tli id='0' time='0'/><tli id='1' time='1'/><tier type='t'><event start='0' end='1'>um </event></tier></basic-transcription>",
			"<basic-transcription><tli id='0' time='0'/><tli id='1' time='1'/><tier type='t'><event start='0' end='1'> </event></tier></basic-transcription>"},
		{"a.fln", "<folker-transcription><contribution>\n <w n='um'>um</w>\n <w>yes</w> <w>uh<x/></w>\n</contribution></folker-transcription>",
			"<folker-transcription><contribution>\n <w>yes</w> <w><x/></w>\n</contribution></folker-transcription>"},
		{"a.trs", "<Trans><Turn>\n<Sync time='0'/>\num\n<Sync time='1'/>\nyes <Event/> uh\n</Turn></Trans>",
			"<Trans><Turn>\n<Sync time='0'/>\n\n<Sync time='1'/>\nyes<Event/>\n</Turn></Trans>"},
		{"a.smi", "<SAMI><SYNC Start=0><P>yes\n<SYNC Start=9><P><i>um</i>\n<SYNC Start=20><P>uh,<br>no",
			"<SAMI><SYNC Start=0><P>yes\n<SYNC Start=9><P>&nbsp;\n<SYNC Start=20><P>no"},
	} {
		f := mustRead(t, c.src, c.name, "")
		if got := f.Rewrite(dropFillers(f)); got != c.want {
			t.Errorf("%s becomes\n%s\nnot\n%s", c.src, got, c.want)
		}
	}
}
