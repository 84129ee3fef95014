package formats

// turnsIn returns the elements of an object's list of who speaks when.
func turnsIn(n *node) []*node {
	for _, name := range listTurns {
		l := n.get(name)
		if speaks(l) {
			continue
		}
		if l != nil && l.kind == '{' {
			l = l.get("segments")
		}
		var out []*node
		for _, e := range l.list() {
			if _, ok := numberOf(memberOf(e, listStarts)); ok && listSpeaker(e, listSpeakers...) != "" {
				out = append(out, e)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// turnOf returns who speaks when a word starts.
func (r *listReader) turnOf(e *node) (speaker string) {
	const near = 0.01 // seconds
	at, ok := numberOf(memberOf(e, listStarts))
	for _, t := range r.turns {
		if from, _ := numberOf(memberOf(t, listStarts)); !ok || from.in(r.scale) > at.in(r.scale)+near {
			break
		}
		speaker = listSpeaker(t, listSpeakers...)
	}
	return speaker
}
