package formats

import (
	"strings"
	"testing"
)

// TestReadHeader finds who speaks from when on in a line, and nothing in what is said.
func TestReadHeader(t *testing.T) {
	for _, c := range []struct {
		line    string
		style   headerStyle
		speaker string
		at      float64
		text    string // in the same line
	}{
		{"Ann Berg  0:03", gapHeader, "Ann Berg", 3, ""},
		{"Ann Berg  1:02:03  ", gapHeader, "Ann Berg", 3723, ""},
		{"Speaker 1\t00:12", gapHeader, "Speaker 1", 12, ""},
		{"Ludwig van der Berg   0:03", gapHeader, "Ludwig van der Berg", 3, ""},
		{"Berg, Ann - 00:03", gapHeader, "Berg, Ann", 3, ""},
		{"J. R. Ruiz Jr.  0:03", gapHeader, "J. R. Ruiz Jr.", 3, ""},
		{"speaker 2  0:03", gapHeader, "speaker 2", 3, ""},
		{"Ann Berg (00:03):", roundHeader, "Ann Berg", 3, ""},
		{"Ann Berg (Guest) (00:03)", roundHeader, "Ann Berg (Guest)", 3, ""},
		{"Ann Berg (01:00:03.250): So, yes.", roundHeader, "Ann Berg", 3603.25, "So, yes."},
		{"Ann Berg [00:00:12]", squareHeader, "Ann Berg", 12, ""},
		{"Ann [0:12]:  Yes: so.", squareHeader, "Ann", 12, "Yes: so."},
		{"[Ann Berg] 00:00:01", bracketHeader, "Ann Berg", 1, ""},
		{"[00:00:12] Ann Berg", timeHeader, "Ann Berg", 12, ""},
		{"(0:12) Ann Berg", timeHeader, "Ann Berg", 12, ""},
		{"[00:00:12.500] - Speaker 1", timeHeader, "Speaker 1", 12.5, ""},
		{"00:00:12 Speaker 1", bareHeader, "Speaker 1", 12, ""},
		{"Speaker 1 00:12", spaceHeader, "Speaker 1", 12, ""},
		{"0:0:12.0 --> 0:0:15.5", rangeHeader, "", 12, ""},
		{"00:00:12.000 --> 00:00:15.500", rangeHeader, "", 12, ""},
		{line: "so --> yes"},
		{"00:00:12 Ann: Yes.", labelHeader, "Ann", 12, "Yes."},
		{"[0:12] Ann Berg:", labelHeader, "Ann Berg", 12, ""},
		{"00:00:03:15 - 00:00:05:03", rangeHeader, "", 3.5, ""},
		{"[00;00;03;15 - 00;00;05;03]", rangeHeader, "", 3.5, ""},
		{"Ann Berg [01:00:03:15]", squareHeader, "Ann Berg", 3603.5, ""},
		{"Ann Berg [00:00:03] Yes.", squareHeader, "Ann Berg", 3, "Yes."},
		{"I think [00:00:03] yes", noHeader, "", 0, ""},
		{"Ann (0:03 - 0:05): Yes.", lineHeader, "Ann", 3, "Yes."},
		{"SPEAKER_00 [0.5s - 2.3s]: yes", lineHeader, "SPEAKER_00", 0.5, "yes"},
		{"[0:03 - 0:05] Ann Berg: Yes.", lineHeader, "Ann Berg", 3, "Yes."},
		{"00:00:01 - 00:00:03 so yes", lineHeader, "", 1, "so yes"},
		{"00:00:01,5 – 00:00:03,5\tso yes", lineHeader, "", 1.5, "so yes"},
		{"Dr. Berg, 0:03: Yes.", lineHeader, "Dr. Berg", 3, "Yes."},
		{"Ann\t0:03\tYes.", lineHeader, "Ann", 3, "Yes."},
		{"Ann | 0:03 | Yes.", lineHeader, "Ann", 3, "Yes."},
		{"00:00:01.000 --> 00:00:03.000 so yes", lineHeader, "", 1, "so yes"},
		{"**Ann (0:03):** Yes.", lineHeader, "Ann", 3, "Yes."},
		{"2026-01-31 10:12 Ann: Yes.", lineHeader, "Ann", 0, "Yes."},
		{"[1/31/26, 10:12:09\u202fAM] Ann: Yes.", lineHeader, "Ann", 0, "Yes."},
		{"31.1.2026, 10:12 - Ann: Yes.", lineHeader, "Ann", 0, "Yes."},
		{"Ann [2026-01-31T10:12:09Z]: Yes.", lineHeader, "Ann", 0, "Yes."},
		{line: "2026-01-31 we went home"},
		{"12:30 - 14:15", aloneHeader, "", 750, ""},
		{"  10:12 AM", aloneHeader, "", 612, ""},
		{"Ann Berg [10:12 AM]", squareHeader, "Ann Berg", 0, ""},
		{"Ann Berg (1/31/2026 10:12 AM)", squareHeader, "Ann Berg", 0, ""},
		{"[31-Jan-26 10:12 AM] ann", timeHeader, "ann", 0, ""},
		{line: "[31-Jan-26 10:12 AM] ann and i went"},
		{line: "2026-01-31"},
		{line: "2026-01-31 10:12:00"},
		{line: "10:12 AM so we went"},
		{line: "Ann\t0:03\t3.5\tso yes"},
		{"#00:00:12-3# B: so yes #00:00:14-0#", labelHeader, "B", 12.3, "so yes #00:00:14-0#"},
		{"#00:00:12-3# so yes", textHeader, "", 12.3, "so yes"},
		{"¤<12340>Ann: so yes", labelHeader, "Ann", 12.34, "so yes"},
		{"¤(0:00:12.3) Ann: so yes", labelHeader, "Ann", 12.3, "so yes"},
		{"0:00:12:so yes", textHeader, "", 12, "so yes"},
		{"0:00:12=so yes", textHeader, "", 12, "so yes"},
		{line: "0:12=so yes"},
		{"{0:00:12}{0:00:14}so yes", lineHeader, "", 12, "so yes"},
		{"3 00:00:12:15 00:00:14:00 so yes", lineHeader, "", 12.5, "so yes"},
		{"0003\t00:00:12:15\t00:00:14:00\tso yes", lineHeader, "", 12.5, "so yes"},
		{line: "3 00:00:12:15 it was"},
		{line: "Ann went at (12:30 - 14:15): so yes"},
		{line: "from 1.5 to 3.5 it rains"},
		{line: "Monday, 3 of them: yes"},
		{" 12:30", aloneHeader, "", 750, ""},
		{"(12:30)", aloneHeader, "", 750, ""},
		{line: "Ann  0:60"},
		{line: "Ann  0:3"},
		{line: "Ann  2:1:07"},
		{line: "Ann0:03"},
		{"**Ann Berg** (00:03)", roundHeader, "Ann Berg", 3, ""},
		{"> **Ann** *00:03*", spaceHeader, "Ann", 3, ""},
		{"**12:30**", noHeader, "", 0, ""},
		{"12:30 is fine", textHeader, "", 750, "is fine"},
		{line: "12:30"[:3]},
		{line: "We left at 12:30"},
		{line: "He said it was  12:30"},
		{line: "Was it at  12:30?"},
		{line: "We left.  12:30"},
		{line: "So it was (12:30) in the night."},
		{line: "[inaudible 00:00:16]"},
		{line: "[laughs] 00:00:16 or so"},
		{line: "we left at 12:30"},
		{"[00:00:12]Ann", textHeader, "", 12, "Ann"},
		{"[00:00:12] Yes, we went there.", textHeader, "", 12, "Yes, we went there."},
		{"(0:12) - yes, so", textHeader, "", 12, "yes, so"},
		{"Ann: [00:00:12] Yes, we went there.", labelHeader, "Ann", 12, "Yes, we went there."},
		{line: "It was one of the longest nights of all (12:30):"},
		{line: ""},
		{line: "["},
		{line: "("},
	} {
		h := readHeader(c.line)
		if h.style != c.style || h.speaker != c.speaker || c.style != noHeader && h.at != c.at || c.line[h.text:] != c.text {
			t.Errorf("%q is %+v with %q", c.line, h, c.line[h.text:])
		}
	}
}

