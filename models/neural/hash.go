package neural

import (
	"encoding/binary"
	"math"

	"github.com/zeebo/xxh3"
)

// HashOf identifies samples: what the network may see of them, and what it is to say.
func HashOf(samples []Sample) uint64 {
	h := xxh3.New()
	var line []byte
	for i := range samples {
		s := &samples[i]
		r := s.Reading
		line = binary.LittleEndian.AppendUint64(line[:0], uint64(r.Len()))
		line = binary.LittleEndian.AppendUint64(line, uint64(int64(s.Group)))
		line = append(line, byte(s.Form), truth(bool(s.Of)), truth(s.Labels != nil), truth(s.Marks != nil), truth(s.Unmarked != nil), truth(s.Cases != nil), byte(s.Kind))
		talk := r.Talk()
		line = binary.LittleEndian.AppendUint64(line, uint64(talk.Words))
		line = binary.LittleEndian.AppendUint64(line, uint64(talk.Signs))
		line = append(line, s.Style[:]...)
		for t := range r.Len() {
			for column := range numColumns {
				line = binary.LittleEndian.AppendUint32(line, symbolOf(r, column, t))
			}
			line = append(line, truth(r.Filler(t)), truth(r.TurnEnds(t)), truth(r.TurnBegins(t)))
			line = binary.LittleEndian.AppendUint64(line, math.Float64bits(r.Start(t)))
			line = binary.LittleEndian.AppendUint64(line, math.Float64bits(r.End(t)))
			if w := r.Written(); len(w) > 0 {
				line = append(line, byte(w[t].Before), byte(w[t].After), byte(w[t].Shape))
			}
			if s.Labels != nil {
				line = append(line, byte(s.Labels[t]))
			}
			if s.Marks != nil {
				line = append(line, byte(s.Marks[t]))
			}
			if s.Unmarked != nil {
				line = append(line, truth(s.Unmarked[t]))
			}
			if s.Cases != nil {
				line = append(line, byte(s.Cases[t]))
			}
		}
		h.Write(line)
	}
	return h.Sum64()
}

func truth(is bool) byte {
	if is {
		return 1
	}
	return 0
}
