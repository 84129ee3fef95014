package tidytalk_test

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
)

func TestLiveTry(t *testing.T) {
	c := newCleaner(t, tidytalk.Options{})
	for _, l := range []string{"", "0.3s", "1s", "3s", "words=20"} {
		latency, err := tidytalk.ParseLatency(l)
		if err != nil {
			t.Fatal(err)
		}
		final := ""
		x, err := c.NewLive(t.Context(), func(e tidytalk.LiveEvent) error {
			if e.Final {
				final += e.Text
			}
			if l == "1s" {
				t.Logf("%d %v %q", e.ID, e.Final, e.Text)
			}
			return nil
		}, tidytalk.LiveOptions{StreamOptions: tidytalk.StreamOptions{Latency: latency}})
		if err != nil {
			t.Fatal(err)
		}
		const talk = "so um i was i was thinking that we should uh we should go to boston i mean to denver next week because the the office there has a meeting on tuesday and uh everybody is\nyeah right and uh what do you think about it"
		for _, w := range strings.SplitAfter(talk, " ") {
			if _, err := x.Write([]byte(w)); err != nil {
				t.Fatal(err)
			}
		}
		x.Tail("the one")
		if err := x.Close(); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %q", l, final)
	}
}
