package document

import "github.com/tidytalk/tidytalk/data"

// addGiven adds what the transcript itself says of its words to what was decided: a form in
// which repairs are marked knows them. Of filled pauses the list knows better.
func (w *work) addGiven() {
	for t := range w.decided() {
		token := &w.doc.Tokens[t]
		if token.Given == 0 || w.loops.again(t) {
			continue
		}
		given := token.Given
		if w.options.Fillers.Keeps(token.Text) {
			given &^= data.FilledPauses
		}
		d := &w.decisions[t]
		d.Why, d.Level = d.Why|given, 0
	}
}
