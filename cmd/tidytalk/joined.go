package main

import (
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

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
