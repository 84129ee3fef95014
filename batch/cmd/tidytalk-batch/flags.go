package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/batch"
	"github.com/tidytalk/tidytalk/batch/cmd/settings"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// flags are those of this command; Beam and its runners have theirs beside them.
type flags struct {
	files     batch.FilesOptions
	inputs    []string
	fillers   string
	names     string
	speakers  string
	weights   []string
	streams   string
	workers   int
	partFiles int
	attempts  int
	lineage   string
	verbose   bool
	beamFlags bool
	installed bool // the program is where the workers are
	onPrism   bool // the runner is Prism
}

// own are the names of the flags of this command, in the order of help.
var own []string

func (f *flags) register(set *flag.FlagSet) {
	named := func(name string) string {
		own = append(own, name)
		return name
	}
	f.files.Settings = make(map[string][]string)
	set.Func(named("input"), "clean these `FILES`: paths, folders and patterns, with commas between; may be given several times, and the arguments count, too", func(s string) error {
		f.inputs = append(f.inputs, strings.Split(s, ",")...)
		return nil
	})
	set.Func(named("input-list"), "clean the files that the lines of `FILE` name, or of the files of a pattern; may be given several times", func(s string) error {
		f.inputs = append(f.inputs, "@"+s)
		return nil
	})
	set.StringVar(&f.files.OutDir, named("out-dir"), "", "write results to `FOLDER`, to the places of their inputs")
	set.StringVar(&f.files.Root, named("root"), "", "let inputs keep their places below `FOLDER`")
	set.BoolVar(&f.files.Again, named("again"), false, "clean what is clean already, too")
	set.IntVar(&f.files.Jobs, named("jobs"), 0, "clean `N` files at a time in each process (default: cores, shared among the workers)")
	set.IntVar(&f.workers, named("workers"), 0, "let `N` processes of this machine work, where the runner is prism; 0 is this process alone")
	set.IntVar(&f.partFiles, named("part-files"), -1, "deal the files out to jobs of at most `N` files, which the program that is started finds then; 0: one job has all (default: 10000 where the runner is prism, on this machine, else 0)")
	set.IntVar(&f.attempts, named("attempts"), 3, "with --workers, start what a process did that died at most `N` times in all")
	set.StringVar(&f.files.Bundle, named("bundle"), "", "use the models of `FILE` instead of the embedded ones, or, of one that has none but for Chinese, beside them; open, or another name, is tidytalk-open.tt beside the program or in the user's data folder")
	set.Func(named("weights"), "use the settings that 'tidytalk tune' wrote to `FILE`, as with tidytalk clean; each engine may have one", func(s string) error {
		f.weights = append(f.weights, s)
		return nil
	})
	set.StringVar(&f.streams, named("stream-weights"), "", "the same for a `FILE` that does not say that it is for streams")
	set.StringVar(&f.fillers, named("fillers"), "", "change the list of fillers by `FILE`, as with tidytalk clean")
	set.StringVar(&f.names, named("vocabulary"), "", "spell names, products and acronyms as `FILE` does, as with tidytalk clean")
	set.StringVar(&f.speakers, named("speakers"), "", "take who speaks when from `FILE`, which is RTTM, for transcripts that have times and name no speakers")
	set.StringVar(&f.lineage, named("lineage"), "", "tell what came of which files as events of OpenLineage, to a server at a `URL`, or, a line each, to the end of a file")
	set.BoolVar(&f.verbose, named("verbose"), false, "log what the runner does")
	set.BoolVar(&f.beamFlags, named("beam-flags"), false, "list the flags of Beam and its runners")
	settings.Register(set, cleaning.Batch, nil, f.files.Settings, named)
	own = append(own, "runner")
}

// dashed writes messages about options as they are given here.
type dashed struct{ *cleaning.Query }

func (dashed) Spell(message string) string { return message }

