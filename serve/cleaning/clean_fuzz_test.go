package cleaning_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/internal/drawn"
	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/internal/mutants"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/formats"
	"github.com/tidytalk/tidytalk/text/transcript"
)

// FuzzClean changes the fixtures of all formats at random, and cleans them as users do, with the
// embedded models: nothing panics, and what was read is read again when it is cleaned. The
// decisions of FuzzClean in text/formats are any, and cost nothing; these are real ones.
func FuzzClean(f *testing.F) {
	names, err := filepath.Glob("../../text/formats/testdata/*.*")
	if err != nil || len(names) == 0 {
		f.Fatal(names, err)
	}
	texts := make([]string, len(names))
	for i, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		texts[i] = string(b)
	}
	b, err := tidytalk.LoadEmbedded(bundle.Default()...)
	if err != nil {
		f.Fatal(err)
	}
	cleaner, err := tidytalk.New(b, tidytalk.Options{Jobs: 1})
	if err != nil {
		f.Fatal(err)
	}
	for i := 0; i < len(names); i += drawn.Few(1, 8) {
		f.Add(uint16(i), uint64(i))
	}
	f.Fuzz(func(t *testing.T, n uint16, seed uint64) {
		i := int(n) % len(names)
		drawn.From(t, seed, func(t *drawn.Case) { cleanMutant(t, cleaner, filepath.Base(names[i]), texts[i]) })
	})
}

// cleanMutant cleans a fixture that it changes.
func cleanMutant(t *drawn.Case, cleaner *tidytalk.Cleaner, name, text string) {
	src := mutants.Of(t, text)
	if len(src) > 1<<16 {
		return
	}
	c := cleaning.Cleaning{Reflow: formats.Reflow{On: t.Int("reflow", 0, 9) == 0}, KeepEmpty: t.Bool("keep empty")}
	c.Rewriting = transcript.Rewriting{
		Remove:  drawn.Of(t, "remove", data.DefaultRemoved, data.DefaultRemoved, data.AllDisfluencies, data.NoDisfluencies),
		Punct:   drawn.Of(t, "punct", transcript.PunctRestore, transcript.PunctRestore, transcript.PunctKeep, transcript.PunctStrip),
		Case:    drawn.Of(t, "case", transcript.CaseRestore, transcript.CaseRestore, transcript.CaseKeep, transcript.CaseLower),
		Numbers: drawn.Of(t, "numbers", transcript.NumberWords, transcript.NumberDigits),
	}
	if t.Int("converted", 0, 3) == 0 {
		c.To = string(drawn.Of(t, "to", formats.All()...))
	}
	format, unread := formats.Reading{}.Detect(src, name)
	var out strings.Builder
	err := c.Clean(context.Background(), cleaner, src, name, &out)
	var broken *fault.Error
	if errors.As(err, &broken) {
		t.Fatalf("%v\n%s\nof %q", err, broken.Stack(), src)
	}
	if err != nil || unread != nil || c.To != "" || c.Reflow.On || format.IsJSON() || (formats.Reading{}).Charset(src) != "utf-8" {
		return
	}
	if _, err := formats.Read(out.String(), name, format); err != nil && format != formats.SRT {
		t.Fatalf("%q\nbecomes\n%q\nand then %v", src, out.String(), err)
	}
}
