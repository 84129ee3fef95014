package program

import (
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

// permute moves the flags of the command that args name in front of its other
// arguments, as urfave/cli stops reading flags at the first of those. What
// follows "--" keeps its place. A last flag without its value is put where urfave/cli
// notices that.
func permute(app *cli.App, args []string) []string {
	if len(args) < 2 {
		return args
	}
	out := []string{args[0]}
	rest := args[1:]
	flags, commands, acts := app.Flags, app.Commands, false
	for {
		// Flags before the command's name keep their places.
		n := 0
		for n < len(rest) && isFlag(rest[n]) {
			n += width(flags, rest[n])
		}
		n = min(n, len(rest))
		var next *cli.Command
		if n < len(rest) {
			for _, c := range commands {
				if c.HasName(rest[n]) {
					next = c
				}
			}
		}
		if next == nil {
			if len(commands) > 0 && !acts {
				return append(out, rest...) // no command, or an unknown one
			}
			break
		}
		out = append(out, rest[:n+1]...)
		if next.SkipFlagParsing {
			return append(out, rest[n+1:]...)
		}
		rest, flags, commands, acts = rest[n+1:], next.Flags, next.Subcommands, next.Action != nil
	}
	var positional []string
	for i := 0; i < len(rest); {
		switch a := rest[i]; {
		case a == "--":
			positional = append(positional, rest[i:]...)
			i = len(rest)
		case isFlag(a):
			if flag, value, ok := splitJoined(flags, a); ok {
				out = append(out, flag, value)
				i++
				continue
			}
			n := width(flags, a)
			if i+n > len(rest) {
				// Its value is missing: no other argument may take that place.
				return append(out, a)
			}
			out = append(out, rest[i:i+n]...)
			i += n
		default:
			positional = append(positional, a)
			i++
		}
	}
	return append(out, positional...)
}

func isFlag(a string) bool { return len(a) > 1 && a[0] == '-' && a != "--" }

// width returns how many arguments a flag takes up, itself included.
func width(flags []cli.Flag, a string) int {
	name := strings.TrimLeft(a, "-")
	if strings.Contains(name, "=") {
		return 1
	}
	for _, f := range flags {
		for _, n := range f.Names() {
			if n == name {
				if v, ok := f.(cli.DocGenerationFlag); ok && v.TakesValue() {
					return 2
				}
				return 1
			}
		}
	}
	return 1
}

// splitJoined splits a flag of one letter from the value that is written behind it without
// a blank, as in -j1 or -ofile, which urfave/cli does not know.
func splitJoined(flags []cli.Flag, a string) (flag, value string, ok bool) {
	if len(a) < 3 || a[0] != '-' || a[1] == '-' {
		return "", "", false
	}
	_, size := utf8.DecodeRuneInString(a[1:])
	letter, rest := a[1:1+size], a[1+size:]
	if rest == "" || rest[0] == '=' {
		return "", "", false
	}
	for _, f := range flags {
		for _, n := range f.Names() {
			if n == a[1:] {
				return "", "", false // -name is --name
			}
			if v, takes := f.(cli.DocGenerationFlag); n == letter && takes && v.TakesValue() {
				ok = true
			}
		}
	}
	return "-" + letter, rest, ok
}
