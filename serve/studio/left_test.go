package studio

import (
	"fmt"
	"testing"
)

// TestLeft: what is in a language that the models do not know is told with its name, and with its code for screen readers.
func TestLeft(t *testing.T) {
	c := newClient(t, Options{})
	d := c.open("talk.txt", "Ann: We went, uh, home.\nAino: Me kävimme eilen vanhassa talossa ja sen jälkeen ajoimme kaupunkiin junalla.\nAnn: Fine.\n")
	if got, want := fmt.Sprint(d.Left), "[[4 15 Finnish fi]]"; got != want {
		t.Errorf("left are %s, want %s", got, want)
	}
}

// TestSpoken: what was cleaned in another language has its code for screen readers, too.
func TestSpoken(t *testing.T) {
	c := newClient(t, Options{})
	d := c.open("talk.txt", "Ann: We went, uh, home.\nBernd: Ich bin ähm gestern mit dem Zug gefahren.\nAnn: Fine.\n")
	if got, want := fmt.Sprint(d.Spoken), "[[4 12 German de]]"; got != want || len(d.Left) > 0 {
		t.Errorf("spoken are %s, want %s; left are %v", got, want, d.Left)
	}
}
