package formats

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"github.com/tidytalk/tidytalk/text/transcript"
)

// lane is a speaker with utterances of which no two are said at the same time.
type lane struct {
	name       string
	utterances []*Utterance
}

// lanes returns the utterances by speaker. Those that overlap others of their speaker
// are in further lanes.
func (t *Transcript) lanes() []lane {
	var out []lane
	count := make(map[string]int)
next:
	for i := range t.Utterances {
		u := &t.Utterances[i]
		name := cmp.Or(u.Speaker, "speaker")
		for k := range out {
			l := &out[k]
			if said := l.utterances; (l.name == name || strings.HasPrefix(l.name, name+" (")) && said[0].Speaker == u.Speaker && said[len(said)-1].Time.End <= u.Time.Start {
				l.utterances = append(said, u)
				continue next
			}
		}
		if count[name]++; count[name] > 1 {
			name = fmt.Sprintf("%s (%d)", name, count[name])
		}
		out = append(out, lane{name, []*Utterance{u}})
	}
	return out
}

// numbers numbers the speakers in the order in which they first speak.
func (t *Transcript) numbers() map[string]int {
	out := make(map[string]int)
	for i := range t.Utterances {
		if name := t.Utterances[i].Speaker; name != "" {
			if _, ok := out[name]; !ok {
				out[name] = len(out)
			}
		}
	}
	return out
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

// labels returns the labels of the speakers, no two of which are the same.
func (t *Transcript) labels() map[string]string {
	out := make(map[string]string)
	taken := make(map[string]bool)
	for i := range t.Utterances {
		name := t.Utterances[i].Speaker
		if _, ok := out[name]; ok || name == "" {
			continue
		}
		text := label(name)
		for n := 2; taken[text]; n++ {
			text = fmt.Sprintf("%s_%d: ", strings.TrimSuffix(label(name), ": "), n)
		}
		out[name], taken[text] = text, true
	}
	return out
}

// nobody stands before what is said by somebody else without a name.
const nobody = "- "

// nameSpeakers puts the names of speakers in front of what they say, for formats in which
// they are part of the text.
func (t *Transcript) nameSpeakers() {
	speaker := ""
	labels := t.labels()
	for i := range t.Utterances {
		u := &t.Utterances[i]
		name := ""
		switch {
		case u.Speaker == speaker:
		case u.Speaker != "":
			name = labels[u.Speaker]
		default:
			name = nobody
		}
		speaker = u.Speaker
		w := &u.Words[0]
		w.name, w.Lead = name, name+w.Lead
	}
}
