package data

// swdaRow is a row of the csv release.
type swdaRow struct{ utt, act, text, pos string }

// swdaSpeaker turns the rows of one speaker of a conversation into tokens. Its
// brackets stay open across the other speaker's rows: a repair may go on after
// an interruption.
type swdaSpeaker struct {
	tokens  []Token
	repairs []repair // open brackets
}

// repair is an open bracket. Its first "+" ends the reparandum; the corpus has
// some with two, of which the second belongs to the bracket around it.
type repair struct {
	start int // first token
	done  bool
}

func (s *swdaSpeaker) row(r swdaRow) {
	events := lexSwDA(r.text)
	words := alignSwDA(events, r.pos)
	first := len(s.tokens)
	var fillers []Kind // open braces; the corpus leaves some open, but none goes on in the next row
	for _, e := range events {
		n := len(s.tokens)
		switch e.kind {
		case eventWord:
			for _, w := range words[0] {
				t := Token{Text: w.text, POS: w.tag, Utt: r.utt, Act: r.act}
				if k := len(fillers); k > 0 {
					t.Kind = fillers[k-1]
				}
				s.tokens = append(s.tokens, t)
			}
			words = words[1:]
		case eventPunct:
			if n > first && s.tokens[n-1].Punct == 0 {
				s.tokens[n-1].Punct = e.mark
			}
		case eventRepairOpen:
			s.repairs = append(s.repairs, repair{start: n})
		case eventRepairPlus:
			k := len(s.repairs) - 1
			for k >= 0 && s.repairs[k].done {
				k--
			}
			if k >= 0 {
				s.repairs[k].done = true
				for i := s.repairs[k].start; i < n; i++ {
					s.tokens[i].Edit = true
				}
			}
		case eventRepairClose:
			if k := len(s.repairs); k > 0 {
				s.repairs = s.repairs[:k-1]
			}
		case eventFillerOpen:
			fillers = append(fillers, e.fill)
		case eventFillerClose:
			if k := len(fillers); k > 0 {
				fillers = fillers[:k-1]
			}
		case eventBoundary:
			if n > 0 && s.tokens[n-1].Boundary == NoBoundary {
				s.tokens[n-1].Boundary = e.end
			}
		}
	}
}
