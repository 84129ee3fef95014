// Command tidytalk-lab repeats the experiments of the papers and those behind docs/results.md, and
// trains what they need and tidytalk does not have.
package main

import (
	"errors"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/cmd/bundles"
	"github.com/tidytalk/tidytalk/cmd/training"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/research/interruptions"
	"github.com/tidytalk/tidytalk/research/translator"
)

func main() { lab().Main() }

// Models of research are as good here as those of tidytalk.
func init() {
	translator.Register()
	bundles.Components = []engine.Component{interruptions.Component()}
}

// lab returns the command.
func lab() *program.Command {
	return &program.Command{
		Name:    "tidytalk-lab",
		Usage:   "repeat the experiments behind tidytalk",
		Version: tidytalk.Version,
		About: `tidytalk-lab repeats the experiments of the papers and those behind docs/results.md.
'tidytalk' makes the bundles that they need; those that are made here, with train, are
read by tune and eval of this program alone.`,
		Examples: `  tidytalk-lab coling2014 --corpus dev.tsv
  tidytalk-lab harm
  tidytalk-lab train voice-repairs -o my.tt train.tsv`,
		Helped: []string{"coling2014", "train punct"},
		Commands: func() []*cli.Command {
			return []*cli.Command{
				coling2014Command(), emnlp2014Command(), joint2014Command(), luNgCommand(), iwslt2014Command(), kolarCommand(),
				curveCommand(), harmCommand(), correctionsCommand(), pairsCommand(), judgeCommand(), readersCommand(), tedCommand(), adaptCurveCommand(), voiceStudyCommand(),
				chineseCommand(), chineseTurnsCommand(), chineseTextCommand(), languagesCommand(), multilingualCommand(),
				liveCommand(), trainCommand(), training.TuneCommand(), training.EvalCommand(), marksCommand(),
			}
		},
		Values: training.Values,
		Remedy: remedy,
	}
}

// trainCommand trains what tidytalk does not.
func trainCommand() *cli.Command {
	return &cli.Command{
		Name:        "train",
		Usage:       "train models that only research has, and write the bundle with them",
		Subcommands: []*cli.Command{training.PunctCommand(), voiceRepairsCommand(), languageTableCommand(), settlingCommand(), repeatedCommand()},
	}
}

// remedy returns what to do about an error, "" where that is not known.
func remedy(err error) string {
	if errors.Is(err, engine.ErrNoStreams) {
		return "train them with 'tidytalk-lab train punct'"
	}
	return ""
}
