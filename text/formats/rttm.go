package formats

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// SpeakerTurns says who speaks when in recordings, as a diarization has found it: what NIST's RTTM holds. It does not
// change, and may be shared between goroutines.
type SpeakerTurns struct {
	name       string // of the file, for errors
	recordings map[string][]speakerTurn
}

// speakerTurn is a stretch in which somebody speaks.
type speakerTurn struct {
	from, to float64 // in seconds
	latest   float64 // the latest end of this one and those before
	speaker  string
}

// rttmTypes are the types of lines that RTTM has.
var rttmTypes = strings.Fields("SEGMENT NOSCORE NO_RT_METADATA LEXEME NON-LEX NON-SPEECH FILLER EDIT IP SU CB A/P SPEAKER SPKR-INFO")

// isRTTM reports whether the first lines are those of RTTM.
func isRTTM(text string) bool {
	lines := slices.DeleteFunc(headLines(text, 12), func(line string) bool { return strings.HasPrefix(line, ";;") })
	return len(lines) > 0 && !slices.ContainsFunc(lines, func(line string) bool {
		c := strings.Fields(line)
		return len(c) < 8 || !slices.Contains(rttmTypes, c[0])
	})
}

// ReadSpeakerTurns reads RTTM: lines of SPEAKER, a recording, a channel, a start, a duration, two fields that are
// not used, and a speaker. The name is that of errors, which are *Error.
func ReadSpeakerTurns(src, name string) (*SpeakerTurns, error) {
	f := &File{Name: name, original: src, text: src}
	if err := f.checkText(); err != nil {
		return nil, err
	}
	t := &SpeakerTurns{name: name, recordings: make(map[string][]speakerTurn)}
	for _, l := range f.lines() {
		line := strings.TrimSpace(f.text[l.from:l.end])
		if line == "" || strings.HasPrefix(line, ";;") {
			continue
		}
		c := strings.Fields(line)
		if !slices.Contains(rttmTypes, c[0]) {
			return nil, f.errorLine(l.from, "this is no RTTM: a line starts with SPEAKER, or another type of RTTM, not %q", c[0])
		}
		if c[0] != "SPEAKER" {
			continue
		}
		if len(c) < 8 {
			return nil, f.errorLine(l.from, "a line of SPEAKER has a recording, a channel, a start, a duration, two more fields and a speaker: this has %d fields", len(c))
		}
		from, ok := parseSeconds(c[3])
		length, ok2 := parseSeconds(c[4])
		if !ok || !ok2 || length < 0 || oddTime(from, from+length) != "" {
			return nil, f.errorLine(l.from, "%q and %q are no start and duration in seconds", c[3], c[4])
		}
		t.recordings[c[1]] = append(t.recordings[c[1]], speakerTurn{from: from, to: from + length, speaker: c[7]})
	}
	if len(t.recordings) == 0 {
		return nil, f.errorLine(0, "no line says who speaks when: RTTM has lines of SPEAKER")
	}
	for _, turns := range t.recordings {
		slices.SortStableFunc(turns, func(a, b speakerTurn) int { return cmp.Compare(a.from, b.from) })
		latest := 0.0
		for i := range turns {
			latest = max(latest, turns[i].to)
			turns[i].latest = latest
		}
	}
	return t, nil
}

