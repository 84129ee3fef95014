package formats

import (
	"fmt"
	"strings"
	"testing"
)

// TestBad refuses what is no file of a format, and says why and where.
func TestBad(t *testing.T) {
	const cue = "1\n00:00:01,000 --> 00:00:02,000\nYes.\n\n"
	deep := strings.Repeat(`{"a":[`, 5000)
	for _, c := range []struct {
		name   string
		format Format // nil: what the name says
		src    string
		want   string // the start of the message
	}{
		// Codings and binary data.
		{"a.srt", "", "PK\x03\x04\x14\x00\x06", "a.srt:1:1: this is a zip archive"},
		{"a.txt", "", "\x1f\x8b\x08\x00", "a.txt:1:1: this is compressed by gzip"},
		{"a.json", "", "%PDF-1.7\n", "a.json:1:1: this is a PDF"},
		{"a.srt", "", cue + "2\n00:00:03,000 --> 00:00:04,000\nThe caf\xe9 \xc3\xa9.\n", "a.srt:7:8: byte 0xe9 is not UTF-8"},
		{"a.vtt", "", "WEBVTT\n\n00:01.000 --> 00:02.000\nun \x93quoted\x94 \xc3\xa9\n", "a.vtt:4:4: byte 0x93 is not UTF-8"},
		{"a.json", "", "{\"text\": \"x\",\n \"segments\": [{\"text\": \"caf\xe9\"}]}", "a.json:2:28: byte 0xe9 is not UTF-8"},
		{"a.eaf", "", "<ANNOTATION_DOCUMENT>\n<A>\xe9</A></ANNOTATION_DOCUMENT>", "a.eaf:2:4: byte 0xe9 is not UTF-8"},
		{"a.cha", "", "@Begin\n*A:\tcaf\xe9 \xc3\xa9 .\n@End\n", "a.cha:2:8: byte 0xe9 is not UTF-8"},
		{"a.txt", "", "Ann: caf\xe9 \xc3\xa9\n", "a.txt:1:9: byte 0xe9 is not UTF-8"},
		{"a.srt", "", cue + "2\n00:00:03,000 --> 00:00:04,000\nNo\x00.\n", "a.srt:7:3: a NUL character"},
		{"a.ctm", "", "a 1 0 1 yes\na 1 1 1 n\x00o\n", "a.ctm:2:10: a NUL character"},
		{"a.TextGrid", "", "\xfe\xff\x00F\xd8\x00\x00i", "a.TextGrid:1: half of a UTF-16 surrogate pair"},
		{"a.TextGrid", "", "\xfe\xff\x00F\x00\n\x00", "a.TextGrid:2: the UTF-16 text ends within a character"},
		// Subtitles.
		{"a.srt", "", "Um, hello.\n", "a.srt:1: neither the number nor the times of a cue"},
		{"a.srt", "", "1\nUm, hello.\n", "a.srt:2: no times of a cue"},
		{"a.srt", "", cue + "2\n00:00:03,000 -> 00:00:04,000\nNo.\n", "a.srt:6: no times of a cue"},
		{"a.srt", "", cue + "2\n00:00:61,000 --> 00:01:04,000\nNo.\n", "a.srt:6: no times of a cue"},
		{"a.srt", "", cue + "2\n00:03 --> 00:04\nNo.\n", "a.srt:6: no times of a cue"},
		{"a.srt", "", cue + "2\n00:00:03,000 -->\nNo.\n", "a.srt:6: no times of a cue"},
		{"a.srt", "", cue + "2", "a.srt:5: a cue's number without its times"},
		{"a.vtt", "", "", "a.vtt:1: this is no WebVTT"},
		{"a.vtt", "", "WEBVTTX\n", "a.vtt:1: this is no WebVTT"},
		{"a.vtt", "", "1\n00:01.000 --> 00:02.000\nYes.\n", "a.vtt:1: this is no WebVTT"},
		{"a.vtt", "", "WEBVTT\n\nYes.\n", "a.vtt:3: neither a cue"},
		{"a.vtt", "", "WEBVTT\n\n00:01,000 --> 00:02,000\nYes.\n", "a.vtt:3: no times of a cue"},
		{"a.vtt", "", "WEBVTT\n\n00:01.5 --> 00:02.000\nYes.\n", "a.vtt:3: no times of a cue"},
		{"a.vtt", "", "WEBVTT\n\n00:01.000 --> 00:02.5\nYes.\n", "a.vtt:3: no times of a cue"},
		{"a.vtt", "", "WEBVTT\n\n00:01.000 -->\nYes.\n", "a.vtt:3: no times of a cue"},
		// JSON.
		{"a.json", "", "", "a.json:1:1: the JSON ends too early"},
		{"a.json", "", "{\"text\": \"x\",\n \"segments\": [}", "a.json:2:15: no valid JSON"},
		{"a.json", "", "{\"text\": \"x\"}\n{}", "a.json:2:1: something follows the JSON value"},
		{"a.json", "", `{"a": 1}`, "a.json:1: JSON of a shape that is not known"},
		{"a.json", "", `[1, 2]`, "a.json:1: JSON of a shape that is not known"},
		{"a.json", "", `"um"`, "a.json:1: JSON of a shape that is not known"},
		{"a.json", "", "[\n{\"text\": \"um\"}]", "a.json:1: JSON of a shape that is not known"}, // said by nobody, at no time
		{"a.json", "", deep, "a.json:1:"},
		{"a.json", "", `{"segments": {}}`, "a.json:1: this looks like Whisper, but"},
		{"a.json", "", `{"segments": [{"start": 1}]}`, "a.json:1: this looks like Whisper, but a segment has no \"text\""},
		{"a.json", "", `{"segments": ["um"]}`, "a.json:1: this looks like Whisper, but a segment has no \"text\""},
		{"a.json", "", `{"segments": [{"text": "um", "words": ["um"]}]}`, "a.json:1: this looks like Whisper, but a word has no \"word\""},
		{"a.json", "", `{"transcription": "um"}`, "a.json:1: this does not look like whisper.cpp"},
		{"a.json", "", `{"transcription": [{}]}`, "a.json:1: this looks like whisper.cpp, but a segment has no \"text\""},
		{"a.json", "", `{"results": {"channels": [{"alternatives": [{"transcript": "um", "words": []}]}]}}`, "a.json:1: this looks like Deepgram without words: ask for words, and turn filler_words on"},
		{"a.json", "", `{"results": {"channels": [{}]}}`, "a.json:1: this looks like Deepgram, but a channel has no alternatives"},
		{"a.json", "", `{"results": {"channels": [{"alternatives": [{"words": [{}]}]}]}}`, "a.json:1: this looks like Deepgram, but a word has no \"word\""},
		{"a.json", "", "{\n\"status\": \"queued\", \"audio_url\": \"x\", \"text\": null, \"words\": null}", "a.json:1: this is an answer of AssemblyAI with the status \"queued\""},
		{"a.json", "", "{\n\"status\": \"error\", \"audio_url\": \"x\", \"error\": \"no speech\"}", "a.json:1: this is an answer of AssemblyAI with the status \"error\""},
		{"a.json", "", "{\n\"status\": \"completed\", \"audio_url\": \"x\", \"text\": \"um\"}", "a.json:1: this looks like AssemblyAI without words"},
		{"a.json", "", `{"audio_url": "x", "words": [{"start": 1}]}`, "a.json:1: this looks like AssemblyAI, but a word has no \"text\""},
		{"a.json", "", `{"jobName": "x", "status": "IN_PROGRESS"}`, "a.json:1: this is a job of AWS Transcribe with the status \"IN_PROGRESS\""},
		{"a.json", "", `{"jobName": "x", "results": {"transcripts": []}}`, "a.json:1: this looks like AWS Transcribe without"},
		{"a.json", "", `{"results": {"items": [{"type": "pronunciation"}]}}`, "a.json:1: this looks like AWS Transcribe, but an item has no content"},
		{"a.json", "", `{"results": [{"alternatives": [{"words": [{}]}]}]}`, "a.json:1: this looks like Google Speech-to-Text, but a word has no \"word\""},
		{"a.json", "", `{"results": "um"}`, "a.json:1: this looks like Google Speech-to-Text, but"},
		{"a.jsonl", "", "{\"text\": \"um\"}\n{\"speaker\": \"A\"}\n", "a.jsonl:2: a line is an object with \"text\" or \"words\""},
		{"a.jsonl", "", "{\"text\": \"um\"}\n[]\n", "a.jsonl:2: a line is an object with \"text\" or \"words\""},
		{"a.jsonl", "", "{\"text\": \"um\"}\n{\"text\": \"uh\"} {}\n", "a.jsonl:2:16: something follows"},
		{"a.jsonl", "", "{\"words\": [{\"w\": \"um\"}]}\n", "a.jsonl:1: a word is an object with \"text\""},
		{"a.jsonl", "", "um\n", "a.jsonl:1:1: no valid JSON"},
		// A format that is named, and is not that of the file.
		{"a.json", Whisper, `{"a": 1}`, "a.json:1: this looks like Whisper"},
		{"a.json", WhisperCPP, `{"a": 1}`, "a.json:1: this does not look like whisper.cpp"},
		{"a.json", Deepgram, `{"a": 1}`, "a.json:1: this does not look like Deepgram"},
		{"a.json", AssemblyAI, `{"a": 1}`, "a.json:1: this looks like AssemblyAI without words"},
		{"a.json", AWS, `{"a": 1}`, "a.json:1: this looks like AWS Transcribe without"},
		{"a.json", Google, `{"a": 1}`, "a.json:1: this does not look like Google"},
		{"a.json", Google, `[]`, "a.json:1: this does not look like Google"},
		// Rows and tiers.
		{"a.ctm", "", "a 1 0 1\n", "a.ctm:1: a line of CTM has"},
		{"a.ctm", "", ";; x\na 1 x 1 yes\n", "a.ctm:2:5: \"x\" is no start in seconds"},
		{"a.ctm", "", "a 1 0 y yes\n", "a.ctm:1:7: \"y\" is no duration in seconds"},
		{"a.ctm", "", "a 1 inf 1 yes\n", "a.ctm:1:5: \"inf\" is no start in seconds"},
		{"a.ctm", "", "a 1 0 nan yes\n", "a.ctm:1:7: \"nan\" is no duration in seconds"},
		{"a.ctm", "", "a 1 0 1 yes 1 lex x y\n", "a.ctm:1:21: a line of CTM has at most 8 fields"},
		{"a.stm", "", "a 1 x 0\n", "a.stm:1: a line of STM has"},
		{"a.stm", "", "a 1 x 0 y yes\n", "a.stm:1:9: \"y\" is no time in seconds"},
		{"a.stm", "", "a 1 x 0 Infinity yes\n", "a.stm:1:9: \"Infinity\" is no time in seconds"},
		{"a.TextGrid", "", "um\n", "a.TextGrid:1: this is no TextGrid"},
		{"a.TextGrid", "", grid("\"IntervalTier\" \"A\" 0 1 1 0 1 um"), "a.TextGrid:9:1: the TextGrid ends too early"},
		{"a.TextGrid", "", grid("\"IntervalTier\" \"A\" 0 1 1 0 \"um\""), "a.TextGrid:8:28: a number is missing: the end of an interval"},
		{"a.TextGrid", "", grid("\"IntervalTier\" \"A\" 0 1 1 0 1 \"um"), "a.TextGrid:8:30: a string without its closing quote"},
		{"a.TextGrid", "", grid("\"Tier\" \"A\" 0 1 0"), "a.TextGrid:8:2: a tier of the class \"Tier\""},
		{"a.eaf", "", "<eaf/>", "a.eaf:1:1: this is no ELAN file"},
		{"a.eaf", "", "um", "a.eaf:1:"},
		{"a.eaf", "", "<ANNOTATION_DOCUMENT>\n<TIER></ANNOTATION_DOCUMENT>", "a.eaf:2: no valid XML"},
		{"a.eaf", "", "<ANNOTATION_DOCUMENT>\n<TIME_SLOT TIME_SLOT_ID=\"ts1\" TIME_VALUE=\"x\"/></ANNOTATION_DOCUMENT>", "a.eaf:2:1: the time slot ts1 has a time that is no number"},
		{"a.cha", "", "yes .\n*A:\tyes .\n", "a.cha:1: this is no CHAT"},
		{"a.cha", "", "@Begin\n*A yes .\n@End\n", "a.cha:2: a main line is"},
		{"a.cha", "", "@Begin\n%mor:\tx\n@End\n", "a.cha:2: a dependent line without a main line"},
		{"a.cha", "", "@Begin\nyes .\n@End\n", "a.cha:2: a line of CHAT starts with"},
		{"a.cha", "", "@Begin\n*A:\tyes .\n", "a.cha:3:1: there is no @End"},
		// Text with headers; times of meetings.
		{"a.txt", Headed, "\nUm, hello.\n", "a.txt:2: no line says who speaks from when on"},
		{"a.txt", Headed, "Ann  0:75\nUm, hello.\n", "a.txt:1: no line says who speaks from when on"},
		{"a.vtt", "", "WEBVTT\n\n0:0:1.0 --> 0:0:61.5\nYes.\n", "a.vtt:3: no times of a cue"},
		{"a.vtt", "", "WEBVTT\n\n0:0:1.0 --> 0:0:2\nYes.\n", "a.vtt:3: no times of a cue"},
		{"a.ttml", "", "<tt><body><div><p>um</p></div></body>", "a.ttml:1:38: the TTML file ends too early"},
		{"a.ttml", "", "<html></html>", "a.ttml:1:1: this is no TTML: it starts with <html>"},
		{"a.ttml", "", "<tt>\n<body><p begin=\"1\">um</p></body></tt>", "a.ttml:2:7: the attribute begin: \"1\" is no time"},
		{"a.ttml", "", "<tt>\n<p begin=\"1s\" end=\"00:00:61\">um</p></tt>", "a.ttml:2:1: the attribute end: \"00:00:61\" is no time"},
		{"a.ttml", "", "<tt xmlns:ttp=\"x\" ttp:frameRate=\"25\"><p begin=\"00:00:01:25\">um</p></tt>", "a.ttml:1:38: the attribute begin: \"00:00:01:25\" has a frame 25, but there are 25"},
		{"a.ttml", "", "<tt frameRate=\"0\"><p>um</p></tt>", "a.ttml:1:1: the attribute frameRate is no number above 0"},
		{"a.ttml", "", "<tt frameRateMultiplier=\"1 0\"><p>um</p></tt>", "a.ttml:1:1: the attribute frameRateMultiplier"},
		{"a.ttml", "", "<tt>\n<p>um</q></tt>", "a.ttml:2: no valid XML"},
		{"a.ttml", "", "<!DOCTYPE tt [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>\n<tt><p>&b;</p></tt>", "a.ttml:1:1: a document type that declares entities"},
		{"a.ttml", "", "<tt>\n<p begin=\"1:75:00\">um</p></tt>", "a.ttml:2:1: the attribute begin: \"1:75:00\" is no time"},
		{"a.ttml", "", "<tt>\n<p begin=\"75:00:12\" end=\"1:02:03:40\">um</p></tt>", "a.ttml:2:1: the attribute end: \"1:02:03:40\" has a frame 40"},
		// Annotations.
		{"a.exb", "", "<eaf/>", "a.exb:1:1: an EXMARaLDA transcription starts with <basic-transcription>, but this with <eaf>"},
		{"a.exb", "", "um", "a.exb:1:"},
		{"a.exb", "", "<basic-transcription>\n<tli id=\"T1\" time=\"x\"/></basic-transcription>", "a.exb:2:1: the point T1 of the timeline has a time that is no number: \"x\""},
		{"a.exb", "", "<basic-transcription>\n<tli id=\"T1\"/><tier type=\"t\">\n<event start=\"T1\" end=\"T2\">um</event></tier></basic-transcription>", "a.exb:3:1: an event between points of which \"T2\" is not in the timeline"},
		{"a.exb", "", "<basic-transcription>\n<tier type=\"t\">", "a.exb:2:16: an EXMARaLDA transcription ends too early"},
		{"a.flk", "", "<x/>", "a.flk:1:1: a FOLKER transcript starts with <folker-transcription>, but this with <x>"},
		{"a.fln", "", "<folker-transcription>\n<timepoint timepoint-id=\"t\" absolute-time=\"\"/></folker-transcription>", "a.fln:2:1: the point t of the timeline has a time that is no number"},
		{"a.trs", "", "<episode/>", "a.trs:1:1: a Transcriber file starts with <Trans>, but this with <episode>"},
		{"a.trs", "", "<Trans>\n<Turn speaker=\"a b\" startTime=\"0\" endTime=\"1\">\n<Who nb=\"3\"/>um</Turn></Trans>", "a.trs:3:1: <Who> names speaker \"3\" of a turn of 2"},
		{"a.trs", "", "<Trans>\n<Turn startTime=\"x\">um</Turn></Trans>", "a.trs:2:1: <Turn> has a time that is no number: \"x\""},
		{"a.trs", "", "<Trans>\n<Turn><Turn>um</Turn></Turn></Trans>", "a.trs:2:7: a turn within a turn"},
		{"a.smi", "", "<smil>\n<body/></smil>", "a.smi:1: this is no SAMI"},
		{"a.smi", "", "<SAMI>\n<SYNC Begin=1><P>um", "a.smi:2:1: a <SYNC> without a start in milliseconds"},
		{"a.smi", "", "<SAMI>\n<SYNC Start=1><P>um <i", "a.smi:2:21: a tag without its >: the file is cut off"},
		{"a.TextGrid", "", "ooBinaryFile\x08TextGrid\x00", "a.TextGrid:1:1: this is a binary file of Praat: "},
		{"a.TextGrid", "", "\"Praat chronological TextGrid text file\"\n0 1 ! Time domain.\n1 ! Number of tiers.\n\"IntervalTier\" \"Ann\" 0 1\n2 0 1 \"um\"\n", "a.TextGrid:4:25: a label of tier 2, and there are 1"},
		{"a.eaf", "", "<!DOCTYPE x [<!ENTITY a \"aaaa\">]><ANNOTATION_DOCUMENT/>", "a.eaf:1:1: a document type that declares entities"},
		{"a.ttml", "", "<tt>\n<p>&b;</p></tt>", "a.ttml:2: no valid XML"},
		{"a.ttml", "", "<tt>" + strings.Repeat("<div>", 5000), "a.ttml:1:1000: more than 200 elements in one another"},
		{"a.ass", "", "Um, hello.\n", "a.ass:1: this is no SubStation Alpha"},
		{"a.ass", "", "[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,um\n", "a.ass:2: a line of dialogue before the line Format:"},
		{"a.ass", "", "[Events]\nFormat: Start, Text\n", "a.ass:2: the columns of the events lack"},
		{"a.ass", "", "[Events]\nFormat: Start, End, Text, Name\n", "a.ass:2: Text is not the last column"},
		{"a.ass", "", "[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00,0:00:02.00,um\nDialogue: 0:00:01.00,um\n", "a.ass:4: a line of dialogue has 2 columns, and not 3"},
		{"a.ass", "", "[Events]\nFormat: Start, End, Text\nDialogue: 0:00:01.00, 0:00:72.00,um\n", "a.ass:3:22: \"0:00:72.00\" is no time"},
		{"a.lrc", "", "[00:01.00]um\nand so\n", "a.lrc:2: a line starts with its time"},
		{"a.lrc", "", "[00:61.00]um\n", "a.lrc:1: \"[00:61.00]\" is neither a time"},
		{"a.lrc", "", "[ti:x] um\n", "a.lrc:1: \"[ti:x]\" is neither a time"},
		{"a.lrc", "", "[00:01.00\n", "a.lrc:1: a bracket that is not closed"},
		{"a.lrc", "", "[offset:x]\n[00:01.00]um\n", "a.lrc:1: the offset is no number of milliseconds: \"x\""},
		{"a.tsv", "", "um\tUH\nso\tRB\n", "a.tsv:1: this is no TSV of Whisper"},
		{"a.tsv", "", "start\tend\ttext\n0\t1000\n", "a.tsv:2: a line has 2 columns, and not 3"},
		{"a.tsv", "", "start\tend\ttext\n0\tx\tum\n", "a.tsv:2:3: \"x\" is no time"},
		{"a.sub", "", "um so\n", "a.sub:1: this is none of MicroDVD subtitles, SubViewer subtitles"},
		{"a.sub", "", "{1}{25}um\nso\n", "a.sub:2: a line starts with the frames of a subtitle"},
		{"a.sub", "", "\x00\x00\x01\xba\x44\x00\x04", "a.sub:1:1: this is pictures of subtitles (VobSub), or a film"},
		{"a.sub", SubViewer, "[INFORMATION]\num\n", "a.sub:2: neither the head of SubViewer"},
		{"a.sub", "", "00:00:01.00,00:00:02.00", "a.sub:1: the file ends within a cue's times"},
		{"a.mpl", "", "[1][25]um\n[1]so\n", "a.mpl:2: a line starts with the times"},
		{"a.stl", "", "00:00:01:05,00:00:02:12,um\n00:00:01:05,um\n", "a.stl:2: a line is two times and a text"},
		{"a.scc", "", "um so\n", "a.scc:1: this is no SCC"},
		{"a.scc", "", "Scenarist_SCC V1.0\n\n00:00:01:00\t9420 94\n", "a.scc:3: \"94\" is no pair of bytes"},
		{"a.scc", "", "Scenarist_SCC V1.0\n\n00:00:61:00\t9420\n", "a.scc:3: a line starts with a time code"},
		{"a.scc", "", "Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9470 6180 942f\n00:00:02:00\t1c20 1c70 6180 1c2f\n", "a.scc:4: captions of a second channel"},
		{"a.stl", EBUSTL, "um so\n", "a.stl:1: this is no EBU STL"},
		{"a.stl", "", "850STL25.0110009", "a.stl:1: the EBU STL file is cut off"},
		{"a.stl", "", "850STL25.011050900" + strings.Repeat(" ", 2000), "a.stl:1: the EBU STL file has the code table \"05\""},
		{"a.txt", Text, "850STL25.0110009" + strings.Repeat(" ", 2000), "a.txt:1:1: this is a file of subtitles of the format ebu-stl, not text"},
		{"a.stl", "", "850STL25.0110009" + strings.Repeat(" ", 1008) + strings.Repeat("x", 256), "a.stl:1: block 1 of the EBU STL file is none"},
		{"a.sbv", "", "Hello.\n", "a.sbv:1: no times of a cue: there is no comma"},
		{"a.sbv", "", "\n0:00:01.000,0:00:61.000\nUm, hello.\n", "a.sbv:2: no times of a cue: \"0:00:61.000\" is no time"},
		{"a.sbv", "", "0:00:01.000,00:02.000\nUm, hello.\n", "a.sbv:1: no times of a cue: \"00:02.000\" is no time"},
		{"a.sbv", "", "0:00:01.000,0:00:02.0", "a.sbv:1: the file ends within a cue's times"},
	} {
		f, err := readOrPanic(c.src, c.name, c.format)
		if err == nil {
			t.Errorf("%.80q is read as %s: %q", c.src, f.Format, f.Document.Source)
			continue
		}
		checkError(t, c.src, c.name, err)
		if !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%.80q: %v\nnot %s", c.src, err, c.want)
		}
	}
}

