package tidytalk_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/internal/conformance"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/fillers"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/vocabulary"
)

// What the library makes of the cases is what the file says, which the service has written.
func TestConformance(t *testing.T) {
	cases, err := conformance.Read("testdata/conformance.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	models, err := tidytalk.LoadEmbedded(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	for i := range cases {
		c := &cases[i]
		got, err := conforming(t.Context(), models, c)
		message := ""
		if err != nil {
			got, message = "", err.Error()
			if format := (*formats.Error)(nil); errors.As(err, &format) {
				message = cleaning.Bare(message)
			}
		}
		want := ""
		if c.Error != nil {
			want = c.Error.Message
		}
		if got != c.Want() || message != want {
			t.Errorf("%s: %q, error %q, want %q, %q", c.Name, got, message, c.Want(), want)
		}
	}
}

// conforming cleans or labels what a case has, as its options say.
func conforming(ctx context.Context, models *tidytalk.Bundle, c *conformance.Case) (string, error) {
	on, others := cleaning.CleanRequest, []string{"name", "fillers", "vocabulary", "speakers"}
	query := c.Query()
	if c.Path == "/v1/label" {
		if on = cleaning.LabelRequest; !query.Has("to") {
			query.Set("to", "labels")
		}
	}
	q, err := cleaning.NewQuery(query, on, others...)
	if err != nil {
		return "", err
	}
	f, err := cleaning.Parse(q, on, tidytalk.Options{}, false)
	if err != nil {
		return "", err
	}
	if lines := query["fillers"]; lines != nil {
		if f.Options.Fillers, err = fillers.Parse(strings.Join(lines, "\n"), "fillers"); err != nil {
			return "", err
		}
	}
	if lines := query["vocabulary"]; lines != nil {
		if f.Options.Vocabulary, err = vocabulary.Parse(strings.Join(lines, "\n"), "vocabulary"); err != nil {
			return "", err
		}
	}
	if turns := query.Get("speakers"); turns != "" {
		if f.Reading.Speakers, err = formats.ReadSpeakerTurns(turns, "speakers"); err != nil {
			return "", err
		}
	}
	src := c.Source()
	if src == "" {
		return "", nil
	}
	if what := formats.Unsupported(src); what != "" {
		return "", errors.New("the transcript is " + what)
	}
	cleaner, err := tidytalk.New(models, f.Options)
	if err != nil {
		return "", err
	}
	f.Tally = new(cleaning.Tally)
	name := "transcript"
	if formats.KnownExtension(query.Get("name")) {
		name += strings.ToLower(filepath.Ext(query.Get("name")))
	}
	var out strings.Builder
	err = f.Clean(ctx, cleaner, src, name, &out)
	return out.String(), err
}
