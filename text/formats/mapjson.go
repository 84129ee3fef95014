package formats

import (
	"fmt"
	"slices"
	"strings"
)

// mapJSON is JSON that is read by a map: a value, or several of them, in lines or one after the
// other, each of which a path starts at.
type mapJSON struct {
	f      *File
	values []*node
	lines  bool // there may be several
}

// readMappedJSON reads JSON by maps.
func (f *File) readMappedJSON(lines bool, maps []mapping) error {
	in := &mapJSON{f: f, lines: lines}
	for i := range maps {
		for _, s := range maps[i].parts {
			if s != nil && s.column > 0 {
				return f.errorLine(0, "the map says %s: this is JSON, and has members, and no columns", s.text)
			}
		}
	}
	if f.messages {
		f.keepAbout(f.root)
	}
	if !lines {
		in.values = []*node{f.root}
		return f.readMapped(in, maps)
	}
	var err error
	if in.values, err = parseJSONValues(f); err != nil {
		return err
	}
	return f.readMapped(in, maps)
}

// mapWalk goes along the path of a map.
type mapWalk struct {
	in    *mapJSON
	m     *mapping
	f     func(*mapElement) error
	end   func()
	outer []*node // the value of the file, and the elements of the lists that the walk is in
	lists []*node // these lists
	at    *node   // what the path leads to
	found int     // of the path, the steps that lead to something
	lost  *node   // the first value where the next one does not
	tried *node   // of the lists, the one of which parallel was asked last
	twin  bool    // what it said
}

func (j *mapJSON) each(m *mapping, f func(*mapElement) error, end func()) error {
	w := &mapWalk{in: j, m: m, f: f, end: end, found: -1}
	for _, v := range j.values {
		w.outer = append(w.outer[:0], v)
		if err := w.walk(v, 0); err != nil {
			return err
		}
	}
	end()
	if w.found >= 0 && w.found < len(m.path) && w.lost != nil {
		return w.nowhere()
	}
	return nil
}

// walk goes the steps of the path from the given one on.
func (w *mapWalk) walk(n *node, step int) error {
	if w.found < step {
		w.found, w.lost = step, nil
	}
	if step == len(w.m.path) {
		w.at = n
		return w.f(w.element())
	}
	s := w.m.path[step]
	if !s.each() {
		next := s.from(n)
		if next == nil {
			if w.lost == nil && w.found == step {
				w.lost = n
			}
			return nil
		}
		return w.walk(next, step+1)
	}
	if n.kind == '0' || n.kind != '[' && w.in.f.messages {
		return nil
	}
	if n.kind != '[' {
		return w.in.f.errorLine(n.from, "the map says %s, and this is %s, and no list: leave [] out", pathText(w.m.path[:step+1]), kindName(n.kind))
	}
	w.lists = append(w.lists, n)
	for _, e := range n.list() {
		w.outer = append(w.outer, e)
		if err := w.walk(e, step+1); err != nil {
			return err
		}
		w.outer = w.outer[:len(w.outer)-1]
	}
	w.lists = w.lists[:len(w.lists)-1]
	if len(n.list()) == 0 {
		w.found = len(w.m.path) // it says nothing, and that is fine
	}
	if countEach(w.m.path[step+1:]) == 0 {
		w.end()
	}
	return nil
}

// from returns what a step leads to, nil if that is nothing.
func (s *mapStep) from(n *node) *node {
	if s.name != "" {
		return n.get(s.name)
	}
	if list := n.list(); s.index < len(list) {
		return list[s.index]
	}
	return nil
}

// nowhere is the error about a path that leads to nothing.
func (w *mapWalk) nowhere() error {
	step := w.m.path[w.found]
	return w.in.f.errorLine(w.lost.from, "the map says %s, and there is no %s here: there is %s", pathText(w.m.path), step.text(), membersText(w.lost))
}

// element returns the element that the walk is at.
func (w *mapWalk) element() *mapElement {
	e := &mapElement{at: w.at.from, part: nowhere, in: nowhere, get: w.get}
	last := len(w.outer) - 1
	switch {
	case w.in.f.messages:
		return e // messages stay, with what else is in them
	case len(w.lists) == 0:
		if w.in.lines {
			e.part = partOf(w.outer[0])
		}
		return e
	case w.outer[last].kind == '{' || !w.parallel():
		e.part = partOf(w.outer[last])
	}
	// The element of the list outside, all of whose words these are.
	if len(w.lists) > 1 || w.in.lines {
		e.in = partOf(w.outer[last-1])
	}
	return e
}

