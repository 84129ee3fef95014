package cutlist

import (
	"fmt"
	"strings"
)

// writeFFmpeg writes a graph of filters for ffmpeg's -filter_complex_script, with the outputs [v]
// and [a]: the clips are trimmed and joined. Sound goes by samples; beside a picture, by those at the
// edges of its frames, so that both stay together.
func writeFFmpeg(b *strings.Builder, t *timeline) error {
	picture := t.list.Media.FrameNum > 0
	sound := t.list.Media.Channels > 0 || !picture
	outs := func(kind string) (all string) {
		for i := range t.clips {
			all += fmt.Sprintf("[%s%d]", kind, i)
		}
		return all
	}
	if picture { // frames of a constant rate: trim counts those that come
		fmt.Fprintf(b, "[0:v:0]fps=%d/%d,split=%d%s;\n", t.rate.Num, t.rate.Den, len(t.clips), outs("x"))
	}
	if sound {
		fmt.Fprintf(b, "[0:a:0]asplit=%d%s;\n", len(t.clips), outs("y"))
	}
	join := ""
	for i, c := range t.clips {
		if picture {
			fmt.Fprintf(b, "[x%d]trim=start_frame=%d:end_frame=%d,setpts=PTS-STARTPTS[v%d];\n", i, c.from, c.to, i)
			join += fmt.Sprintf("[v%d]", i)
		}
		if sound {
			fmt.Fprintf(b, "[y%d]atrim=start_sample=%d:end_sample=%d,asetpts=PTS-STARTPTS[a%d];\n", i, t.sample(c.from), t.sample(c.to), i)
			join += fmt.Sprintf("[a%d]", i)
		}
	}
	n := func(is bool) int {
		if is {
			return 1
		}
		return 0
	}
	fmt.Fprintf(b, "%sconcat=n=%d:v=%d:a=%d", join, len(t.clips), n(picture), n(sound))
	if picture {
		b.WriteString("[v]")
	}
	if sound {
		b.WriteString("[a]")
	}
	b.WriteString("\n")
	return nil
}
