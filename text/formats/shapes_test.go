package formats

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"
)

// shape draws a file that says what somebody has said, in a shape that nobody has seen before.
type shape struct {
	rng   *rand.Rand
	names map[string]string // of members, by what they hold
	how   struct {
		time      int  // 0 seconds, 1 milliseconds, 2 clock, 3 ticks of 100 ns, 4 seconds as strings, 5 "1.5s"
		ends      int  // 0 end, 1 duration, 2 a list of both, 3 an object of both, 4 the start alone
		words     int  // 0 a list of words, 1 segments with words, 2 segments, 3 segments with words and text
		who       int  // 0 names, 1 codes, 2 none
		where     int  // 0 of segments, 1 of words, too
		container int  // 0 JSON, 1 lines, 2 CSV
		plain     bool // names without meaning
		marks     bool // there are capitals and punctuation
		objects   bool // a speaker is an object
		blanks    bool // words bring their blanks along
		epoch     bool // times are of the clock on the wall
	}
}

// saidWord is a word as it was said.
type saidWord struct {
	text, speaker string
	from, to      float64
}

// saidTurn is what somebody said at a stretch.
type saidTurn struct {
	speaker string
	words   []saidWord
}

var saidLines = []string{
	"so um we went to the the harbour on friday", "yes", "uh i think that was the day before it rained", "and nobody had told him", "right right",
	"we we had about twenty boxes left in the back of the van", "no i mean thirty", "okay so who is going to call them today", "well she said she would do it", "um maybe",
	"then we should wait until tomorrow morning", "i do not know why they changed the door", "it was it was open all night", "good", "let me write that down for you",
}

func pick[V any](r *rand.Rand, values ...V) V { return values[r.IntN(len(values))] }

// turns draws what is said.
func (s *shape) turns() []saidTurn {
	people := pick(s.rng, []string{"Ann Berg", "Tom", "Li Wei"}, []string{"Maria", "Interviewer"}, []string{"Anna", "Bo", "Carl", "Dora"})
	if s.how.who == 1 {
		people = pick(s.rng, []string{"spk_0", "spk_1"}, []string{"SPEAKER_00", "SPEAKER_01", "SPEAKER_02"}, []string{"S1", "S2"})
	}
	at := pick(s.rng, 0.0, 0.5, 12.25)
	var out []saidTurn
	for range 6 + s.rng.IntN(20) {
		t := saidTurn{speaker: people[s.rng.IntN(len(people))]}
		if s.how.who == 2 {
			t.speaker = ""
		}
		line := pick(s.rng, saidLines...)
		if s.how.marks {
			line = strings.ToUpper(line[:1]) + line[1:] + pick(s.rng, ".", "?", ", right?")
		}
		for _, w := range strings.Fields(line) {
			length := 0.04*float64(len(w)) + 0.1 + s.rng.Float64()*0.15
			length = math.Round(length*100) / 100
			t.words = append(t.words, saidWord{w, t.speaker, at, at + length})
			at = math.Round((at+length+pick(s.rng, 0, 0, 0.05, 0.3))*100) / 100
		}
		at = math.Round((at+s.rng.Float64()*1.5)*100) / 100
		out = append(out, t)
	}
	return out
}

// name returns the name of a member.
func (s *shape) name(what string) string {
	if n, ok := s.names[what]; ok {
		return n
	}
	usual := map[string][]string{
		"start": {"start", "begin", "t0", "from", "start_time"}, "end": {"end", "stop", "t1", "to"}, "duration": {"duration", "len", "dur"},
		"text": {"text", "line", "body", "said", "content"}, "word": {"word", "w", "tok", "text", "value"}, "words": {"words", "tokens", "items"},
		"segments": {"segments", "turns", "entries", "log", "data"}, "speaker": {"speaker", "who", "person", "name"}, "time": {"time", "span", "ts"},
		"whole": {"full", "transcript", "all"},
	}
	n := pick(s.rng, usual[what]...)
	if s.how.plain {
		n = string(rune('a'+s.rng.IntN(26))) + string(rune('a'+s.rng.IntN(26))) + fmt.Sprint(len(s.names))
	}
	for _, other := range s.names {
		if other == n {
			n += "_" + what
		}
	}
	s.names[what] = n
	return n
}

// at returns a time as it is written.
func (s *shape) at(x float64) any {
	if s.how.epoch && s.how.ends == 0 {
		return time.UnixMilli(1770000000000 + int64(math.Round(x*1000))).UTC().Format("2006-01-02T15:04:05.000Z07:00")
	}
	switch s.how.time {
	case 1:
		return int64(math.Round(x * 1000))
	case 2:
		ms := int64(math.Round(x * 1000))
		return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3600000, ms/60000%60, ms/1000%60, ms%1000)
	case 3:
		return int64(math.Round(x * 1e7))
	case 4:
		return fmt.Sprintf("%.2f", x)
	case 5:
		return fmt.Sprintf("%.3fs", x)
	}
	return json.Number(fmt.Sprintf("%.2f", x))
}

// timed adds the times of something to an object.
func (s *shape) timed(o *[]member, from, to float64) {
	switch s.how.ends {
	case 0:
		*o = append(*o, member{s.name("start"), s.at(from)}, member{s.name("end"), s.at(to)})
	case 1:
		*o = append(*o, member{s.name("start"), s.at(from)}, member{s.name("duration"), s.at(to - from)})
	case 2:
		*o = append(*o, member{s.name("time"), []any{s.at(from), s.at(to)}})
	case 3:
		*o = append(*o, member{s.name("time"), []member{{s.name("start"), s.at(from)}, {s.name("end"), s.at(to)}}})
	default:
		*o = append(*o, member{s.name("start"), s.at(from)})
	}
}

