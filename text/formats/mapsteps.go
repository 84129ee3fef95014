package formats

// mapStep is a step on the way to a value.
type mapStep struct {
	name  string // of a member, "": of none
	index int    // of an element of a list; eachElement: all of them, one after the other
}

const eachElement = -1

func (s mapStep) each() bool { return s.name == "" && s.index == eachElement }

// mapSource says where a part of an element is.
type mapSource struct {
	up     int // how far outside of the element
	steps  []mapStep
	column int     // of a table, from 1; 0: it has a name
	scale  float64 // of numbers, that they are multiplied by
	per    float64 // that they are divided by
	text   string  // as it is written
	part   mapPart
}