// TestDetectHeaded takes text for one of headers where it is beyond doubt, and prose for
// prose.
func TestDetectHeaded(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      Format
	}{
		{"one header", "Ann  0:03\nYes.\n", Headed},
		{"one header below a title", "The harbour\nTuesday\n\nAnn (0:03):\nYes.\n", Headed},
		{"a time over text", "0:03\nyes\n0:05\nso we went\n", Headed},
		{"names on the same line", "Ann (0:03): Yes.\nBo (0:05): No.\n", Headed},
		{"what Word writes", "Transcript\n00:00:03 Speaker 1\nYes.\n00:00:09 Speaker 2\nNo.\n", Headed},
		{"an interview", "Ann: Yes.\nBo: No.\n", Text},
		{"with a time", "Ann: We left at 12:30.\n[00:00:12] Bo: No.\nAnn: Yes.\nBo: So.\n", Text},
		{"a chat", "2026-01-31 10:12 Ann: so um yes\n2026-01-31 10:13 Bo: no\n", Headed},
		{"a log in a diary", "2026-01-31 10:12 Ann: so um yes\nIt was cold.\nWe went home.\nSo it was.\nWe ate.\n", Text},
		{"ranges", "0:01 - 0:03 so um\n0:03 - 0:05 we went\n", Headed},
		{"prose", "We left at 12:30\nand came at 14:15\nas we had said.\n", Text},
		{"one time in prose", "We left early.\nMonday  12:30\nIt was cold.\n", Text},
		{"chapters", "0:00 Intro\n1:20 Setup\n", Text},
		{"a single name after a time", "12:30 Lunch\nWe eat.\n", Text},
		{"times that go up and down", "Monday  12:30\nWe eat.\nTuesday  9:00\nWe talk.\nFriday  18:00\nWe go.\nSunday  9:15\nWe sleep.\nMay  8:00\nSo.\n", Text},
		{"times between what is said", "Attendees\nAnn, Bo\nTranscript\nAnn: So, yes.\nBo: No.\n00:05:00\nAnn: Well.\nBo: So.\n00:10:00\nAnn: Bye.\n", Text},
		{"what Meet writes", "Sync - Transcript\n00:00:00\n" + strings.Repeat("Ann: So, yes.\nBo: No.\n", 100) + "00:05:00\nAnn: Bye.\n", Headed},
		{"a time in front of prose", "00:00:00\n" + strings.Repeat("So it was.\n", 100), Text},
		{"text behind times", "[00:01] So um\n[00:03] we went to the store and then\n[00:05] Well yes\n[00:07] it was closed. So we went.\n", Headed},
		{"times in front of a third of the lines", "[00:01] So um\nwe went\nto the store\n[00:05] and then\nit was\nclosed\n[00:08] so we\nwent\nhome\n", Text},
		{"times behind labels", "Ann: [00:01] So um\nBo: [00:03] we went to the store and then\nAnn: [00:05] Well yes\n", Headed},
		{"headers alone", "Ann  0:03\nBo  0:05\n", Text},
	} {
		if got, err := Detect(c.src, "a.txt"); err != nil || got != c.want {
			t.Errorf("%s is %s (%v)", c.name, got, err)
		}
	}
}

