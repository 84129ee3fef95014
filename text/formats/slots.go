package formats

// slot is where in the file a piece of an utterance is: what is left of a field when all is
// read. There are as many as words, so that they are kept small.
type slot struct {
	from, to int32 // from < 0: the piece is not in the file
	// more is the number of the extras, 0: none.
	more int32
}

// extra is what few fields have, or many alike; see field.
type extra struct {
	marks  []mark
	encode func(string) string
	silent bool
	unit   bool
}

// slotsOf holds the slots of the utterances of a view.
type slotsOf struct {
	first  []int32 // of each utterance, the number of its first slot
	slots  []slot
	extras []extra
	// quoted is the number of the extras of strings of JSON without escapes.
	quoted int32
}

// begin starts the slots of another utterance.
func (s *slotsOf) begin() { s.first = append(s.first, int32(len(s.slots))) }

// put adds the slot of a field, nil: of a piece that is not in the file.
func (s *slotsOf) put(f *field) {
	if f == nil {
		s.slots = append(s.slots, slot{from: -1})
		return
	}
	x := slot{from: int32(f.raw.from), to: int32(f.raw.to)}
	if f.marks != nil || f.encode != nil || f.silent || f.unit {
		s.extras = append(s.extras, extra{f.marks, f.encode, f.silent, f.unit})
		x.more = int32(len(s.extras))
	}
	s.slots = append(s.slots, x)
}

// putString adds the slot of a string of JSON.
func (s *slotsOf) putString(n *node) {
	if n.to-n.from != len(n.text)+2 {
		s.put(n.field(n.tree.f.text))
		return
	}
	if s.quoted == 0 {
		s.extras = append(s.extras, extra{encode: quoteJSON})
		s.quoted = int32(len(s.extras))
	}
	s.slots = append(s.slots, slot{int32(n.from + 1), int32(n.to - 1), s.quoted})
}

// pieces returns how many pieces an utterance has.
func (s *slotsOf) pieces(u int) int {
	if u+1 < len(s.first) {
		return int(s.first[u+1] - s.first[u])
	}
	return len(s.slots) - int(s.first[u])
}

// field returns the field of a piece, without its text; ok is false where the piece is not
// in the file.
func (s *slotsOf) field(u, piece int) (f field, ok bool) {
	x := s.slots[int(s.first[u])+piece]
	if x.from < 0 {
		return field{}, false
	}
	f.raw = span{int(x.from), int(x.to)}
	if x.more > 0 {
		e := &s.extras[x.more-1]
		f.marks, f.encode, f.silent, f.unit = e.marks, e.encode, e.silent, e.unit
	}
	return f, true
}
