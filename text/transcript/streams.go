package transcript

import (
	"cmp"
	"math"
	"slices"
)

// voice is who is heard: a speaker on a channel of a recording.
type voice struct {
	recording, channel int32
	speaker            string
}

func voiceOf(u *Utterance) voice { return voice{u.Recording, u.Channel, u.Speaker} }

// findStreams sets Turn.Stream. of returns whose a turn is, and whether somebody else may have
// begun to speak with it.
func (d *Document) findStreams(of func(*Turn) (v voice, apart bool)) {
	streams := make(map[voice]int)
	n := 0
	for i := range d.Turns {
		t := &d.Turns[i]
		v, apart := of(t)
		stream, ok := streams[v]
		if !ok || t.Speaker == "" && (apart || d.Turns[i-1].Speaker != "") {
			stream = n
			n++
			streams[v] = stream
		}
		t.Stream = stream
	}
}

// numberTurns sets Word.Turn in a document of which all turns are known. between reports whether
// somebody else speaks between two words of a turn that follow each other, one of line a and one of
// line b; nil: that is not known.
func (d *Document) numberTurns(between func(a, b *Line, before, word *Word) bool) {
	last := make(map[int]int) // number of each stream
	for i := range d.Turns {
		t := &d.Turns[i]
		n := last[t.Stream] + 1
		l, before := t.FirstLine, (*Line)(nil)
		for w := t.Words.Start; w < t.Words.End; w++ {
			for d.Lines[l].Words.End <= w {
				l++
			}
			if w > t.Words.Start && between != nil && between(before, &d.Lines[l], &d.Words[w-1], &d.Words[w]) {
				n++
			}
			before = &d.Lines[l]
			d.Words[w].Turn = uint16(1 + (n-1)%math.MaxUint16)
		}
		last[t.Stream] = n
	}
	for i := range d.Turns {
		if t := &d.Turns[i]; last[t.Stream] == 1 {
			for w := t.Words.Start; w < t.Words.End; w++ {
				d.Words[w].Turn = 0
			}
		}
	}
}

// turnPause is the pause, in seconds, that a speaker makes at least where a turn ends: else what
// others say meanwhile is said at the same time.
const turnPause = 0.1

// onset is when a voice, by its number, has a word, or an utterance whose words have no times.
type onset struct {
	start float64
	voice int
}

// interruptions returns what tells where somebody else speaks between two words, for numberTurns:
// their times, or, where not all is timed, the order of the utterances. It is nil where there is
// one voice.
func (d *Document) interruptions(utterances []Utterance, order []int) func(a, b *Line, before, word *Word) bool {
	numbers := make(map[voice]int)
	own := make([]int, len(utterances))     // voice of each, by its number
	changes := make([]int, len(utterances)) // of voices before each
	timed, n := true, 0
	for k, i := range order {
		v := voiceOf(&utterances[i])
		if _, ok := numbers[v]; !ok {
			numbers[v] = len(numbers)
		}
		if own[i] = numbers[v]; k > 0 && own[i] != own[order[k-1]] {
			n++
		}
		changes[i] = n
		timed = timed && utterances[i].Time.Known
	}
	if len(numbers) < 2 {
		return nil
	}
	onsets := make(map[int32][]onset) // of recordings
	for i := range d.Lines {
		l := &d.Lines[i]
		recording := utterances[l.Utterance].Recording
		all, n := onsets[recording], len(onsets[recording])
		for w := l.Words.Start; w < l.Words.End; w++ {
			if word := &d.Words[w]; word.Time.Known && word.Tokens.Len() > 0 {
				all = append(all, onset{word.Time.Start, own[l.Utterance]})
			}
		}
		if len(all) == n && l.Time.Known {
			all = append(all, onset{l.Time.Start, own[l.Utterance]})
		}
		onsets[recording] = all
	}
	for _, all := range onsets {
		slices.SortFunc(all, func(a, b onset) int { return cmp.Compare(a.start, b.start) })
	}
	return func(a, b *Line, before, word *Word) bool {
		if !timed || !before.Time.Known || !word.Time.Known {
			return changes[a.Utterance] != changes[b.Utterance]
		}
		if word.Time.Start-before.Time.End < turnPause {
			return false
		}
		all := onsets[utterances[a.Utterance].Recording]
		k, _ := slices.BinarySearchFunc(all, before.Time.Start, func(o onset, at float64) int { return cmp.Compare(o.start, at) })
		for ; k < len(all) && all[k].start < word.Time.Start; k++ {
			if all[k].voice != own[a.Utterance] {
				return true
			}
		}
		return false
	}
}