// Sum returns a checksum of the turns, "" where there are none.
func (t *SpeakerTurns) Sum() string {
	if t == nil {
		return ""
	}
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(t.recordings)) {
		for _, x := range t.recordings[name] {
			fmt.Fprintf(h, "%q %v %v %q\n", name, x.from, x.to, x.speaker)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// of returns the turns of the recording that a transcript is of: the one that is called as the file is, without its
// extensions, or the only one.
func (t *SpeakerTurns) of(f *File) ([]speakerTurn, error) {
	name := filepath.Base(f.Name)
	for base := name; ; base = strings.TrimSuffix(base, filepath.Ext(base)) {
		if turns := t.recordings[base]; turns != nil {
			return turns, nil
		}
		if filepath.Ext(base) == "" || filepath.Ext(base) == base {
			break
		}
	}
	names := slices.Sorted(maps.Keys(t.recordings))
	if len(names) == 1 {
		return t.recordings[names[0]], nil
	}
	const most = 5
	more := ""
	if len(names) > most {
		names, more = names[:most], ", ..."
	}
	return nil, f.errorLine(0, "%s has no turns of a recording that is called as this file is: it has %s%s", t.name, strings.Join(names, ", "), more)
}

// nearTurn is how far, in seconds, a turn may be from words that are said in none.
const nearTurn = 1

// speakerAt returns who speaks for most of an interval; if nobody does, who speaks next to it.
func speakerAt(turns []speakerTurn, t transcript.Interval) string {
	first := sort.Search(len(turns), func(i int) bool { return turns[i].latest >= t.Start-nearTurn })
	var speakers []string // in the order in which they begin to speak
	long := make(map[string]float64)
	near, distance := "", float64(nearTurn)
	for ; first < len(turns) && turns[first].from <= t.End+nearTurn; first++ {
		x := &turns[first]
		if d := max(x.from-t.End, t.Start-x.to, 0); d < distance {
			near, distance = x.speaker, d
		}
		if together := min(x.to, t.End) - max(x.from, t.Start); together > 0 {
			if long[x.speaker] == 0 {
				speakers = append(speakers, x.speaker)
			}
			long[x.speaker] += together
		}
	}
	best := near
	for _, s := range speakers {
		if long[s] > long[best] {
			best = s
		}
	}
	return best
}

// withSpeakers returns the utterances of the first view by who says them, and where their pieces are in the file's: its
// words may be said by several.
func (f *File) withSpeakers(v *view) (out []transcript.Utterance, where []transcript.Place, err error) {
	turns, err := f.turns.of(f)
	if err != nil {
		return nil, nil, err
	}
	timed := false
	for i := range v.utterances {
		u := &v.utterances[i]
		if x, ok := v.field(i, 0); u.Speaker != "" {
			at := 0
			if ok {
				at = x.raw.from
			}
			return nil, nil, f.errorLine(at, "this names speakers itself (%q): the turns of %s are for files that name none", u.Speaker, f.turns.name)
		}
		speakers := make([]string, len(u.Pieces))
		words := false
		for k := range u.Pieces {
			p := &u.Pieces[k]
			switch {
			case k > 0 && (!p.Time.Known || !apartFrom(&u.Pieces[k-1], p)):
				speakers[k] = speakers[k-1]
			case p.Time.Known:
				speakers[k], words = speakerAt(turns, p.Time), true
			case u.Time.Known:
				speakers[k] = speakerAt(turns, u.Time)
			}
		}
		timed = timed || words || u.Time.Known
		for from := 0; from < len(u.Pieces) || from == 0; {
			to := from
			one := *u
			one.Break = u.Break && from == 0
			for to < len(u.Pieces) && speakers[to] == speakers[from] {
				to++
			}
			if len(u.Pieces) > 0 {
				one.Speaker, one.Pieces = speakers[from], u.Pieces[from:to:to]
			}
			if to-from < len(u.Pieces) {
				one.Time = timeOf(one.Pieces)
			}
			out, where = append(out, one), append(where, transcript.Place{Utterance: i, Piece: from})
			from = max(to, 1)
		}
	}
	if !timed {
		return nil, nil, f.errorLine(0, "this has no times, so that the turns of %s tell nothing about it", f.turns.name)
	}
	return out, where, nil
}

// apartFrom reports whether a blank is between two pieces.
func apartFrom(before, p *transcript.Piece) bool {
	return p.Spaced || strings.TrimRight(before.Text, " \t\r\n") != before.Text || strings.TrimLeft(p.Text, " \t\r\n") != p.Text
}

// timeOf returns when some pieces are said.
func timeOf(pieces []transcript.Piece) (t transcript.Interval) {
	for i := range pieces {
		switch p := &pieces[i]; {
		case !p.Time.Known:
		case !t.Known:
			t = p.Time
		default:
			t.End = max(t.End, p.Time.End)
		}
	}
	return t
}
