package mutants

import (
	"strings"

	"github.com/tidytalk/tidytalk/internal/drawn"
)

// value is a value of JSON, or the name of a member.
type value struct {
	from, to int
	name     bool
	whole    int // where the member begins that it is the value of; from where it is none
}

// values returns the values in a text of JSON, and the names of members. Of what is no JSON it
// returns something.
func values(src string) []value {
	var out []value
	var open []int // numbers in out of objects and lists that are open
	name := -1     // of the member whose value is next
	begin := func(at int) value {
		v := value{from: at, whole: at}
		if name >= 0 {
			v.whole = name
		}
		name = -1
		return v
	}
	for at := 0; at < len(src); {
		switch c := src[at]; c {
		case '{', '[':
			open = append(open, len(out))
			out = append(out, begin(at))
			at++
		case '}', ']':
			at++
			if n := len(open); n > 0 {
				out[open[n-1]].to = at
				open = open[:n-1]
			}
		case '"':
			end := at + 1
			for end < len(src) && src[end] != '"' {
				if src[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(src))
			v := value{from: at, to: end, whole: at}
			if strings.HasPrefix(strings.TrimLeft(src[end:], " \r\n\t"), ":") {
				v.name, name = true, at
			} else {
				v = begin(at)
				v.to = end
			}
			out = append(out, v)
			at = end
		case ' ', '\r', '\n', '\t', ',', ':':
			at++
		default:
			v := begin(at)
			for at < len(src) && !strings.ContainsRune(" \r\n\t,:{}[]\"", rune(src[at])) {
				at++
			}
			v.to = at
			out = append(out, v)
		}
	}
	for _, i := range open {
		out[i].to = len(src)
	}
	return out
}

// instead is what comes in place of a value.
var instead = []string{"null", "0", "-1", "1e9", "12345", "0.5", "true", `""`, `" "`, `"um"`, `"NaN"`, "[]", "{}", `["um","so"]`, `{"text":"um"}`, `"So, um, I I mean it is."`, `"\ud83d"`, `"呃，好的。"`, `"\u00e9 uh\nAnn: no"`}

// said are words that are put into strings.
var said = []string{"um, ", " uh", "I I ", " you know,", "no. ", "[um] ", "\\n", "\\u00fc", "-- ", "呃", "<i>"}

// ofJSON changes one value of JSON, or the name of a member: what is changed is mostly JSON still.
func ofJSON(t *drawn.Case, src string) string {
	all := values(src)
	if len(all) == 0 {
		return ofText(t, src)
	}
	v := all[t.Int("value", 0, len(all)-1)]
	text := src[v.from:v.to]
	put := func(s string) string { return src[:v.from] + s + src[v.to:] }
	if v.name {
		other := all[t.Int("other name", 0, len(all)-1)]
		if !other.name {
			return put(drawn.Of(t, "name", `"text"`, `"words"`, `"word"`, `"transcript"`, `"start"`, `"end"`, `"speaker"`, `"x"`))
		}
		return put(src[other.from:other.to])
	}
	switch t.Int("kind of JSON", 0, 6) {
	case 0: // it is not there
		from, to := v.whole, v.to
		if rest := strings.TrimLeft(src[to:], " \r\n\t"); strings.HasPrefix(rest, ",") {
			to = len(src) - len(rest) + 1
		} else if before := strings.TrimRight(src[:from], " \r\n\t"); strings.HasSuffix(before, ",") {
			from = len(before) - 1
		}
		return src[:from] + src[to:]
	case 1: // it is there twice
		return src[:v.to] + "," + src[v.whole:v.to] + src[v.to:]
	case 2:
		return put(drawn.Of(t, "instead", instead...))
	case 3: // another value is there
		other := all[t.Int("other", 0, len(all)-1)]
		return put(src[other.from:other.to])
	}
	if text[0] != '"' || len(text) < 2 {
		return put(drawn.Of(t, "instead", instead...))
	}
	words := strings.SplitAfter(text[1:len(text)-1], " ")
	at := t.Int("word", 0, len(words)-1)
	if t.Bool("lost word") {
		words[at] = ""
	} else {
		words[at] = drawn.Of(t, "said", said...) + words[at]
	}
	return put(`"` + strings.Join(words, "") + `"`)
}
