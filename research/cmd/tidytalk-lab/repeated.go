package main

import (
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/data/language"
	"github.com/tidytalk/tidytalk/internal/cli/fileio"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/research/languages"
)

func repeatedCommand() *cli.Command {
	return &cli.Command{
		Name:      "repeated",
		Usage:     "make the lists of words that are repeated by mistake, of the folders of languages",
		ArgsUsage: "CORPORA",
		Description: `Writes data/language/LANG/repeated.txt: the words that fluent text of a language hardly ever
has twice in a row, and behind which nobody stops, from languages/text/LANG-*.train.txt
below a folder of corpora. Languages whose words no blanks part have none.

Example:
  tidytalk-lab train repeated --languages de,fr -o data/language shared/data`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to the folder of each language below `FOLDER`"},
			&cli.StringFlag{Name: "languages", Usage: "the `CODES` of the languages, with commas between; all that have a folder by default"},
			usage.QuietFlag(),
		},
		Before: usage.Hush,
		Action: makeRepeated,
	}
}

func makeRepeated(c *cli.Context) error {
	if err := usage.Required(c, "output"); err != nil {
		return err
	}
	folder, err := onlyFolder(c)
	if err != nil {
		return err
	}
	codes := language.Codes()
	if list := c.String("languages"); list != "" {
		codes = strings.Split(list, ",")
	}
	for _, code := range codes {
		if l, ok := language.Of(code); ok && l.Unspaced || code == language.English().Code {
			continue
		}
		words, dangling, of, err := languages.Repeated(folder, code)
		if err != nil {
			return err
		}
		path := filepath.Join(c.String("output"), code, language.RepeatedFile)
		if err := fileio.WriteBytes(c, path, languages.RepeatedFile(words, dangling, of)); err != nil {
			return err
		}
	}
	return nil
}
