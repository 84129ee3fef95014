package main

import "testing"

// TestBreaksOff: a turn that breaks off has no full stop, and goes on in lower case behind a word of listening.
func TestBreaksOff(t *testing.T) {
	const in = "Ann: we waited a couple of minutes and\nBob: mm-hmm right\nAnn: then the bus came\nBob: it was not because we\nAnn: i do not know what he said but it was long\nBob: denver is far\n"
	const want = "Ann: We waited a couple of minutes, and\nBob: Mm-hmm. Right.\nAnn: then the bus came.\nBob: It was not because we\nAnn: I do not know what he said, but it was long.\nBob: Denver is far.\n"
	if got := output(t, in, "clean"); got != want {
		t.Errorf("%s", got)
	}
}
