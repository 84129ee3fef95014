package formats

import "strings"

// chatTier takes out of a main line the words that are removed, and the codes and brackets
// that are about nothing else.
func (o *outcome) chatTier(v *view, t *chatTier) {
	if t.utterance < 0 {
		return
	}
	fates := o.fates(v, t.utterance)
	if fates == nil {
		return
	}
	o.retypeChat(v, t, fates)
	removed := make([]bool, len(t.tokens))
	words, left := 0, 0
	for i, token := range t.tokens {
		switch token.kind {
		case 'w', 'm':
			if removed[i] = fates[token.piece].removed; token.kind == 'w' {
				if words++; !removed[i] {
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
	t.scopes(removed)
	o.f.dangling(t, removed)
	for i := 0; i < len(t.tokens); i++ {
		if !removed[i] {
			continue
		}
		first := i
		for i+1 < len(t.tokens) && removed[i+1] {
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
		} else if first > 0 && i+1 < len(t.tokens) && t.tokens[first-1].kind == 'w' && t.tokens[i+1].kind == 'w' && t.tokens[first-1].to == s.from {
			text = " " // no blank was between them
		}
		o.replace(s, text)
	}
	o.analyse(t, removed)
}

// dangling marks as removed the signs that stand beside nothing any more: ‡ after words that
// are removed, „ before such, and pauses where a line begins or ends now, or beside another one.
func (f *File) dangling(t *chatTier, removed []bool) {
	text := func(i int) string { return f.text[t.tokens[i].from:t.tokens[i].to] }
	ends := func(i int) bool {
		return i >= len(t.tokens) || t.tokens[i].kind == 'x' && strings.IndexByte(".?!+", text(i)[0]) >= 0 && !isLinker(text(i))
	}
	// lost reports whether all words from a token on are removed, up to the next sign.
	lost := func(i, step int) bool {
		any := false
		for i += step; i >= 0 && !ends(i); i += step {
			switch k := &t.tokens[i]; {
			case k.kind == 's', k.kind == 'm' && !removed[i]:
				return any
			case k.kind == 'w' && !removed[i], k.kind == 'x' && !isLinker(text(i)):
				return false
			case k.kind == 'w':
				any = true
			}
		}
		return any
	}
	for i := range t.tokens {
		if t.tokens[i].kind == 's' && !removed[i] {
			removed[i] = text(i) == "‡" && lost(i, -1) || text(i) == "„" && lost(i, +1)
		}
	}
	for i := range t.tokens {
		if t.tokens[i].kind != 'p' || removed[i] {
			continue
		}
		before, next := i-1, i+1
		for before >= 0 && removed[before] {
			before--
		}
		for next < len(t.tokens) && removed[next] {
			next++
		}
		beside := before < i-1 || next > i+1
		removed[i] = beside && (before < 0 || ends(next) || t.tokens[next].kind == 'p')
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

// scopes marks brackets and codes as removed with all that they are about.
func (t *chatTier) scopes(removed []bool) {
	var open []int
	scope := false // what is before is a word or bracket, and removed
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
				all = all && removed[k]
			}
			removed[from], removed[i] = all && i > from+1, all && i > from+1
			scope = removed[i]
		case '[':
			removed[i] = scope && !token.about
		default:
			scope = removed[i] && (token.kind == 'w' || scope)
		}
	}
}

// retypeChat writes the words that a person has typed anew, without the codes of the old ones. Where words are analysed, one that
// becomes several is left, so that the analyses stay beside theirs.
func (o *outcome) retypeChat(v *view, t *chatTier, fates []fate) {
	letters := strings.NewReplacer("'", "", "’", "").Replace
	for _, token := range t.tokens {
		if token.kind != 'w' || fates[token.piece].removed {
			continue
		}
		text := fates[token.piece].text
		is := letters(chatWord(o.f.text[token.from:token.to]))
		if strings.EqualFold(strings.Trim(letters(text), ".,;:?!…\"“”"), strings.Trim(is, ".,;:?!…\"“”")) || len(t.analyses) > 0 && strings.Contains(text, " ") {
			continue // its case and its marks are no part of the line
		}
		o.replace(token.span, text)
	}
}