// member is a member of an object, which are in order.
type member struct {
	name  string
	value any
}

// asJSON writes a value.
func asJSON(b *strings.Builder, v any) {
	switch v := v.(type) {
	case []member:
		b.WriteByte('{')
		for i, m := range v {
			if i > 0 {
				b.WriteString(", ")
			}
			asJSON(b, m.name)
			b.WriteString(": ")
			asJSON(b, m.value)
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				b.WriteString(", ")
			}
			asJSON(b, e)
		}
		b.WriteByte(']')
	default:
		text, _ := json.Marshal(v)
		b.Write(text)
	}
}

// speaker returns who speaks.
func (s *shape) speaker(name string) any {
	if s.how.objects {
		return []member{{"id", len(name)}, {"name", name}, {"avatar", "https://example.org/" + name + ".png"}}
	}
	return name
}

// word returns a word as an object.
func (s *shape) word(w saidWord, i int) []member {
	o := []member{{s.name("word"), w.text}}
	if s.how.blanks {
		o[0].value = " " + w.text
	}
	if s.rng.IntN(4) == 0 {
		o = append(o, member{"id", i})
	}
	s.timed(&o, w.from, w.to)
	if s.how.where == 1 && w.speaker != "" {
		o = append(o, member{s.name("speaker"), s.speaker(w.speaker)})
	}
	if s.how.plain {
		o = append(o, member{"conf", json.Number("0.5")})
	}
	return o
}

// segment returns a turn as an object.
func (s *shape) segment(t saidTurn, i int) []member {
	o := []member{{"index", i}, {"sentiment", pick(s.rng, "neutral", "positive")}}
	s.timed(&o, t.words[0].from, t.words[len(t.words)-1].to)
	if t.speaker != "" && (s.how.where == 0 || s.how.words == 2) {
		o = append(o, member{s.name("speaker"), s.speaker(t.speaker)})
	}
	if s.how.words != 1 {
		o = append(o, member{s.name("text"), t.text()})
	}
	if s.how.words != 2 {
		var words []any
		for k, w := range t.words {
			words = append(words, s.word(w, k))
		}
		o = append(o, member{s.name("words"), words})
	}
	return o
}

func (t *saidTurn) text() string {
	var out []string
	for _, w := range t.words {
		out = append(out, w.text)
	}
	return strings.Join(out, " ")
}

// file draws a file, its name, and what is said in it.
func (s *shape) file() (src, name string, said []saidTurn) {
	s.names = make(map[string]string)
	r := s.rng
	s.how.time, s.how.ends, s.how.words = r.IntN(6), r.IntN(5), r.IntN(4)
	s.how.who, s.how.where, s.how.container, s.how.plain = r.IntN(3), r.IntN(2), r.IntN(3), r.IntN(3) == 0
	s.how.marks, s.how.objects, s.how.blanks, s.how.epoch = r.IntN(2) == 0, r.IntN(4) == 0, r.IntN(4) == 0, r.IntN(10) == 0
	said = s.turns()
	if s.how.words == 0 {
		s.how.where = 1
	} else if s.how.container == 2 {
		s.how.where = 0
	}
	var elements []any
	for i, t := range said {
		if s.how.words != 0 {
			elements = append(elements, s.segment(t, i))
			continue
		}
		for k, w := range t.words {
			elements = append(elements, s.word(w, k))
		}
	}
	var b strings.Builder
	switch s.how.container {
	case 1:
		for _, e := range elements {
			asJSON(&b, e)
			b.WriteByte('\n')
		}
		return b.String(), "a.jsonl", said
	case 2:
		return s.table(elements), "a.csv", said
	}
	o := []member{{"title", "Notes about the harbour"}, {"created", "2026-03-01T10:00:00Z"}, {"tags", []any{"harbour", "van"}}}
	if r.IntN(3) == 0 {
		var all []string
		for _, t := range said {
			all = append(all, t.text())
		}
		o = append(o, member{s.name("whole"), strings.Join(all, " ")})
	}
	var list any = elements
	for range r.IntN(3) {
		list = []member{{"n", len(elements)}, {"inner" + fmt.Sprint(r.IntN(9)), list}}
	}
	o = append(o, member{s.name("segments"), list})
	if r.IntN(4) == 0 {
		asJSON(&b, elements)
	} else {
		asJSON(&b, o)
	}
	return b.String(), "a.json", said
}

// table writes elements as a table, of what a table can have.
func (s *shape) table(elements []any) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Comma = pick(s.rng, ',', ';', '\t')
	var names []string
	for i, e := range elements {
		var cells, head []string
		var add func(prefix string, members []member)
		add = func(prefix string, members []member) {
			for _, m := range members {
				switch v := m.value.(type) {
				case []member:
					add(m.name+" ", v)
				case []any:
					for k, x := range v {
						if _, ok := x.([]member); !ok {
							head, cells = append(head, fmt.Sprint(m.name, " ", k)), append(cells, fmt.Sprint(x))
						}
					}
				default:
					if m.name != "id" {
						head, cells = append(head, prefix+m.name), append(cells, fmt.Sprint(v))
					}
				}
			}
		}
		add("", e.([]member))
		if i == 0 {
			if names = head; !s.how.plain || s.rng.IntN(2) == 0 {
				w.Write(head)
			}
		}
		w.Write(cells[:min(len(cells), len(names))])
	}
	w.Flush()
	return b.String()
}
