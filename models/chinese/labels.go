package chinese

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The paper labels words (section 3.1): B-x stands before a gap with the punctuation mark x, A-x behind it, O
// near none; BOT-x is the first word, EOT-x the last one. A word between two marks is both. Since
// what follows one word is what the next one follows, the labels of a text are those of its gaps,
// and a chain over gaps whose features are those of the word before and of the word behind is the
// same model, with fewer labels. That is what a Punctuator learns; Tags and ParseTags translate.

// Tags returns the labels of words in the paper: "A-COM+B-QUO(", say. Several marks of a gap are
// joined by "/", and opening and closing halves of pairs end in "(" and ")". There is one more gap
// than words.
func Tags(gaps [][]Sign) []string {
	n := len(gaps) - 1
	out := make([]string, n)
	for i := range out {
		var parts []string
		if before := gaps[i]; i == 0 {
			parts = append(parts, "BOT-"+signsName(before))
		} else if len(before) > 0 {
			parts = append(parts, "A-"+signsName(before))
		}
		if behind := gaps[i+1]; i == n-1 {
			parts = append(parts, "EOT-"+signsName(behind))
		} else if len(behind) > 0 {
			parts = append(parts, "B-"+signsName(behind))
		}
		if parts == nil {
			parts = []string{"O"}
		}
		out[i] = strings.Join(parts, "+")
	}
	return out
}

// ParseTags is the inverse of Tags. Errors name the word.
func ParseTags(tags []string) ([][]Sign, error) {
	out := make([][]Sign, len(tags)+1)
	for i, tag := range tags {
		var sides [2][]Sign
		if tag != "O" {
			for part := range strings.SplitSeq(tag, "+") {
				kind, name, _ := strings.Cut(part, "-")
				signs, err := parseSigns(name)
				if err != nil {
					return nil, fmt.Errorf("word %d: tag %q: %w", i+1, tag, err)
				}
				switch {
				case kind == "BOT" && i == 0, kind == "A" && i > 0:
					sides[0] = signs
				case kind == "EOT" && i == len(tags)-1, kind == "B" && i < len(tags)-1:
					sides[1] = signs
				default:
					return nil, fmt.Errorf("word %d: tag %q: %s cannot stand there", i+1, tag, kind)
				}
			}
		}
		if i > 0 && !slices.Equal(sides[0], out[i]) {
			return nil, fmt.Errorf("word %d: tag %q: the word before has %s behind it", i+1, tag, signsName(out[i]))
		}
		out[i], out[i+1] = sides[0], sides[1]
	}
	return out, nil
}

// barName is the name of a bar.
const barName = "|"

// signsName spells the marks of a gap: "QUO)/COM", or "O".
func signsName(signs []Sign) string {
	if len(signs) == 0 {
		return NoMark.String()
	}
	var b strings.Builder
	for i, s := range signs {
		if i > 0 {
			b.WriteByte('/')
		}
		if s == bar {
			b.WriteString(barName)
			continue
		}
		b.WriteString(s.Mark.String())
		b.WriteString([...]string{Single: "", Open: "(", Close: ")"}[s.Side])
	}
	return b.String()
}

// parseSigns is the inverse of signsName.
func parseSigns(name string) ([]Sign, error) {
	if name == NoMark.String() {
		return nil, nil
	}
	var out []Sign
	for one := range strings.SplitSeq(name, "/") {
		if one == barName {
			out = append(out, bar)
			continue
		}
		s := Sign{}
		if rest, ok := strings.CutSuffix(one, "("); ok {
			one, s.Side = rest, Open
		} else if rest, ok := strings.CutSuffix(one, ")"); ok {
			one, s.Side = rest, Close
		}
		var err error
		if s.Mark, err = ParseMark(one); err != nil {
			return nil, err
		}
		if s.Mark == NoMark || s.Mark.Paired() != (s.Side != Single) {
			return nil, errors.New("punctuation marks that are pairs, and no others, end in ( or )")
		}
		out = append(out, s)
	}
	return out, nil
}

// nestingName spells what is open: "QUO/BOO", or "-".
func nestingName(n nesting) string {
	if len(n) == 0 {
		return "-"
	}
	var names []string
	for _, m := range n {
		names = append(names, m.String())
	}
	return strings.Join(names, "/")
}

// parseNesting is the inverse of nestingName.
func parseNesting(name string) (nesting, error) {
	if name == nestingName(nil) {
		return nil, nil
	}
	var out nesting
	for one := range strings.SplitSeq(name, "/") {
		m, err := ParseMark(one)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}
