//go:build !small

package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/tidytalk/tidytalk/speech/prosody"
	"github.com/tidytalk/tidytalk/speech/voice"
	"github.com/tidytalk/tidytalk/speech/voiceview"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// undefined is how tables write what is not there, as R and pandas read it.
const undefined = "NA"

// writeTracks writes a line for each frame of each channel.
func (m *measuring) writeTracks(w io.Writer, sound *voice.Recording) error {
	b := bufio.NewWriter(w)
	b.WriteString("time\tchannel\tf0\tclean\tstyle\tenergy\tvoiced\n")
	var line []byte
	for c, t := range sound.Tracks {
		if !m.shows(c) {
			continue
		}
		piece := 0
		for i := range t.F0 {
			at := (float64(i) + 0.5) * prosody.Step
			if at < m.start || at >= m.end {
				continue
			}
			for piece < len(t.Style) && t.Style[piece].End <= at {
				piece++
			}
			style := 0.0
			if piece < len(t.Style) && t.Style[piece].Start <= at {
				p := t.Style[piece]
				style = math.Exp2(p.At(at) / 12)
			}
			voiced := byte('0')
			if t.F0[i] > 0 {
				voiced = '1'
			}
			line = strconv.AppendFloat(line[:0], at, 'f', 3, 64)
			line = strconv.AppendInt(append(line, '\t'), int64(c+1), 10)
			line = appendHertz(line, float64(t.F0[i]))
			line = appendHertz(line, float64(t.Clean[i]))
			line = appendHertz(line, style)
			line = strconv.AppendFloat(append(line, '\t'), float64(t.Energy[i]), 'f', 2, 64)
			b.Write(append(line, '\t', voiced, '\n'))
		}
	}
	return b.Flush()
}

// appendHertz appends a column with a frequency.
func appendHertz(line []byte, hz float64) []byte {
	line = append(line, '\t')
	if !(hz > 0) {
		return append(line, undefined...)
	}
	return strconv.AppendFloat(line, hz, 'f', 2, 64)
}

// writeFeatures writes a line for each word in the recording.
func (m *measuring) writeFeatures(w io.Writer, heard *voice.Heard) error {
	b := bufio.NewWriter(w)
	features := prosody.Features()
	b.WriteString("word\tspeaker\tchannel\tstart\tend")
	for _, f := range features {
		b.WriteString("\t" + f.Name)
	}
	b.WriteByte('\n')
	for i := range heard.Words {
		x := &heard.Words[i]
		if x.Start < m.start || x.Start >= m.end || !m.shows(x.Channel) {
			continue
		}
		fmt.Fprintf(b, "%s\t%s\t%d\t%.3f\t%.3f", tableCell(x.Text), tableCell(x.Speaker), x.Channel+1, x.Start, x.End)
		for j, v := range heard.Features[x.Index] {
			b.WriteByte('\t')
			b.WriteString(value(&features[j], v))
		}
		b.WriteByte('\n')
	}
	return b.Flush()
}

// value writes the value of a feature.
func value(f *prosody.Feature, v float32) string {
	switch {
	case v != v:
		return undefined
	case f.Values != nil:
		return f.Values[int(v)]
	case math.Abs(float64(v)) < 5e-7:
		return "0"
	}
	return strconv.FormatFloat(float64(v), 'g', 5, 32)
}

// tableCell returns text for a cell of a table.
func tableCell(s string) string {
	if s == "" {
		return undefined
	}
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return ' '
		}
		return r
	}, s)
}

// explainFeatures lists the features, those of the words around once.
func explainFeatures(w io.Writer) error {
	fmt.Fprintf(w, "The %d features of a boundary, after Kolar et al. (2004). Each is there three times: of the\nword before the boundary, of the one before that with prev., and of the next one with next.\n\n", prosody.NumFeatures())
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, f := range prosody.Features() {
		if strings.HasPrefix(f.Name, "prev.") || strings.HasPrefix(f.Name, "next.") {
			continue
		}
		about := f.About
		if f.Values != nil {
			about += ": " + strings.Join(f.Values, ", ")
		}
		fmt.Fprintf(t, "%s\t%s\n", f.Name, about)
	}
	return t.Flush()
}

// laneWords returns the words on a channel for a drawing, and what the lane is called.
func (m *measuring) laneWords(d *transcript.Document, heard *voice.Heard, channel int, name string) ([]voiceview.Word, string) {
	var out []voiceview.Word
	var speakers []string
	for i := range heard.Words {
		x := &heard.Words[i]
		if x.Channel != channel {
			continue
		}
		if x.Speaker != "" && !slices.Contains(speakers, x.Speaker) {
			speakers = append(speakers, x.Speaker)
		}
		w := &d.Words[x.Index]
		out = append(out, voiceview.Word{
			Text: x.Text, Mark: strings.TrimSpace(d.Source[w.Core.End:w.Bytes.End]), Ends: w.Final,
			Start: x.Start, End: x.End, About: aboutWord(x, heard.Features[x.Index]),
		})
	}
	slices.SortStableFunc(out, func(a, b voiceview.Word) int {
		switch {
		case a.Start < b.Start:
			return -1
		case a.Start > b.Start:
			return 1
		}
		return 0
	})
	if len(speakers) > 0 {
		if name != "" {
			name += ": "
		}
		name += strings.Join(speakers, ", ")
	}
	return out, name
}

// aboutWord says what was measured of a word.
func aboutWord(x *voice.Word, features []float32) string {
	s := fmt.Sprintf("%s, %.2f to %.2f s", x.Text, x.Start, x.End)
	if x.Speaker != "" {
		s = x.Speaker + ": " + s
	}
	if !math.IsNaN(x.F0Mean) {
		s += fmt.Sprintf("; F0 %.0f Hz, from %.0f to %.0f", hertz(x.F0Mean), hertz(x.F0First), hertz(x.F0Last))
	}
	if !math.IsNaN(x.EnergyMean) {
		s += fmt.Sprintf("; %.0f dB", x.EnergyMean)
	}
	if p := features[pauseAfter]; p > 0 {
		s += fmt.Sprintf("; a pause of %.2f s follows", p)
	}
	return s
}

// pauseAfter is the place of the pause behind a word among the features.
var pauseAfter = slices.IndexFunc(prosody.Features(), func(f prosody.Feature) bool { return f.Name == "pause.after" })

func hertz(semitones float64) float64 { return math.Exp2(semitones / 12) }
