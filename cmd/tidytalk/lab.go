package main

import (
	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/internal/cli/usage"
)

// experimentCommand says where experiments are.
func experimentCommand() *cli.Command {
	return &cli.Command{
		Name: "experiment", Usage: "experiments are a program of their own", Hidden: true, SkipFlagParsing: true,
		Action: func(c *cli.Context) error {
			return usage.Lab(c.Args().First())
		},
	}
}

// trainVoiceRepairsCommand says where what it names is.
func trainVoiceRepairsCommand() *cli.Command {
	return &cli.Command{
		Name: "voice-repairs", Usage: "it is trained by a program of its own", Hidden: true, SkipFlagParsing: true,
		Action: func(*cli.Context) error { return usage.Lab("train voice-repairs") },
	}
}
