package main

import (
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bounded"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/models/neural"
	"github.com/tidytalk/tidytalk/models/transformer"
)

// encoderFlags are the flags of 'bundle set' for the encoder beside the network.
func encoderFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "encoder", Usage: "put a transformer beside the network: the `FILE` of its weights, safetensors; with --pieces"},
		&cli.StringFlag{Name: "pieces", Usage: "the `FILE` of the pieces of words that it reads, one a line"},
		&cli.StringFlag{Name: "shares", Usage: "how much it counts beside the network, from 0 to 1: `SHARES` in disfluencies, punctuation and case, and in disfluencies of text that has punctuation", DefaultText: "0.5,0.5,0.5,0.5, or those that it has"},
	}
}

// encoderPart returns the part that the flags give: a new encoder, or that of a bundle with other shares; nil where they give none.
func encoderPart(c *cli.Context, b *engine.Bundle) ([]byte, error) {
	shares, err := encoderShares(c.String("shares"))
	if err != nil {
		return nil, err
	}
	path, old := c.String("encoder"), b.Part(engine.PartEncoder)
	switch {
	case (path == "") != (c.String("pieces") == ""):
		return nil, usage.Errorf("--encoder and --pieces go together")
	case path == "" && !c.IsSet("shares"):
		return nil, nil
	case path == "" && old == nil:
		return nil, usage.Errorf("--shares is of an encoder, which the bundle lacks: give --encoder and --pieces")
	case path == "":
		return neural.Reshared(old, shares)
	}
	weights, err := bounded.ReadFile(path, bounded.Models)
	if err != nil {
		return nil, err
	}
	pieces, err := bounded.ReadFile(c.String("pieces"), bounded.Lists)
	if err != nil {
		return nil, err
	}
	m, err := transformer.FromSafetensors(weights, pieces)
	if err != nil {
		return nil, usage.Errorf("%s: %w", path, err)
	}
	e, err := neural.NewEncoder(m, shares)
	if err != nil {
		return nil, usage.Errorf("%s: %w", path, err)
	}
	return e.Marshal(neural.EncoderConfig(weights, pieces))
}

// encoderShares reads --shares.
func encoderShares(given string) (neural.Shares, error) {
	shares := neural.Shares{0.5, 0.5, 0.5, 0.5}
	if given == "" {
		return shares, nil
	}
	fields := strings.Split(given, ",")
	if len(fields) != len(shares) {
		return shares, usage.Errorf("--shares takes %d numbers, such as 0.5,0.5,0.5,0.5, not %q", len(shares), given)
	}
	for k, f := range fields {
		v, err := strconv.ParseFloat(strings.TrimSpace(f), 32)
		if err != nil || !(v >= 0 && v <= 1) {
			return shares, usage.Errorf("--shares: %q is no number from 0 to 1", f)
		}
		shares[k] = float32(v)
	}
	return shares, nil
}
