package main

import "github.com/urfave/cli/v2"

func adaptCommand() *cli.Command {
	return &cli.Command{
		Name:      "adapt",
		Usage:     "choose the sentences of transcripts whose correction would teach the models most",
		ArgsUsage: "INPUT...",
		Description: suggestAbout + `

Examples:
  tidytalk adapt --suggest 300 -o chosen.jsonl talks/
  tidytalk adapt --suggest 500 --bundle my.tt --corpus corrections.jsonl talks/ > more.jsonl`,
		Flags: []cli.Flag{
			suggestFlag(),
			&cli.StringFlag{Name: "corpus", Usage: "what is corrected already, a token TSV or corrections (.jsonl), is not chosen again: `FILE`"},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`"},
			bundleFlag(),
			jobsFlag(),
			quietFlag(),
		},
		Before: hush,
		Action: suggest,
	}
}