// readOrPanic is Read that returns a panic as an error, so that others are found as well.
func readOrPanic(src, name string, format Format) (f *File, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &Error{name, 1, 0, fmt.Sprint("panic: ", r)}
		}
	}()
	return Read(src, name, format)
}

// grid returns a short TextGrid with a tier.
func grid(tier string) string {
	return "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n0\n1\n<exists>\n1\n" + tier + "\n"
}

// TestOdd reads what is odd, and yet no reason to give up; it says so.
func TestOdd(t *testing.T) {
	cues := func(times ...string) string {
		var b strings.Builder
		for _, at := range times {
			b.WriteString("1\n" + at + "\nYes.\n\n")
		}
		return b.String()
	}
	for _, c := range []struct {
		name, src string
		words     int
		warnings  []int // lines
	}{
		{"a.srt", "", 0, nil},
		{"a.srt", "\n\n\n", 0, nil},
		{"a.srt", cues("00:00:01,000 --> 00:00:03,000", "00:00:02,000 --> 00:00:04,000"), 2, nil}, // they overlap, and have one number
		{"a.srt", cues("00:00:05,000 --> 00:00:06,000", "00:00:01,000 --> 00:00:02,000"), 2, []int{6}},
		{"a.srt", cues("00:00:05,000 --> 00:00:04,000"), 1, []int{2}},
		{"a.srt", cues("-00:00:05,000 --> 00:00:04,000"), 1, []int{2}},
		{"a.srt", cues("100:00:05,000 --> 100:00:06,000"), 1, nil},
		{"a.srt", cues("00:00:01,000-->00:00:02,000"), 1, nil},
		{"a.srt", cues("00:01,5 --> 00:02.5"), 1, nil},
		{"a.srt", cues("00:00:03 --> 00:00:04"), 1, nil},
		{"a.srt", "00:00:01.000 --> 00:00:02.000\nYes.\n00:03,000-->00:04,000\nNo.\n", 2, nil}, // neither numbers nor empty lines
		{"a.vtt", "WEBVTT\n\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\nSTYLE\n::cue { /* a -->\n\nb */\n\n}\n\n00:05.000 --> 00:06.000\nYes.\n\nSTYLE\n::cue {}\n\n00:07.000 --> 00:08.000\nNo.\n", 2, nil},
		{"a.vtt", "WEBVTT\n\nSTYLE\n::cue {\n\n00:05.000 --> 00:06.000\nYes.\n", 1, nil}, // it never ends
		{"a.vtt", "WEBVTT\n\nREGION\nid:a\n\nREGION id=b\n\n00:05.000 --> 00:06.000 region:a\nYes.\n", 1, nil},
		{"a.ssa", "[Script Info]\r; so\r[Events]\rFormat: Start, End, Text\rDialogue: 0:00:01.00,0:00:02.00,Yes.\rDialogue: 0:00:03.00,0:00:04.00,No.\r\n", 2, nil},
		{"a.sub", "{1}{1}25\n{DEFAULT}{}{Y:i}\n{25}{50}{y:i}Yes.|{C:$0000ff}No.\n{75}{}Yes.\n", 3, nil},
		{"a.sub", "{25}{50}Yes.\n", 1, []int{1}},
		{"a.sub", "[INFORMATION]\n[TITLE]x\n[SUBTITLE]\n00:00:01.00,00:00:02.00\nYes.[br]<i>No</i>\n\nYes\n", 3, nil},
		{"a.mpl", "[10][35]/Yes.|/ No\n[40][]Yes.\n", 3, nil},
		{"a.stl", "//So\n$Bold = FALSE\n\n00:00:01:05,00:00:02:12,^IYes.^I|No\n00:00:03:29 , 00:00:04:00 , Yes\n", 3, nil},
		{"a.tsv", "start\tend\ttext\n0\t100\tYes.\n200\t100\tNo\n300\t400\t\n", 2, []int{3}},
		{"a.tsv", "Start\tEnd\tSpeaker\tText\n0.00\t1.50\tAnn\tYes.\n", 1, nil},
		{"a.srt", "1\n00:00:01,000 --> 00:00:02,000\nIt is 3\n4\n\n2\n00:00:03,000 --> 00:00:04,000\n1984\n", 5, nil}, // numbers that are said
		{"a.srt", "1\n00:00:01,000 --> 00:00:02,000\nYears:\n\n2020\n2021 was better\n\n", 5, nil},                    // an empty line before such
		{"a.srt", "1\n00:00:01,000 --> 00:00:02,000\nYes.\n2\n00:00:03,000 --> 00:00:04,000\nNo.\n", 2, nil},          // no empty line between
		{"a.srt", "1\n00:00:01,000 --> 00:00:02,000\n12:30 is fine\n", 3, nil},                                        // no time stamp
		{"a.vtt", "WEBVTT", 0, nil},
		{"a.vtt", "WEBVTT\n\n00:05.000 --> 00:04.000\nYes.\n", 1, []int{3}},
		{"a.vtt", "WEBVTT\n\n00:05.000 --> 00:06.000\nYes.\n\n00:01.000 --> 00:02.000\nNo.\n", 2, []int{6}},
		{"a.vtt", "WEBVTT\n00:05.000 --> 00:06.000\nYes.\n", 1, nil}, // right below the head
		{"a.sbv", "0:00:05.000,0:00:04.000\nYes.\n", 1, []int{1}},
		{"a.sbv", "", 0, nil},
		{"a.ctm", "a 1 5 1 yes\na 1 1 1 no\n", 2, []int{2}},
		{"a.ctm", "a 1 5 -1 yes\n", 1, []int{1}},
		{"a.ctm", "a 1 5 1 yes\nb 1 1 1 no\n", 2, nil}, // of another recording
		{"a.stm", "a 1 x 5 4 yes\n", 1, []int{1}},
		{"a.TextGrid", grid("\"IntervalTier\" \"A\" 0 1 1 1 0 \"yes\""), 1, []int{8}},
		{"a.TextGrid", grid("\"IntervalTier\" \"A\" 0 1 1 1e-05 1 \"yes\""), 1, nil},
		{"a.TextGrid", "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\n0\n1\n<absent>\n", 0, nil},
		{"a.json", `{"text": "um", "segments": [{"text": "um", "start": 2, "end": 1}]}`, 1, []int{1}},
		{"a.json", `{"text": "um", "segments": [{"text": "um", "start": null, "end": "x"}], "n": 1e999}`, 1, nil},
		{"a.json", `{"text": "um NaN", "segments": [{"text": "um NaN", "start": 0, "end": 1, "avg_logprob": NaN, "x": [-Infinity, NaN]}]}`, 2, nil},
		{"a.json", `{"results": {"channels": []}}`, 0, nil},
		{"a.json", `{"results": [{}, {"alternatives": []}]}`, 0, nil},
		{"a.jsonl", "", 0, nil},
		{"a.jsonl", "{\"text\": \"um\", \"words\": null}\n\n{\"words\": []}\n", 1, nil},
	} {
		f, err := Read(c.src, c.name, "")
		if err != nil {
			t.Errorf("%.80q: %v", c.src, err)
			continue
		}
		if got := len(words(f, nil)); got != c.words {
			t.Errorf("%.80q has %d words, not %d: %q", c.src, got, c.words, f.Document.Source)
		}
		var lines []int
		for _, w := range f.Warnings {
			lines = append(lines, w.Line)
		}
		if len(lines) != len(c.warnings) || len(lines) > 0 && lines[0] != c.warnings[0] {
			t.Errorf("%.80q has warnings %v, not for the lines %v", c.src, f.Warnings, c.warnings)
		}
		if out := f.Rewrite(keepAll(f)); out != c.src {
			t.Errorf("%.80q becomes %q", c.src, out)
		}
	}
}