// parallel reports whether the elements of the innermost list are as many as those of another
// list beside it: then each belongs to one there, and none is removed.
func (w *mapWalk) parallel() bool {
	k := len(w.lists) - 1
	list := w.lists[k]
	if w.tried.same(list) {
		return w.twin
	}
	w.tried, w.twin = list, false
	// The way to the list, from the element of the list outside.
	to := len(w.m.path) - 1
	for !w.m.path[to].each() {
		to--
	}
	from := to
	for from > 0 && !w.m.path[from-1].each() {
		from--
	}
	in := w.outer[len(w.outer)-2]
	switch {
	case from < to:
		for _, s := range w.m.path[from : to-1] {
			in = s.from(in)
		}
	case k == 0:
		return false // it is the file
	default:
		in = w.lists[k-1]
	}
	size := len(list.list())
	twin := func(o *node) bool { return !o.same(list) && o.kind == '[' && len(o.list()) == size }
	if in.kind == '[' {
		w.twin = slices.ContainsFunc(in.list(), twin)
		return w.twin
	}
	members := slices.Clone(in.members())
	w.twin = slices.ContainsFunc(members, func(m jsonMember) bool { return twin(in.memberNode(&m)) })
	return w.twin
}

// base returns the value that a source starts from.
func (w *mapWalk) base(s *mapSource) *node {
	if s.up == 0 {
		return w.at
	}
	up := s.up
	if w.m.levels() > w.m.each() {
		up--
	}
	return w.outer[len(w.outer)-1-up]
}

// get returns what a source leads to.
func (w *mapWalk) get(s *mapSource) (mapValue, error) {
	n := w.base(s)
	for i := range s.steps {
		if n = s.steps[i].from(n); n == nil {
			return mapValue{}, nil
		}
	}
	return mapValue{kind: n.kind, text: n.text, at: n.from, node: n}, nil
}

// missing says what elements have in place of what is looked for.
func (j *mapJSON) missing(m *mapping, s *mapSource) error {
	var at *node
	w := &mapWalk{in: j, m: m, end: func() {}}
	w.f = func(*mapElement) error {
		if at == nil {
			at = w.base(s)
		}
		return nil
	}
	for _, v := range j.values {
		w.outer = append(w.outer[:0], v)
		if err := w.walk(v, 0); err != nil {
			return err
		}
	}
	if at == nil {
		at = j.values[0]
	}
	return j.f.errorLine(at.from, "the map says %s=%s, and no element has that: there is %s", mapPartNames[s.part], s.text, membersText(at))
}

// membersText lists the names of the members of an object, for messages.
func membersText(n *node) string {
	switch n.kind {
	case '[':
		return "a list: [] leads to its elements"
	case '{':
	case '0':
		return "null"
	default:
		return kindName(n.kind)
	}
	const most = 12
	var names []string
	for i := range n.members() {
		if m := &n.members()[i]; len(names) < most {
			names = append(names, fmt.Sprintf("%q", start(m.name(n.tree.f.text))))
		}
	}
	switch n := len(n.members()); {
	case n == 0:
		return "nothing"
	case n > most:
		return strings.Join(names, ", ") + " and others"
	}
	return strings.Join(names, ", ")
}

// text returns a step as it is written in a map.
func (s mapStep) text() string {
	switch {
	case s.each():
		return "[]"
	case s.name == "":
		return fmt.Sprintf("[%d]", s.index)
	}
	for _, r := range s.name {
		if !isMapName(r) {
			return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s.name) + `"`
		}
	}
	return s.name
}

// pathText returns steps as they are written in a map.
func pathText(steps []mapStep) string {
	var b strings.Builder
	for i, s := range steps {
		if i > 0 && s.name != "" {
			b.WriteByte('.')
		}
		b.WriteString(s.text())
	}
	if len(steps) == 0 {
		return "."
	}
	return b.String()
}

// drop takes elements out of their lists, and values out of a file that has several.
func (j *mapJSON) drop(o *outcome, parts []part) {
	if !j.lines {
		o.dropParts(parts)
		return
	}
	whole := make(map[int32]bool)
	parts = slices.DeleteFunc(parts, func(p part) bool {
		i, ok := slices.BinarySearchFunc(j.values, int(p.from), func(n *node, at int) int { return n.from - at })
		if ok && j.values[i].to == int(p.to) {
			whole[p.from] = true
			return true
		}
		return false
	})
	o.dropParts(parts)
	o.dropValues(j.values, func(i int) bool { return whole[int32(j.values[i].from)] })
}
