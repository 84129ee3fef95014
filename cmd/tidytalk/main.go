// Command tidytalk turns conversational transcripts into clean text.
package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/formats"
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
		Helped: []string{"clean", "lm build"},
		Commands: func() []*cli.Command {
			return []*cli.Command{cleanCommand(), serveCommand(), fillersCommand(), training.EvalCommand(), traceCommand(), prosodyCommand(), trainCommand(), training.TuneCommand(), adaptCommand(), experimentCommand(), bundleCommand(), modelCommand(), lmCommand(), corpusCommand()}
		},
		Partial: "some files failed and others did not (clean --keep-going), or changed while they were cleaned (clean --in-place)",
		Models:  writeModels,
		Values:  flagValues(),
		Stray:   strayWord,
		Remedy:  remedy,
	}
}

// writeModels says which models are inside.
func writeModels(w io.Writer) {
	b, err := tidytalk.LoadEmbedded(bundle.Default()...)
	if err != nil {
		fmt.Fprintf(w, "default models: %v\n", err)
		return
	}
	m := b.Manifest()
	fmt.Fprintf(w, "default models %s, under %s (%s)\n", m.Version, m.Licence, m.Description)
}

// flagValues lists what flags with a few fixed values take.
func flagValues() map[string][]string {
	values := map[string][]string{
		"clean --from":   cleaning.InputFormats(),
		"clean --to":     cleaning.OutputFormats(),
		"prosody --from": append([]string{"auto"}, formats.Names()...),
		"prosody --to":   prosodyForms,
		"prosody --what": prosodyTables,
		"trace --to":     traceForms,
		"--color":        {"auto", "always", "never"},
		"--log":          {"text", "json", "none"},
	}
	maps.Copy(values, training.Values)
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
