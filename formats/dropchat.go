package formats

// chatTier takes out of a main line the words that go, and the codes and brackets
// that are about nothing else.
func (o *outcome) chatTier(v *view, t *chatTier) {
	if t.utterance < 0 {
		return
	}
	fates := o.fates(v, t.utterance)
	if fates == nil {
		return
	}
	gone := make([]bool, len(t.tokens))
	words, left := 0, 0
	for i, token := range t.tokens {
		switch token.kind {
		case 'w', 'm':
			if gone[i] = fates[token.piece].gone; token.kind == 'w' {
				if words++; !gone[i] {
					left++
				}
			}
		}
	}
	switch {
	case left == words:
		return
	case left == 0 && !o.keepEmpty:
		o.remove(t.whole)
		return
	}
	t.scopes(gone)
	for i := 0; i < len(t.tokens); i++ {
		if !gone[i] {
			continue
		}
		first := i
		for i+1 < len(t.tokens) && gone[i+1] {
			i++
		}
		s := span{t.tokens[first].from, t.tokens[i].to}
		if i+1 < len(t.tokens) && t.tokens[i+1].kind != '>' {
			s.to = t.tokens[i+1].from
		} else if first > 0 {
			s.from = t.tokens[first-1].to
		}
		text := ""
		if left == 0 && first == t.first() {
			text = "0 " // nothing is said
		}
		o.replace(s, text)
	}
	for _, a := range t.analyses {
		o.remove(a)
	}
}

// first returns the first token that is a word.
func (t *chatTier) first() int {
	for i, token := range t.tokens {
		if token.kind == 'w' {
			for i > 0 && t.tokens[i-1].kind == '<' {
				i--
			}
			return i
		}
	}
	return -1
}

// scopes marks brackets and codes as gone with all that they are about.
func (t *chatTier) scopes(gone []bool) {
	var open []int
	scope := false // what is before is a word or bracket, and gone
	for i, token := range t.tokens {
		switch token.kind {
		case '<':
			open = append(open, i)
			scope = false
		case '>':
			if len(open) == 0 {
				continue
			}
			from := open[len(open)-1]
			open = open[:len(open)-1]
			all := true
			for k := from + 1; k < i; k++ {
				all = all && gone[k]
			}
			gone[from], gone[i] = all && i > from+1, all && i > from+1
			scope = gone[i]
		case '[':
			gone[i] = scope && !token.about
		default:
			scope = gone[i] && (token.kind == 'w' || scope)
		}
	}
}
