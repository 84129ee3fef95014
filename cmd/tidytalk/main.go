// Command tidytalk turns conversational transcripts into clean text.
//
// Its files are named by subcommand, and after it by what they do for it:
//
//	main*         the program: its commands, or those of the small one, messages, and what to do about errors
//	clean*        clean: flags, inputs and outputs, batches, --in-place, --out-dir, --audio, --report
//	fillers*      fillers
//	formats*      formats: the list, and guess
//	trace*        trace: tables, explanations, dot
//	prosody*      prosody
//	cut*          cut: its flags, the table and the page of cuts, and what ffmpeg does
//	serve*        serve, with the studio
//	pipe*         pipe, for programs in other languages
//	mcp*          mcp, for language models
//	train*        train, and train experts, classes, network, chinese, voice, ...
//	adapt*        adapt, and adapt --suggest
//	bundle*       bundle, and bundle info --licences
//	corpus*       corpus
//	lm*, model*   lm and model
//
// The subcommands eval, tune and train punct are in package cmd/training, since the program of
// the experiments uses them too; flags about bundles and their decoders are in cmd/bundles.
package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/experts"
	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/internal/extsort"
	"github.com/tidytalk/tidytalk/internal/fault"
	"github.com/tidytalk/tidytalk/models/stages"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

func main() { product().Main() }

// product returns the command.
func product() *program.Command {
	return &program.Command{
		Name:    "tidytalk",
		Usage:   "turn conversational transcripts into clean text",
		Version: tidytalk.Version,
		About: `tidytalk finds fillers ("uh", "you know") and speech repairs ("to boston uh i mean
to denver") in transcripts of speech and removes them. It never invents a word.`,
		Examples: `  tidytalk clean interview.txt
  tidytalk clean --diff interview.txt
  tidytalk clean --out-dir cleaned --keep-going talks/
  tidytalk clean --remove repairs,filled-pauses < talk.txt > clean.txt`,
		Helped:   []string{"clean", "lm build"},
		Commands: commands,
		Partial:  "some files failed and others did not (clean --keep-going), or changed while they were cleaned (clean --in-place)",
		Models:   writeModels,
		Values:   flagValues(),
		Stray:    strayWord,
		Remedy:   remedy,
	}
}

// writeModels says which models are inside.
func writeModels(w io.Writer) {
	b, err := bundles.Embedded()
	if err != nil {
		fmt.Fprintln(w, err)
		return
	}
	m := b.Manifest()
	fmt.Fprintf(w, "default models %s, under %s (%s)\n", m.Version, m.Licence, m.Description)
}

// flagValues lists what flags with a few fixed values take.
func flagValues() map[string][]string {
	values := map[string][]string{
		"clean --from": cleaning.At(cleaning.CleanCommand, "from").Values,
		"clean --to":   cleaning.OutputFormats(),
		"--color":      {"auto", "always", "never"},
		"--log":        {"text", "json", "none"},
	}
	maps.Copy(values, moreValues())
	for _, o := range cleaning.Options() {
		if o.Values != nil && o.Name != "from" && o.Name != "to" {
			values["--"+o.Name] = o.Values
		}
	}
	return values
}

// strayWord is the error for the first word of a line that is no command: people who name a
// file there want it cleaned. nil: it is no file.
func strayWord(name string) error {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return usage.Errorf("%s is a folder, and no command: 'tidytalk clean --out-dir cleaned %s' cleans the files in it", name, name)
	case err == nil || name == "-":
		return usage.Errorf("%s is a file, and no command: 'tidytalk clean %s' cleans it", name, name)
	case strings.ContainsAny(name, `./\*?`):
		return usage.Errorf("%s is no command, and no file that is there: 'tidytalk clean FILE' cleans one", name)
	}
	return nil
}

// remedies say what to do about errors of the library, which knows no commands.
var remedies = []struct {
	err    error
	remedy string
}{
	{extsort.ErrTemporary, "name a folder with room in it with --tmp"},
	{syscall.EISDIR, "name a file in it"},
	{engine.ErrNoStreams, "train them with 'tidytalk train punct'"},
	{engine.ErrNoDecoder, "train them with 'tidytalk train --parts decoder', or use --mode baseline"},
	{engine.ErrNoExperts, "train them with 'tidytalk train experts', or use another --mode"},
	{stages.ErrScheme, "train it with --scheme EFO, or use --mode baseline"},
	{experts.ErrOtherBaseline, "train them again with 'tidytalk train experts --base BUNDLE'"},
}

// remedy returns what to do about an error, "" where that is not known.
func remedy(err error) string {
	for _, r := range remedies {
		if errors.Is(err, r.err) {
			return r.remedy
		}
	}
	return ""
}

// messages says on standard error what people, or with --verbose programs, want to
// know.
type messages struct {
	w     io.Writer
	quiet bool
	log   *slog.Logger // of progress; it says nothing without --verbose
}

// newMessages reads --quiet and --verbose.
func newMessages(c *cli.Context, w io.Writer) (*messages, error) {
	if c.Bool("quiet") && c.Bool("verbose") {
		return nil, usage.Errorf("--quiet and --verbose do not go together")
	}
	level := slog.LevelWarn
	if c.Bool("verbose") {
		level = slog.LevelInfo
	}
	return &messages{w, c.Bool("quiet"), slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level}))}, nil
}

// warn says what is odd, but no failure.
func (m *messages) warn(format string, args ...any) {
	if !m.quiet {
		fmt.Fprintf(m.w, "tidytalk: "+format+"\n", args...)
	}
}

// fail says what went wrong where other work goes on.
func (m *messages) fail(err error) {
	var broken *fault.Error
	if errors.As(err, &broken) {
		fmt.Fprint(m.w, broken.Trace())
	}
	fmt.Fprintf(m.w, "tidytalk: %v\n", err)
}
