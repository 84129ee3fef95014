package document

// addWould adds what is removed to what would be removed at the highest level, where that is
// asked for: also what the transcript itself says.
func (w *work) addWould() {
	if !w.options.Explain {
		return
	}
	for t := range w.decisions {
		w.decisions[t].Would |= w.decisions[t].Why
	}
}
