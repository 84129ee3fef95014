package main

import "github.com/urfave/cli/v2"

func cleanCommand() *cli.Command      { return &cli.Command{Name: "clean"} }
func experimentCommand() *cli.Command { return &cli.Command{Name: "experiment"} }
func bundleCommand() *cli.Command     { return &cli.Command{Name: "bundle"} }
func modelCommand() *cli.Command      { return &cli.Command{Name: "model"} }
func corpusCommand() *cli.Command     { return &cli.Command{Name: "corpus"} }
