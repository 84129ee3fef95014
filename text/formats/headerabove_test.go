package formats

import (
	"slices"
	"testing"
)

// TestNamesAbove tells names above times, and names in brackets, from what looks like them.
func TestNamesAbove(t *testing.T) {
	for _, c := range []struct{ name, src, speaker, want string }{
		{"names above times", "Ann Berg\n0:01\nSo um we went.\n\nBo Lind\n0:04\nUm.\n\nAnn Berg\n0:05\nYes uh.\n", "Ann Berg", "Ann Berg\n0:01\nSo we went.\n\nAnn Berg\n0:05\nYes.\n"},
		{"one of them is no name", "Ann Berg\n0:01\nSo um we went.\n\nand then it was late.\n0:04\nUm yes.\n\nAnn Berg\n0:05\nYes uh.\n", "", "Ann Berg\n0:01\nSo we went.\n\nand then it was late.\n0:04\nYes.\n\nAnn Berg\n0:05\nYes.\n"},
		{"chapters, each of which is there once", "The Start\n0:01\nSo um we went.\n\nThe End\n0:04\nUm yes.\n", "", "The Start\n0:01\nSo we went.\n\nThe End\n0:04\nYes.\n"},
		{"chapters without an article", "Introduction\n0:01\nSo um we went.\n\nBackground\n0:04\nUm yes.\n\nGetting Started\n0:09\nAnd uh so.\n", "", "Introduction\n0:01\nSo we went.\n\nBackground\n0:04\nYes.\n\nGetting Started\n0:09\nAnd so.\n"},
		{"chapters that no names look like", "Welcome\n0:01\nso um we went\n\nHow it works\n0:04\num yes\n\nSetup & install\n0:09\nand uh so\n", "", "Welcome\n0:01\nso we went\n\nHow it works\n0:04\nyes\n\nSetup & install\n0:09\nand so\n"},
		{"names that are words", "Will Smith\n0:01\nSo um we went.\n\nMark Twain\n0:04\nUm yes.\n", "Will Smith", "Will Smith\n0:01\nSo we went.\n\nMark Twain\n0:04\nYes.\n"},
		{"roles", "Interviewer\n0:01\nSo um we went.\n\nGuest\n0:04\nUm yes.\n", "Interviewer", "Interviewer\n0:01\nSo we went.\n\nGuest\n0:04\nYes.\n"},
		{"no empty lines", "Ann Berg\n0:01\nSo um we went.\nBo Lind\n0:04\nUm.\nAnn Berg\n0:05\nYes uh.\nBo Lind\n0:07\nNo.\n", "Ann Berg", "Ann Berg\n0:01\nSo we went.\n\nAnn Berg\n0:05\nYes.\n\nBo Lind\n0:07\nNo.\n"},
		{"two of three names left", "Ann Berg\n0:01\nSo um we went.\n\nBo Lind\n0:04\nYes.\n\nAnn Berg\n0:05\nUh.\n", "Ann Berg", "Ann Berg\n0:01\nSo we went.\n\nBo Lind\n0:04\nYes.\n\n"},
		{"too few left without empty lines", "Ann Berg\n0:01\nSo um we went.\nBo Lind\n0:04\nYes.\nAnn Berg\n0:05\nUh.\nBo Lind\n0:07\nUm.\n", "Ann Berg", "Ann Berg\n0:01\nSo we went.\n\nBo Lind\n0:04\nYes.\n"},
		{"the same with CR LF", "Ann Berg\r\n0:01\r\nUm.\r\nBo Lind\r\n0:04\r\nYes.\r\nAnn Berg\r\n0:05\r\nUh so.\r\nBo Lind\r\n0:07\r\nNo.\r\n", "Ann Berg", "Bo Lind\r\n0:04\r\nYes.\r\n\r\nAnn Berg\r\n0:05\r\nSo.\r\n\r\nBo Lind\r\n0:07\r\nNo.\r\n"},
		{"chapters with labels", "The Start\n0:01\nAnn: So um we went.\n\nThe End\n0:04\nBo: Um yes.\n", "Ann", "The Start\n0:01\nAnn: So we went.\n\nThe End\n0:04\nBo: Yes.\n"},
		{"one of three names left", "Ann Berg\n0:01\nSo um we went.\n\nBo Lind\n0:04\nUm.\n\nAnn Berg\n0:05\nUh.\n", "Ann Berg", "Ann Berg\n0:01\nSo we went.\n\n"},
		{"a title above the first time", "Talk\n\nThe Talk\n0:01\nSo um we went.\n0:04\nYes.\n", "", "Talk\n\nThe Talk\n0:01\nSo we went.\n0:04\nYes.\n"},
		{"times below what is said", "Yes\n0:01\n\nNo um\n0:04\n", "", "Yes\n0:01\n\nNo\n0:04\n"},
		{"short lines", "0:01\nSo um we went\nYes\n0:04\nUm\nNo\n0:05\nYes uh\n", "", "0:01\nSo we went\nYes\n0:04\nNo\n0:05\nYes\n"},
		{"names in brackets", "[SPEAKER_00] [00:01.0 --> 00:02.0]: So um.\n[SPEAKER_01] [00:02.0 --> 00:03.0]: Um.\n[SPEAKER_00] [00:03.0 --> 00:04.0]: Yes uh.\n", "SPEAKER_00", "[SPEAKER_00] [00:01.0 --> 00:02.0]: So.\n[SPEAKER_00] [00:03.0 --> 00:04.0]: Yes.\n"},
	} {
		f := mustRead(t, c.src, "a.txt", "")
		if got := f.Rewrite(keepAll(f)); got != c.src {
			t.Errorf("%s: with nothing removed it is %q", c.name, got)
		}
		if got := f.Rewrite(dropFillers(f)); got != c.want {
			t.Errorf("%s: got %q, not %q", c.name, got, c.want)
		}
		left, again := words(f, dropFillers(f)), words(mustRead(t, f.Rewrite(dropFillers(f)), "a.txt", ""), nil)
		if got, want := textsOf(again), textsOf(left); !slices.Equal(got, want) {
			t.Errorf("%s: read again, it says %q, not %q", c.name, got, want)
		}
		for _, w := range textsOf(left) {
			if c.name != "one of them is no name" && slices.Contains([]string{"end", "start", "ann", "bo", "lind", "background", "how", "works", "install", "twain", "guest"}, w) {
				t.Errorf("%s: %q is said", c.name, w)
			}
		}
		speaker := ""
		for _, u := range f.Transcript(keepAll(f)).Utterances {
			if speaker == "" {
				speaker = u.Speaker
			}
		}
		if speaker != c.speaker {
			t.Errorf("%s: the speaker is %q, not %q", c.name, speaker, c.speaker)
		}
	}
	if h := readHeader("[Music] [00:03]: um"); h.speaker != "" {
		t.Errorf("%q is a speaker", h.speaker)
	}
}
