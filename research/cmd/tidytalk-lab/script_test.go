package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/internal/blackbox/scripts"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/formats"
)

func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED: the scripts run the commands many times")
	}
	product := scripts.Build(t, filepath.Join("..", "..", ".."), "./cmd/tidytalk")
	lab := scripts.Build(t, filepath.Join("..", ".."), "./cmd/tidytalk-lab")
	zh, err := filepath.Abs(filepath.Join("..", "..", "..", "data", "bundle", "zh", "tidytalk-zh.tt"))
	if err != nil {
		t.Fatal(err)
	}
	commands := scripts.Commands("tidytalk-lab")
	maps.Copy(commands, map[string]func(*testscript.TestScript, bool, []string){"describe": describe, "part": part, "restore": restore})
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join("testdata", "script"),
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_STATE_HOME", filepath.Join(e.WorkDir, ".state"))
			e.Setenv("XDG_DATA_HOME", filepath.Join(e.WorkDir, ".data"))
			e.Setenv("ZH", zh)
			e.Setenv("PATH", strings.Join([]string{product, lab, e.Getenv("PATH")}, string(filepath.ListSeparator)))
			return nil
		},
		Cmds: commands,
	})
}

// openBundle opens a bundle of a script.
func openBundle(ts *testscript.TestScript, name string) *tidytalk.Bundle {
	b, err := tidytalk.OpenBundle(ts.MkAbs(name))
	ts.Check(err)
	return b
}

// describe BUNDLE writes what the manifest of a bundle says of it, and what its parts hold.
func describe(ts *testscript.TestScript, _ bool, args []string) {
	b := openBundle(ts, args[0])
	m := b.Manifest()
	w := ts.Stdout()
	fmt.Fprintf(w, "%s: version %s, \nlicence %s\n", args[0], m.Version, m.Licence)
	for _, p := range m.Parts {
		about, err := b.Describe(p.Name)
		ts.Check(err)
		fmt.Fprintf(w, "%s %d %s\n", p.Name, p.Size, about)
	}
}

// part BUNDLE NAME FILE writes a part of a bundle to a file.
func part(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), openBundle(ts, args[0]).Part(args[1]), 0o644))
}

// restore BUNDLE [OPTIONS] FILE writes a file as a bundle cleans it. Options are a query; diff
// shows the changes.
func restore(ts *testscript.TestScript, _ bool, args []string) {
	cleaner, err := tidytalk.New(openBundle(ts, args[0]), tidytalk.Options{})
	ts.Check(err)
	values := url.Values{}
	diff := len(args) == 3 && args[1] == "diff"
	if len(args) == 3 && !diff {
		values, err = url.ParseQuery(args[1])
		ts.Check(err)
	}
	name := args[len(args)-1]
	if !values.Has("from") {
		values.Set("from", "text")
	}
	query, err := cleaning.NewQuery(values, cleaning.CleanRequest)
	ts.Check(err)
	f, err := cleaning.Parse(query, cleaning.CleanRequest, tidytalk.Options{}, false)
	ts.Check(err)
	if diff {
		f.Show = func(w io.Writer, file *formats.File, plan *formats.Plan) error {
			_, err := io.WriteString(w, file.Diff(plan, false))
			return err
		}
	}
	var out bytes.Buffer
	ts.Check(f.Clean(context.Background(), cleaner, ts.ReadFile(name), name, &out))
	_, err = ts.Stdout().Write(out.Bytes())
	ts.Check(err)
}
