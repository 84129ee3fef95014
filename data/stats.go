package data

// Stats are the counts of EMNLP 2014, Table 1, in the papers' setting: partial
// words are left out.
type Stats struct {
	Tokens       int `json:"tokens"`
	Sentences    int `json:"sentences"`
	Sequences    int `json:"sequences"` // speaker sides
	EditWords    int `json:"edit_words"`
	FillerWords  int `json:"filler_words"` // in reparanda too
	Commas       int `json:"commas"`       // on fluent tokens, see PunctOf
	Periods      int `json:"periods"`
	Questions    int `json:"questions"`
	Exclamations int `json:"exclamations"`
	Incomplete   int `json:"incomplete"` // sentences given up: "-/"
	Partials     int `json:"partial_words"`
	Timed        int `json:"timed"` // tokens with times
}

// Count counts sides.
func Count(sides []Side) Stats {
	var s Stats
	for i := range sides {
		s.Sequences++
		s.Sentences += len(sides[i].Sentences())
		s.Partials += len(sides[i].Tokens)
		for _, t := range sides[i].WithoutPartials() {
			s.Partials--
			s.Tokens++
			if t.Timed {
				s.Timed++
			}
			if t.Boundary == Incomplete {
				s.Incomplete++
			}
			if t.Edit {
				s.EditWords++
			}
			if t.Kind.Filler() {
				s.FillerWords++
			}
		}
		tokens := sides[i].Tokens
		for j := range tokens {
			switch PunctOf(tokens, j) {
			case Comma:
				s.Commas++
			case QMark:
				s.Questions++
			case Period:
				if tokens[j].Punct == '!' {
					s.Exclamations++
				} else {
					s.Periods++
				}
			}
		}
	}
	return s
}
