package evaluators

import "github.com/tidytalk/tidytalk/beam"

// cache keeps a value for every cleaned-up sentence.
type cache struct {
	values []float64
	known  []bool
}

// reset forgets all values.
func (c *cache) reset() { c.values, c.known = c.values[:0], c.known[:0] }

// at returns where the value of a cleaned-up sentence is kept, and whether it was
// asked for before; from then on it counts as known.
func (c *cache) at(s *beam.Cleaned) (value *float64, known bool) {
	for len(c.values) <= s.ID {
		c.values, c.known = append(c.values, 0), append(c.known, false)
	}
	known = c.known[s.ID]
	c.known[s.ID] = true
	return &c.values[s.ID], known
}
