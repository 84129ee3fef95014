package numerals

import (
	"fmt"
	"strings"
)

// label reads a part of an address, between its dots: what is said a letter or digit at a time ("g mail", "a s d f one
// two"), or a word, with digits behind it. spelled says that it was.
func (t *text) label(i int) (s string, end int, spelled bool) {
	var b strings.Builder
	j, plain := i, 0
	for ; ; j++ {
		w := t.at(j)
		if len(w) == 1 && w[0] >= 'a' && w[0] <= 'z' {
			b.WriteString(w)
			continue
		}
		if digits, end, _ := t.codeDigits(j); digits != "" {
			b.WriteString(digits)
			j = end - 1
			continue
		}
		if plain > 0 || j > i+1 || !isPlain(w) || j == i && lang.MailCues[w] {
			break
		}
		// "n vidia", "kore": one word, at the beginning or after a single letter.
		b.WriteString(w)
		plain++
	}
	return b.String(), j, plain == 0 && j > i
}

// isPlain reports whether a word may be a part of an address.
func isPlain(w string) bool {
	if len(w) < 2 || lang.Closed[w] || lang.Joints[w] != "" || lang.At == w {
		return false
	}
	return strings.Trim(w, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// domain reads the address of a site: "example dot com", "a b dot s m slash x".
func (t *text) domain(i int) (s string, end int) {
	all, j, _ := t.label(i)
	if all == "" || strings.Trim(all, "0123456789") == "" {
		return "", i
	}
	for k := j; t.at(k) == lang.Dot; {
		part, after, spelled := t.label(k + 1)
		top := spelled && len(part) <= 4 && strings.Trim(part, "0123456789") == part
		if w := t.at(k + 1); len(w) > 1 && lang.Domains[w] {
			part, after, top = w, k+2, true
		}
		if part == "" {
			break
		}
		if all, k = all+"."+part, after; top {
			s, j = all, k
		}
	}
	if s == "" {
		return "", i
	}
	for lang.Joints[t.at(j)] == "/" {
		part, after, _ := t.label(j + 1)
		if part == "" {
			break
		}
		s, j = s+"/"+part, after
	}
	return s, j
}

// address reads the address of a site, of mail or of a machine.
func (t *text) address(i int) (item, bool) {
	if !t.dots || i > t.from && t.spells(i-1) && t.spells(i) {
		return item{}, false // in the midst of what is spelled
	}
	scheme, k := "", i
	if end, ok := t.says(i, "h", "t", "t", "p"); ok {
		s := "http"
		if t.at(end) == "s" {
			s, end = "https", end+1
		}
		if lang.Joints[t.at(end)] == ":" && lang.Joints[t.at(end+1)] == "/" && lang.Joints[t.at(end+2)] == "/" {
			scheme, k = s+"://", end+3
		}
	}
	if s, end := t.mail(i); s != "" {
		return strongly(i, end, s), true
	}
	if s, end := t.domain(k); s != "" {
		return strongly(i, end, scheme+s), true
	}
	if s, end := t.dotted(i); s != "" {
		return strongly(i, end, s), true
	}
	return item{}, false
}

// spells reports whether an atom is a letter or a digit.
func (t *text) spells(i int) bool {
	w := t.at(i)
	return len(w) == 1 && w[0] >= 'b' && w[0] <= 'z' && w != "i" || t.digit(i, true) >= 0
}

// mail reads an address of mail: "a dot b c at example dot com". A word alone before the sign may be anything ("look at
// example dot com"): there what is before has to say it, or the site.
func (t *text) mail(i int) (string, int) {
	s, j, spelled := t.label(i)
	if s == "" {
		return "", i
	}
	sure := spelled || strings.ContainsAny(s, "0123456789")
	for {
		sign := lang.Joints[t.at(j)]
		if sign == "" || strings.Contains("/:", sign) {
			break
		}
		part, after, _ := t.label(j + 1)
		if part == "" {
			return "", i
		}
		s, j, sure = s+sign+part, after, true
	}
	if t.at(j) != lang.At {
		return "", i
	}
	host, end := t.domain(j + 1)
	if host == "" {
		return "", i
	}
	name, _, _ := strings.Cut(host, ".")
	sure = sure && s != "i" || lang.MailHosts[name]
	for k := i - 1; k >= i-Context && !sure; k-- {
		sure = lang.MailCues[t.at(k)]
	}
	if !sure {
		return "", i
	}
	return s + "@" + host, end
}

// dotted reads numbers with dots between: the address of a machine, a version.
func (t *text) dotted(i int) (string, int) {
	var groups []string
	j := i
	for {
		digits, end := t.group(j)
		if digits == "" || len(digits) > 3 {
			break
		}
		groups, j = append(groups, digits), end
		if t.at(j) != lang.Dot {
			break
		}
		j++
	}
	if len(groups) < 2 || t.at(j-1) == lang.Dot || t.isNumber(j) || t.isNumber(i-1) {
		return "", i
	}
	return strings.Join(groups, "."), j
}

// group reads a number of an address: digits one by one, or as people say small numbers.
func (t *text) group(i int) (string, int) {
	digits, end, _ := t.codeDigits(i)
	for ; digits != "" && lang.Oh[t.at(end)]; end++ { // at the end, too
		digits += "0"
	}
	return digits, end
}

// streetWords is how many words the name of a street has at most, the last one included.
const streetWords = 3

// house reads the number of a house that is said in two parts, before a street: "twelve twenty one baker street", "ten oh five
// main street".
func (t *text) house(i int) (item, bool) {
	first, j := t.below100(i)
	if first < 1 || t.isNumber(i-1) {
		return item{}, false
	}
	second, end := 0, j
	if lang.Oh[t.at(j)] {
		if second, end = t.digit(j+1, false), j+2; second < 1 {
			return item{}, false
		}
	} else if second, end = t.below100(j); second < 10 {
		return item{}, false
	}
	for k := end; k < min(t.to, end+streetWords) && !t.isNumber(k) && !lang.Closed[t.at(k)]; k++ {
		if k > end && lang.Streets[strings.ToLower(t.words[t.atoms[k].word].Text)] {
			return strongly(i, end, fmt.Sprintf("%d%02d", first, second)), true
		}
	}
	return item{}, false
}