// TestDropHeaded takes out headers with nothing left below them.
func TestDropHeaded(t *testing.T) {
	for _, c := range []struct {
		name, src, want string
		keepEmpty       bool
	}{
		{"a turn", "Ann  0:01\nUm.\n\nBo  0:02\nYes.\n", "Bo  0:02\nYes.\n", false},
		{"the last turn", "Ann  0:01\nYes.\n\nBo  0:02\nUm.\n", "Ann  0:01\nYes.\n\n", false},
		{"a turn that is kept", "Ann  0:01\nUm.\n\nBo  0:02\nYes.\n", "Ann  0:01\n\n\nBo  0:02\nYes.\n", true},
		{"a line", "Ann  0:01\nUm.\nSo yes.\n\nBo  0:02\nYes.\n", "Ann  0:01\nSo yes.\n\nBo  0:02\nYes.\n", false},
		{"in the same line", "Ann (0:01): Um.\nBo (0:02): Yes.\n", "Bo (0:02): Yes.\n", false},
		{"a note stays", "Ann  0:01\nUm [laughs]\n\nBo  0:02\nYes.\n", "Ann  0:01\n[laughs]\n\nBo  0:02\nYes.\n", false},
		{"all", "Ann  0:01\nUm.\n\nBo  0:02\nUh.\n", "", false},
		{"all but the title", "Title\n\nAnn  0:01\nUm.\n\nBo  0:02\nUh.\n", "Title\n\nAnn  0:01\n\n", false},
		{"all but the trailer", "Ann  0:01\nUm.\n\nTranscribed by https://otter.ai\n", "Ann  0:01\n\nTranscribed by https://otter.ai\n", false},
		{"a header without words stays", "Ann  0:01\n\nBo  0:02\nUm, yes.\n", "Ann  0:01\n\nBo  0:02\nYes.\n", false},
	} {
		f := mustRead(t, c.src, "a.txt", Headed)
		d := dropFillers(f)
		d.KeepEmpty = c.keepEmpty
		if got := f.Rewrite(d); got != c.want {
			t.Errorf("%s: %q, not %q", c.name, got, c.want)
		}
	}
}

