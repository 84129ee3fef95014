package training

import (
	"github.com/tidytalk/tidytalk/data"
)

// cuePause is the pause, in seconds, at which --cues starts another subtitle.
const cuePause = 0.8

// cueTimes leaves of the word times of a stream what subtitles of at most so many
// characters would: when the first word of each starts and when the last one ends. These
// words last as long as is due to them by their letters, as in
// transcript.Document.Sentence.
func cueTimes(tokens []data.Token, chars int) {
	for i := 0; i < len(tokens); {
		if !tokens[i].Timed {
			i++
			continue
		}
		end, last, letters := i, i, 0
		for ; end < len(tokens) && (end == i || letters+len(tokens[end].Text) < chars); end++ {
			if t := &tokens[end]; t.Timed {
				if t.Start-tokens[last].End > cuePause {
					break
				}
				last = end
			}
			letters += len(tokens[end].Text) + 1
		}
		from, to := tokens[i].Start, tokens[last].End
		share := func(k int) float64 { return (to - from) * float64(len(tokens[k].Text)+1) / float64(letters) }
		for k := i; k < end; k++ {
			tokens[k].Timed = k == i || k == end-1
		}
		first, final := &tokens[i], &tokens[end-1]
		first.End = from + share(i)
		if final.End = to; end-1 > i {
			final.Start = to - share(end-1)
		}
		first.Start = from
		i = end
	}
}
