package cleaning

import (
	"io"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
)

// talker is a reader of which a word comes each quarter of a second.
type talker struct {
	words []string
	pause time.Duration // before the end
}

func (r *talker) Read(b []byte) (int, error) {
	if len(r.words) == 0 {
		time.Sleep(r.pause)
		return 0, io.EOF
	}
	time.Sleep(time.Second / 4)
	n := copy(b, r.words[0]+" ")
	r.words = r.words[1:]
	return n, nil
}

// clocked takes down when something was written.
type clocked struct {
	began time.Time
	at    []time.Duration
}

func (c *clocked) Write(b []byte) (int, error) {
	c.at = append(c.at, time.Since(c.began))
	return len(b), nil
}

// TestStreamFlushes: live text is written before as much has come as the models want to see, unless time is
// not to count; text that is there at once is the same either way.
func TestStreamFlushes(t *testing.T) {
	b, err := tidytalk.LoadEmbedded(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	cleaner, err := tidytalk.New(b, tidytalk.Options{Mode: tidytalk.ModeBaseline})
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Fields(strings.Repeat("so um we left and then uh we we went to the office because there is a meeting on tuesday ", 5))
	whole := make(map[string]string)
	for _, seconds := range []string{"2", "0"} {
		q, err := NewQuery(url.Values{"flush-after": {seconds}}, StreamRequest)
		if err != nil {
			t.Fatal(err)
		}
		f, err := Parse(q, StreamRequest, tidytalk.Options{}, true)
		if err != nil {
			t.Fatal(err)
		}
		synctest.Test(t, func(t *testing.T) {
			out := &clocked{began: time.Now()}
			if err := f.Stream(t.Context(), cleaner, &talker{said, 10 * time.Second}, "live", out); err != nil {
				t.Fatal(err)
			}
			if first := out.at[0]; (first < 10*time.Second) != (seconds == "2") {
				t.Errorf("%s: the first output comes after %v", seconds, first)
			}
			if last := out.at[len(out.at)-2]; seconds == "2" && last < time.Duration(len(said)+4)*time.Second/4 {
				t.Errorf("nothing comes in the pause at the end: %v", out.at)
			}
		})
		var out strings.Builder
		if err := f.Stream(t.Context(), cleaner, strings.NewReader(strings.Join(said, " ")), "live", &out); err != nil {
			t.Fatal(err)
		}
		whole[seconds] = out.String()
	}
	if whole["0"] != whole["2"] {
		t.Errorf("%q\n%q", whole["0"], whole["2"])
	}
}