// TestHeadedTimes has turns last up to the next header, and lines share that time.
func TestHeadedTimes(t *testing.T) {
	f := mustRead(t, "Ann  0:10\naaaaaaaaaa\naaaaaaaaaabbbbbbbbbb\n\nBo  0:13\nyes\n\nAnn  10:00\naaaaaaaaaaaaaaabbbbbbbbbbbbbbbccccccccccccccc\n", "a.txt", Headed)
	g := mustRead(t, "0:0:1.0 --> 0:0:1.5\nAnn Berg\nyes\n\n0:0:2.5 --> 0:0:4.0\nBo\nno\n", "a.txt", Headed)
	if u := g.views[0].utterances; u[0].Time.Start != 1 || u[0].Time.End != 1.5 || u[1].Time.Start != 2.5 || u[1].Time.End != 4 {
		t.Errorf("they are at %v and %v", u[0].Time, u[1].Time)
	}
	want := [][2]float64{{10, 11}, {11, 13}, {13, 15}, {600, 603}}
	for i, u := range f.views[0].utterances {
		if !u.Time.Known || u.Time.Start != want[i][0] || u.Time.End != want[i][1] {
			t.Errorf("utterance %d is at %v", i, u.Time)
		}
	}
}

// TestHeadedLabels takes labels below times without names, and no others.
func TestHeadedLabels(t *testing.T) {
	for src, want := range map[string]string{
		"0:03\nAnn: yes\nso\n0:05\nBo: no\n":                                      "Ann: yes. Ann: so. Bo: no",
		"Ann  0:03\nNote: yes\n\nBo  0:05\nno\n":                                  "Ann: Note yes. Bo: no",
		"Ann  0:03\nso\n\n0:05\nno\n":                                             "Ann: so. : no",
		"0:0:1.0 --> 0:0:2.5\nAnn Berg\nyes\nso\n\n0:0:2.5 --> 0:0:4.0\nBo\nno\n": "Ann Berg: yes. Ann Berg: so. Bo: no",
		"Sync - Transcript\n00:00:00\nAnn: so\nBo: no\nMeeting ended after 00:32:10\nThis editable transcript was computer generated and might contain errors.\n": "Ann: so. Bo: no",
		"Ann  0:03\nat\n12:30\n": "Ann: at. Ann: 1230",
	} {
		if got := whoSaysLines(mustRead(t, src, "a.txt", "")); got != want {
			t.Errorf("%q: %q, not %q", src, got, want)
		}
	}
}
