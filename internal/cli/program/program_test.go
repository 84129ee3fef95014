package program

import (
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// toy returns a command with flags of all kinds.
func toy() *Command {
	flags := []cli.Flag{
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}}, &cli.StringFlag{Name: "to"}, &cli.StringFlag{Name: "backup"}, &cli.StringFlag{Name: "shard"},
		&cli.IntFlag{Name: "jobs", Aliases: []string{"j"}}, &cli.StringFlag{Name: "only"}, &cli.StringFlag{Name: "split"},
		&cli.BoolFlag{Name: "diff"}, &cli.BoolFlag{Name: "in-place"}, &cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}}, &cli.BoolFlag{Name: "verbose", Aliases: []string{"v"}},
	}
	act := func(*cli.Context) error { return nil }
	with := func(name string, subcommands ...*cli.Command) *cli.Command {
		return &cli.Command{Name: name, Usage: "do nothing", Flags: flags, Subcommands: subcommands, Action: act}
	}
	group := func(name string, subcommands ...*cli.Command) *cli.Command {
		return &cli.Command{Name: name, Usage: "do nothing", Subcommands: subcommands}
	}
	return &Command{Name: "toy", Commands: func() []*cli.Command {
		return []*cli.Command{with("clean"), group("bundle", with("info")), group("corpus", with("convert")), with("train", with("experts"))}
	}}
}

func TestPermute(t *testing.T) {
	app := toy().app(nil, nil, nil)
	for in, want := range map[string]string{
		"clean a.txt -o b.txt":         "clean -o b.txt a.txt",
		"clean a.txt --diff -- -x":     "clean --diff a.txt -- -x",
		"clean - --to=labels":          "clean --to=labels -",
		"bundle info x.tt -o y":        "bundle info -o y x.tt",
		"corpus convert d --split dev": "corpus convert --split dev d",
		"--version":                    "--version",
		"nonsense a -b":                "nonsense a -b",
		"clean a -o":                   "clean -o",
		"clean a -v b --in-place":      "clean -v --in-place a b",
		"clean a --shard 1/2 -j 3 -q":  "clean --shard 1/2 -j 3 -q a",
		"clean a --backup .bak b":      "clean --backup .bak a b",
		"clean -j1 a -ox.txt -q":       "clean -j 1 -o x.txt -q a",
		"clean -j=1 a -v":              "clean -j=1 -v a",
		"clean a -output b -vq":        "clean -output b -vq a",
		"train -q experts c --only x":  "train -q experts --only x c",
	} {
		got := permute(app, append([]string{"toy"}, strings.Fields(in)...))
		if g := strings.Join(got[1:], " "); g != want {
			t.Errorf("%q becomes %q, want %q", in, g, want)
		}
	}
}

// A request for completions is the first argument.
func TestCompletionRequest(t *testing.T) {
	if _, _, ok := completionRequest([]string{"toy", "clean", "--complete=x"}); ok {
		t.Error("an argument of a command is taken for a request")
	}
}
