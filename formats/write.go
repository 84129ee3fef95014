package formats

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/transcript"
)

// longParagraph is the number of words after which text without speakers gets a line
// of its own at the end of a sentence.
const longParagraph = 60

// writeText writes a line a turn, with the speaker's name.
func writeText(b *strings.Builder, s *Script) error {
	words, ends := 0, false
	for i := range s.Said {
		u := &s.Said[i]
		switch {
		case i == 0 || u.Speaker != s.Said[i-1].Speaker || u.Speaker == "" && (u.Turn != s.Said[i-1].Turn || words >= longParagraph && ends):
			if i > 0 {
				b.WriteByte('\n')
			}
			if words = 0; u.Speaker != "" {
				b.WriteString(label(u.Speaker))
			}
		case !u.Words[0].Tight:
			b.WriteByte(' ')
		}
		b.WriteString(u.Text())
		words += len(u.Words)
		ends = u.Words[len(u.Words)-1].Ends
	}
	if len(s.Said) > 0 {
		b.WriteByte('\n')
	}
	return nil
}

// label returns a speaker's name as it stands before what is said, changed where it
// would not be taken for a name.
func label(name string) string {
	if s, _ := transcript.Label(name + ": x"); s != name || !namesSpeaker(name) {
		name = strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsNumber(r) {
				return r
			}
			return '_'
		}, name)
		if s, _ := transcript.Label(name + ": x"); s != name {
			name = "Speaker_" + name
		}
	}
	return name + ": "
}

func writeSRT(b *strings.Builder, s *Script) error {
	// Names are part of the lines.
	speaker := ""
	for i := range s.Said {
		u := &s.Said[i]
		switch {
		case u.Speaker == speaker:
		case u.Speaker != "":
			u.Words[0].Lead = label(u.Speaker) + u.Words[0].Lead
		default:
			u.Words[0].Lead = "- " + u.Words[0].Lead // somebody else
		}
		speaker = u.Speaker
	}
	cues, err := s.blocks(SRT)
	if err != nil {
		return err
	}
	for i := range cues {
		c := &cues[i]
		fmt.Fprintf(b, "%d\n%s --> %s\n", i+1, clock(c.time.Start, ","), clock(c.time.End, ","))
		b.WriteString(strings.Join(c.lines(), "\n") + "\n\n")
	}
	return nil
}

func writeVTT(b *strings.Builder, s *Script) error {
	cues, err := s.blocks(VTT)
	if err != nil {
		return err
	}
	b.WriteString("WEBVTT\n\n")
	for i := range cues {
		c := &cues[i]
		fmt.Fprintf(b, "%s --> %s\n", clock(c.time.Start, "."), clock(c.time.End, "."))
		if c.speaker != "" {
			b.WriteString("<v " + escapeText(c.speaker) + ">")
		}
		b.WriteString(escapeText(strings.Join(c.lines(), "\n")) + "\n\n")
	}
	return nil
}

// second is a time that is written in seconds, to the millisecond.
type second float64

func (s second) MarshalJSON() ([]byte, error) { return []byte(s.String()), nil }

func (s second) String() string {
	return strconv.FormatFloat(math.Round(float64(s)*1000)/1000, 'f', -1, 64)
}

// millis is a time that is written in milliseconds.
type millis float64

func (s millis) MarshalJSON() ([]byte, error) {
	return strconv.AppendInt(nil, int64(math.Round(float64(s)*1000)), 10), nil
}

