package cutlist

import (
	"fmt"
	"strconv"
	"strings"
)

// writeFFmpeg writes a graph of filters for ffmpeg's -filter_complex_script, with the outputs [v]
// and [a]: streams are segmented at the edges, what is cut goes nowhere, and the rest is joined. That takes ffmpeg 5 or
// newer, and no longer for many cuts than for few. Sound goes by samples; beside a picture, by those at the edges of its
// frames, so that both stay together.
func writeFFmpeg(b *strings.Builder, t *timeline) error {
	picture := t.list.Media.FrameNum > 0
	sound := t.list.Media.Channels > 0 || !picture
	if picture { // frames of a constant rate: segment counts those that come
		t.segments(b, "v", fmt.Sprintf("[0:v:0]fps=%d/%d,", t.rate.Num, t.rate.Den), "frames", t.total, func(n int64) int64 { return n })
	}
	if sound {
		t.segments(b, "a", "[0:a:0]", "samples", t.list.Media.Samples, t.sample)
	}
	count := map[bool]int{true: 1}
	for i := range t.clips {
		if picture {
			fmt.Fprintf(b, "[v%d]", i)
		}
		if sound {
			fmt.Fprintf(b, "[a%d]", i)
		}
	}
	fmt.Fprintf(b, "concat=n=%d:v=%d:a=%d", len(t.clips), count[picture], count[sound])
	if picture {
		b.WriteString("[v]")
	}
	if sound {
		b.WriteString("[a]")
	}
	b.WriteString("\n")
	return nil
}

// segments writes the filters that make [v0], [v1] and so on of a picture, or [a0], [a1] of sound, which begins
// with from and has total units, as place has them.
func (t *timeline) segments(b *strings.Builder, kind, from, by string, total int64, place func(int64) int64) {
	prefix := strings.TrimPrefix(kind, "v") // filters of sound begin so
	var edges, outs, rest []string
	at := int64(0)
	cut := func(to int64, out, filter string) {
		if to <= at {
			return
		}
		if at > 0 {
			edges = append(edges, strconv.FormatInt(at, 10))
		}
		outs = append(outs, "["+out+"]")
		rest = append(rest, fmt.Sprintf("[%s]%s", out, filter))
		at = to
	}
	for i, c := range t.clips {
		cut(place(c.from), fmt.Sprintf("%sx%d", kind, i), prefix+"nullsink")
		cut(place(c.to), fmt.Sprintf("%sy%d", kind, i), fmt.Sprintf("%ssetpts=PTS-STARTPTS[%s%d]", prefix, kind, i))
	}
	cut(total, kind+"x", prefix+"nullsink")
	if len(edges) == 0 {
		fmt.Fprintf(b, "%s%snull%s;\n", from, prefix, outs[0])
	} else {
		fmt.Fprintf(b, "%s%ssegment=%s=%s%s;\n", from, prefix, by, strings.Join(edges, "|"), strings.Join(outs, ""))
	}
	fmt.Fprintf(b, "%s;\n", strings.Join(rest, ";\n"))
}