// check completes the flags, and returns an error if they do not go together.
func (f *flags) check(args []string) error {
	f.inputs = append(f.inputs, args...)
	for i, in := range f.inputs {
		if strings.TrimSpace(in) == "" {
			return errors.New("--input has an empty name")
		}
		if strings.HasPrefix(in, "-") {
			return fmt.Errorf("flags come before the inputs: %s", f.inputs[i])
		}
	}
	runner := *runners.Runner
	f.onPrism = runner == "" || strings.EqualFold(runner, "prism") || strings.EqualFold(runner, "PrismRunner")
	if err := f.together(runner); err != nil {
		return err
	}
	if err := f.sendFiles(); err != nil {
		return err
	}
	if err := f.findBundle(); err != nil {
		return err
	}
	if !f.onPrism {
		if err := f.makeAbsolute(); err != nil {
			return err
		}
	}
	if err := settings.ReadStyles(f.files.Settings); err != nil {
		return err
	}
	q, err := cleaning.NewQuery(url.Values(f.files.Settings), cleaning.Batch)
	if err == nil {
		_, err = cleaning.Parse(dashed{q}, cleaning.Batch, tidytalk.Options{}, false)
	}
	if err != nil {
		return err
	}
	if err := f.sendProgram(); err != nil {
		return err
	}
	if f.onPrism && *jobopts.Experiments == "" {
		// Files are cleaned side by side without cutting bundles.
		*jobopts.Experiments = "prism_disable_sdf_split"
	}
	if f.onPrism {
		f.files.Groups = 1 // its jobs have one worker
	}
	if f.partFiles < 0 && (f.workers > 0 || f.inProcess()) {
		f.partFiles = defaultPart
	}
	if f.workers > 0 && f.files.Jobs == 0 {
		f.files.Jobs = max(1, runtime.GOMAXPROCS(0)/f.workers)
	}
	return f.files.Validate()
}

// defaultPart is how many files a job of this machine has at most: Prism holds what is to be done, and what was.
const defaultPart = 10_000

// inProcess reports whether this process does everything.
func (f *flags) inProcess() bool {
	return f.onPrism && f.workers == 0 && *jobopts.Endpoint == "" && *jobopts.EnvironmentType == "" && !f.async()
}

// together returns which flags do not go together on a runner.
func (f *flags) together(runner string) error {
	switch {
	case len(f.inputs) == 0:
		return errors.New("there is nothing to clean: name files with --input or --input-list")
	case f.files.OutDir == "":
		return errors.New("--out-dir says where results go")
	case f.workers < 0 || f.attempts < 1 || f.files.Jobs < 0:
		return errors.New("--workers, --attempts and --jobs are numbers of processes, of starts and of files")
	case f.partFiles > 0 && f.async():
		return errors.New("--part-files has to wait for each job: leave --async out")
	case f.workers > 0 && !f.onPrism:
		return fmt.Errorf("--workers is for the runner prism: %s has workers of its own", runner)
	case f.workers > 0 && *jobopts.EnvironmentType != "":
		return errors.New("--workers chooses the environment: leave --environment_type out")
	case f.workers > 0 && *jobopts.Endpoint != "":
		return errors.New("--workers is for a runner in this process: leave --endpoint out")
	}
	return nil
}

// sendProgram names the program of the workers where they are elsewhere.
func (f *flags) sendProgram() error {
	// Jobs for other environments than this process are sent with the program of the workers.
	elsewhere := !f.onPrism || *jobopts.EnvironmentType != "" && !jobopts.IsLoopback()
	if !elsewhere || *jobopts.WorkerBinary != "" {
		return nil
	}
	if f.installed = installed(*jobopts.EnvironmentType, *jobopts.EnvironmentConfig); f.installed {
		return nil
	}
	self, err := os.Executable()
	if err != nil || runtime.GOOS != "linux" {
		return errors.New("--worker_binary names this program as it is built for the workers")
	}
	*jobopts.WorkerBinary = self
	return nil
}

// installed reports whether workers are processes of this program, which is where they are
// already: then it is not sent, and Beam's boot program is not needed.
func installed(environment, config string) bool {
	var x struct{ Command string }
	return strings.EqualFold(environment, "process") && json.Unmarshal([]byte(config), &x) == nil && filepath.Base(x.Command) == "tidytalk-batch"
}

// async reports whether nobody waits for the job.
func (f *flags) async() bool { return *jobopts.Async }

func help(w io.Writer) {
	fmt.Fprint(w, `tidytalk-batch cleans transcripts in a pipeline of Apache Beam, each in its own format, as
tidytalk clean does, and writes them to the same places below --out-dir. What is done is not
done again: a run that was stopped can be started again. See docs/batch.md.

usage: tidytalk-batch --out-dir FOLDER [flags] FILE...

Exit codes: 0 fine, 1 failed, 2 wrong usage, 3 some files failed, 130 interrupted.

`)
	for _, name := range own {
		x := flag.Lookup(name)
		value, about := flag.UnquoteUsage(x)
		if name == "runner" {
			value, about = "NAME", "run on NAME: prism (the default, on this machine), flink, or another one of Beam"
		}
		settings.Help(w, name, value, about)
	}
	fmt.Fprint(w, "\nBeam and its runners have flags of their own: --beam-flags lists them.\n")
}

func helpBeam(w io.Writer) {
	mine := make(map[string]bool)
	for _, name := range own {
		mine[name] = name != "runner"
	}
	flag.VisitAll(func(x *flag.Flag) {
		if !mine[x.Name] {
			value, about := flag.UnquoteUsage(x)
			settings.Help(w, x.Name, value, strings.ReplaceAll(about, "\n", "\n        "))
		}
	})
}