// writeJSON writes a value with indents.
func writeJSON(b *strings.Builder, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// text returns all that is said in one line, without notes.
func (s *Script) text() string {
	var out []string
	for i := range s.Said {
		u := Said{Words: s.Said[i].spoken()}
		if text := u.Text(); text != "" {
			out = append(out, text)
		}
	}
	return strings.Join(out, " ")
}

func writeJSONL(b *strings.Builder, s *Script) error {
	type word struct {
		Text       string  `json:"text"`
		Start      *second `json:"start,omitempty"`
		End        *second `json:"end,omitempty"`
		Confidence float64 `json:"confidence,omitempty"`
	}
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	for i := range s.Said {
		u := &s.Said[i]
		var o struct {
			Speaker string  `json:"speaker,omitempty"`
			Start   *second `json:"start,omitempty"`
			End     *second `json:"end,omitempty"`
			Text    string  `json:"text"`
			Words   []word  `json:"words,omitempty"`
		}
		o.Speaker, o.Text = u.Speaker, u.Text()
		o.Start, o.End = times(u.Time.Known, u.Time.Start, u.Time.End)
		timed := false
		for _, w := range u.Words {
			x := word{Text: w.Text(), Confidence: w.Confidence}
			x.Start, x.End = times(w.Time.Known, w.Time.Start, w.Time.End)
			timed = timed || w.Time.Known
			o.Words = append(o.Words, x)
		}
		if !timed {
			o.Words = nil
		}
		if err := e.Encode(o); err != nil {
			return err
		}
	}
	return nil
}

func times(known bool, from, to float64) (*second, *second) {
	if !known {
		return nil, nil
	}
	a, b := second(from), second(to)
	return &a, &b
}

// recording returns the name of the recording for forms that name it: that of the file
// without folder and extension.
func (s *Script) recording() string {
	name := s.Name[strings.LastIndexAny(s.Name, `/\`)+1:]
	if n := strings.LastIndexByte(name, '.'); n > 0 {
		name = name[:n]
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == ';' {
			return '_'
		}
		return r
	}, name)
}

// token returns a name as one word.
func token(name, otherwise string) string {
	if name = strings.Join(strings.Fields(name), "_"); name == "" {
		return otherwise
	}
	return name
}

func writeCTM(b *strings.Builder, s *Script) error {
	if err := s.needWordTimes(CTM); err != nil {
		return err
	}
	name := s.recording()
	for i := range s.Said {
		u := &s.Said[i]
		for _, w := range u.spoken() {
			fmt.Fprintf(b, "%s %s %.3f %.3f %s", name, token(u.Speaker, "1"), w.Time.Start, w.Time.End-w.Time.Start, w.Core)
			if w.Confidence > 0 {
				fmt.Fprintf(b, " %.4g", w.Confidence)
			}
			b.WriteByte('\n')
		}
	}
	return nil
}

func writeSTM(b *strings.Builder, s *Script) error {
	if err := s.needTimes(STM); err != nil {
		return err
	}
	name := s.recording()
	for i := range s.Said {
		u := &s.Said[i]
		var words []string
		for _, w := range u.spoken() {
			words = append(words, w.Core)
		}
		if len(words) > 0 {
			fmt.Fprintf(b, "%s 1 %s %.3f %.3f %s\n", name, token(u.Speaker, "unknown"), u.Time.Start, u.Time.End, strings.Join(words, " "))
		}
	}
	return nil
}

func writeTextGrid(b *strings.Builder, s *Script) error {
	if err := s.needTimes(TextGrid); err != nil {
		return err
	}
	end := 0.0
	for i := range s.Said {
		end = max(end, s.Said[i].Time.End)
	}
	lanes := s.lanes()
	for i := range lanes {
		if speaker, kind := tierKind(&tier{name: lanes[i].name}); speaker != lanes[i].name || kind != utteranceTier {
			lanes[i].name = strings.ReplaceAll(lanes[i].name, " - ", "-") + "_" // no name of a kind of tier
		}
	}
	quote := func(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }
	fmt.Fprintf(b, "File type = \"ooTextFile\"\nObject class = \"TextGrid\"\n\nxmin = 0 \nxmax = %v \ntiers? <exists> \nsize = %d \nitem []: \n", second(end), len(lanes))
	for i, l := range lanes {
		type interval struct {
			from, to float64
			text     string
		}
		var all []interval
		at := 0.0
		for _, u := range l.said {
			if u.Time.Start > at {
				all = append(all, interval{at, u.Time.Start, ""})
			}
			all = append(all, interval{u.Time.Start, u.Time.End, u.Text()})
			at = u.Time.End
		}
		if at < end {
			all = append(all, interval{at, end, ""})
		}
		fmt.Fprintf(b, "    item [%d]:\n        class = \"IntervalTier\" \n        name = %s \n        xmin = 0 \n        xmax = %v \n        intervals: size = %d \n", i+1, quote(l.name), second(end), len(all))
		for k, x := range all {
			fmt.Fprintf(b, "        intervals [%d]:\n            xmin = %v \n            xmax = %v \n            text = %s \n", k+1, second(x.from), second(x.to), quote(x.text))
		}
	}
	return nil
}

func writeEAF(b *strings.Builder, s *Script) error {
	if err := s.needTimes(EAF); err != nil {
		return err
	}
	lanes := s.lanes()
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="" DATE="1970-01-01T00:00:00+00:00" FORMAT="3.0" VERSION="3.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="http://www.mpi.nl/tools/elan/EAFv3.0.xsd">
    <HEADER MEDIA_FILE="" TIME_UNITS="milliseconds"/>
    <TIME_ORDER>
`)
	slot := 0
	for _, l := range lanes {
		for _, u := range l.said {
			for _, t := range []float64{u.Time.Start, u.Time.End} {
				slot++
				fmt.Fprintf(b, "        <TIME_SLOT TIME_SLOT_ID=\"ts%d\" TIME_VALUE=\"%d\"/>\n", slot, int64(math.Round(t*1000)))
			}
		}
	}
	b.WriteString("    </TIME_ORDER>\n")
	slot = 0
	for _, l := range lanes {
		name := html.EscapeString(l.name)
		fmt.Fprintf(b, "    <TIER LINGUISTIC_TYPE_REF=\"default-lt\" PARTICIPANT=\"%s\" TIER_ID=\"%s\">\n", html.EscapeString(l.said[0].Speaker), name)
		for _, u := range l.said {
			slot += 2
			fmt.Fprintf(b, "        <ANNOTATION>\n            <ALIGNABLE_ANNOTATION ANNOTATION_ID=\"a%d\" TIME_SLOT_REF1=\"ts%d\" TIME_SLOT_REF2=\"ts%d\">\n                <ANNOTATION_VALUE>%s</ANNOTATION_VALUE>\n            </ALIGNABLE_ANNOTATION>\n        </ANNOTATION>\n",
				slot/2, slot-1, slot, escapeText(u.Text()))
		}
		b.WriteString("    </TIER>\n")
	}
	b.WriteString("    <LINGUISTIC_TYPE GRAPHIC_REFERENCES=\"false\" LINGUISTIC_TYPE_ID=\"default-lt\" TIME_ALIGNABLE=\"true\"/>\n</ANNOTATION_DOCUMENT>\n")
	return nil
}

// writeCHAT writes an utterance a sentence.
func writeCHAT(b *strings.Builder, s *Script) error {
	codes := make(map[string]string)
	taken := make(map[string]bool)
	var participants []string
	for i := range s.Said {
		name := s.Said[i].Speaker
		if codes[name] != "" {
			continue
		}
		code := chatCode(name)
		for n := 2; taken[code]; n++ {
			code = fmt.Sprintf("%.2s%d", chatCode(name), n)
		}
		codes[name], taken[code] = code, true
		participants = append(participants, strings.TrimSpace(code+" "+token(name, ""))+" Adult")
	}
	fmt.Fprintf(b, "@UTF8\n@Begin\n@Languages:\teng\n@Participants:\t%s\n", strings.Join(participants, ", "))
	var line []string
	var time transcript.Interval
	flush := func(speaker, mark string) {
		if len(line) == 0 {
			return
		}
		fmt.Fprintf(b, "*%s:\t%s %s", codes[speaker], strings.Join(line, " "), mark)
		if time.Known {
			fmt.Fprintf(b, " \x15%d_%d\x15", int64(math.Round(time.Start*1000)), int64(math.Round(time.End*1000)))
		}
		b.WriteByte('\n')
		line, time = nil, transcript.Interval{}
	}
	for i := range s.Said {
		u := &s.Said[i]
		for _, w := range u.spoken() {
			at := w.Time
			if !at.Known {
				at = u.Time
			}
			if len(line) == 0 {
				time = at
			}
			time.Known = time.Known && at.Known && at.End >= time.Start
			time.End = at.End
			line = append(line, w.Core)
			if w.Ends {
				flush(u.Speaker, chatMark(w.Trail))
			} else if strings.Contains(w.Trail, ",") {
				line = append(line, ",")
			}
		}
		if i+1 == len(s.Said) || s.Said[i+1].Turn != u.Turn {
			flush(u.Speaker, ".")
		}
	}
	b.WriteString("@End\n")
	return nil
}

func chatMark(trail string) string {
	switch {
	case strings.ContainsAny(trail, "?？"):
		return "?"
	case strings.ContainsAny(trail, "!！"):
		return "!"
	}
	return "."
}

// chatCode returns the three letters of a speaker.
func chatCode(name string) string {
	var b strings.Builder
	for _, r := range strings.ToUpper(name) {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r)) && b.Len() < 3 {
			b.WriteRune(r)
		}
	}
	if b.Len() == 0 || !unicode.IsLetter(rune(b.String()[0])) {
		return "SPK"
	}
	return (b.String() + "XX")[:3]
}
