package main

import (
	"flag"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/batch/kafka"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// The command has the options that are declared for live text, with their defaults.
func TestFlagsAreDeclared(t *testing.T) {
	set := flag.NewFlagSet("", flag.ContinueOnError)
	new(flags).register(set)
	for _, o := range cleaning.On(cleaning.StreamRequest) {
		x := set.Lookup(o.Name)
		if slices.Contains(kafka.Unused, o.Name) {
			if x != nil {
				t.Errorf("there is --%s", o.Name)
			}
			continue
		}
		want := o.About
		if text := o.DefaultText(); text != "" {
			want += " (default: " + text + ")"
		}
		if x == nil || x.Usage != want {
			t.Errorf("--%s is not as declared: %+v", o.Name, x)
		}
	}
}

func TestUsage(t *testing.T) {
	needed := []string{"--brokers", "127.0.0.1:1", "--in", "words", "--out", "results"}
	missing := filepath.Join(t.TempDir(), "missing")
	for name, x := range map[string]struct {
		args []string
		want string
	}{
		"nothing":      {nil, "--brokers, --in and --out are needed"},
		"an argument":  {append(needed[:6:6], "file.txt"), `there are no arguments, but flags: "file.txt"`},
		"a flag":       {append(needed[:6:6], "--colour"), "-colour"},
		"one topic":    {append(needed[:4:4], "--out", "words"), "different topics"},
		"a log":        {append(needed[:6:6], "--log", "xml"), `--log is text or json, not "xml"`},
		"a way":        {append(needed[:6:6], "--sasl", "kerberos"), `not "kerberos"`},
		"a list":       {append(needed[:6:6], "--fillers", missing), "--fillers: open " + missing},
		"certificates": {append(needed[:6:6], "--tls-ca", "main.go"), "no certificates in PEM"},
		"a bundle":     {append(needed[:6:6], "--bundle", missing), "--bundle: "},
		"a style":      {append(needed[:6:6], "--style", missing), "--style: "},
		"a latency":    {append(needed[:6:6], "--latency", "soon"), "soon"},
		"a format":     {append(needed[:6:6], "--from", "srt"), "srt"},
		"a wait":       {append(needed[:6:6], "--wait", "1h"), "less than the silence"},
	} {
		t.Run(name, func(t *testing.T) {
			var out, said strings.Builder
			env := func(name string) string { return "x" }
			if code := run(t.Context(), x.args, env, &out, &said); code != exitUsage || out.Len() > 0 || !strings.Contains(said.String(), x.want) {
				t.Errorf("exit code %d: %s%s", code, out.String(), said.String())
			}
		})
	}
	var said strings.Builder
	code := run(t.Context(), append(needed, "--sasl", "plain"), func(string) string { return "" }, io.Discard, &said)
	if code != exitUsage || !strings.Contains(said.String(), "TIDYTALK_KAFKA_USER and TIDYTALK_KAFKA_PASSWORD are not set") {
		t.Errorf("exit code %d: %s", code, said.String())
	}
}

func TestHelp(t *testing.T) {
	var out strings.Builder
	if code := run(t.Context(), []string{"--help"}, nil, &out, io.Discard); code != exitFine {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{"--brokers HOST:PORT", "--silence TIME", "(default: 10m0s)", "--latency LATENCY", "Exit codes"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no %s in %s", want, out.String())
		}
	}
}
