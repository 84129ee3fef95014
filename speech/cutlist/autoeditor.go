package cutlist

import (
	"encoding/json"
	"fmt"
	"strings"
)

// cutSpeed is the speed of what is cut: newer versions take 0 for the same, and older ones divide by it.
const cutSpeed = 99999

// writeAutoEditor1 writes version 1 of the timelines of auto-editor: all of the recording in chunks,
// with the speed of what is cut. The rate is not in the file; it is that of the picture, or 30.
func writeAutoEditor1(b *strings.Builder, t *timeline) error {
	media := &t.list.Media
	want := without
	if media.FrameNum > 0 {
		want = Rate{Num: media.FrameNum, Den: media.FrameDen}
	}
	if own := t.rate; int64(own.Num)*int64(want.Den) != int64(want.Num)*int64(own.Den) {
		return fmt.Errorf("auto-editor-v1 counts the frames of the recording, %s a second here, and not %s: leave --frame-rate out, or say --to auto-editor", want, own)
	}
	var chunks []string
	at := int64(0)
	add := func(to int64, speed int) {
		if to > at {
			chunks = append(chunks, fmt.Sprintf("    [%d, %d, %d]", at, to, speed))
			at = to
		}
	}
	for _, c := range t.clips {
		add(c.from, cutSpeed)
		add(c.to, 1)
	}
	add(t.total, cutSpeed)
	fmt.Fprintf(b, "{\n  \"version\": \"1\",\n  \"source\": %s,\n  \"chunks\": [\n%s\n  ]\n}\n", quoted(media.Name), strings.Join(chunks, ",\n"))
	return nil
}

// writeAutoEditor3 writes version 3. Without a picture, its timebase is the rate of samples.
func writeAutoEditor3(b *strings.Builder, t *timeline) error {
	type element struct {
		Name   string   `json:"name"`
		Src    string   `json:"src"`
		Start  int64    `json:"start"`
		Dur    int64    `json:"dur"`
		Offset int64    `json:"offset"`
		Speed  float64  `json:"speed"`
		Volume *float64 `json:"volume,omitempty"`
		Stream int      `json:"stream"`
	}
	layer := func(name string, volume *float64) [][]element {
		var out []element
		for _, c := range t.clips {
			out = append(out, element{name, t.list.Media.Name, c.at, c.to - c.from, c.from, 1, volume, 0})
		}
		return [][]element{out}
	}
	v3 := struct {
		Version    string      `json:"version"`
		Resolution [2]int      `json:"resolution"`
		Timebase   string      `json:"timebase"`
		Rate       int         `json:"samplerate"`
		Background string      `json:"background"`
		Video      [][]element `json:"v"`
		Audio      [][]element `json:"a"`
	}{Version: "3", Resolution: [2]int{1920, 1080}, Timebase: fmt.Sprintf("%d/%d", t.rate.Num, t.rate.Den), Rate: t.list.Media.Rate, Background: "#000000", Video: [][]element{}, Audio: [][]element{}}
	if t.list.Media.FrameNum > 0 {
		v3.Video = layer("video", nil)
	}
	if t.list.Media.Channels > 0 {
		full := 1.0
		v3.Audio = layer("audio", &full)
	}
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v3)
}

// quoted returns a text as a string of JSON.
func quoted(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // of a string, which has no errors
	}
	return strings.TrimSuffix(b.String(), "\n")
}
