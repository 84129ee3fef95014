package numerals

import "strings"

// unit reads the unit after a number: where it ends and what its sign is, "" for none that
// this package knows. In the plural it may be any of Units, with what stands around it: "square
// miles", "miles per hour". any says that it may be in the singular, too.
func (t *text) unit(i int, any bool) (end int, sign string, ok bool) {
	j, power := i, ""
	switch t.at(j) {
	case lang.Square:
		j, power = j+1, "²"
	case lang.Cubic:
		j, power = j+1, "³"
	}
	w := t.at(j)
	if end, ok := t.says(j, "c", "c"); ok && power == "" {
		return end, "cc", true
	}
	if end, ok := t.says(j, "degrees", "celsius"); ok {
		return end, "°C", true
	}
	if end, ok := t.says(j, "degrees", "fahrenheit"); ok {
		return end, "°F", true
	}
	prefix := ""
	if p := lang.UnitPrefixes[w]; p != "" && any {
		if base := lang.UnitSigns[t.at(j+1)]; base != "" {
			prefix, w, j = p, t.at(j+1), j+1
		}
	}
	sign = lang.UnitSigns[w]
	if !lang.Units[w] && (!any || sign == "") {
		return i, "", false
	}
	sign, j = prefix+sign, j+1
	if sign == prefix {
		sign = ""
	}
	switch {
	case power != "" && (sign == "in" || sign == "ft" || sign == "mi" || sign == "yd"):
		sign = map[string]string{"²": "sq ", "³": "cu "}[power] + sign
	case power != "" && sign != "":
		sign += power
	}
	if by := lang.PerSigns[t.at(j+1)]; by != "" && t.at(j) == lang.Per {
		j += 2
		switch {
		case sign == "mi" && by == "h":
			sign = "mph"
		case sign != "":
			sign += "/" + by
		}
	}
	return j, sign, true
}

// measured writes a number with the sign of its unit, where the style has signs: an edit of its own, or two where the
// sign has two parts.
func (t *text) measured(edits []edit, from, to int, sign string) []edit {
	if t.style&Short == 0 || sign == "" {
		return edits
	}
	parts := strings.Fields(sign)
	if len(parts) > to-from {
		parts = []string{strings.Join(parts, "")}
	}
	for k, p := range parts {
		end := from + 1
		if k+1 == len(parts) {
			end = to
		}
		edits = append(edits, edit{from, end, p, false})
		from = end
	}
	return edits
}

// minus reads a number below zero. After a number, or what is no preposition, something is taken away.
func (t *text) minus(i int) (item, bool) {
	if before := t.at(i - 1); !lang.Minus[t.at(i)] || before == "or" || before == "and" || before != "" && !lang.Closed[before] || t.isNumber(i-1) {
		return item{}, false
	}
	for _, read := range []func(*text, int) (item, bool){(*text).percent, (*text).money, (*text).count} {
		x, ok := read(t, i+1)
		if !ok || len(x.edits) == 0 || x.edits[0].start != i+1 {
			continue
		}
		x.start, x.kind, x.number = i, max(x.kind, measure), nil
		x.edits[0].start, x.edits[0].text = i, "-"+x.edits[0].text
		return x, true
	}
	if n := t.cardinal(i + 1); n != nil && !n.article && !n.lone && n.value > 0 {
		x := item{start: i, end: n.end, kind: measure, edits: t.edits(n, "-", "", n.end)}
		x.edits[0].start = i
		return x, true
	}
	return item{}, false
}
