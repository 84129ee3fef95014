package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// The lines of docs/command.md between which the options stand.
const (
	optionsBegin = "<!-- options: from their declarations, by go test ./cmd/tidytalk -run TestDocs -update -->\n"
	optionsEnd   = "<!-- end of the options -->\n"
)

// TestDocs holds the options in docs/command.md to their declarations.
func TestDocs(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "command.md")
	is := readText(t, path)
	before, rest, ok := strings.Cut(is, optionsBegin)
	_, after, ok2 := strings.Cut(rest, optionsEnd)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the options", path)
	}
	want := before + optionsBegin + documentedOptions() + optionsEnd + after
	if is == want {
		return
	}
	if !*update {
		t.Fatalf("the options in %s are not those that are declared: go test ./cmd/tidytalk -run TestDocs -update", path)
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// documentedOptions lists all options as a table.
func documentedOptions() string {
	var b strings.Builder
	b.WriteString("\n| option | default | | where |\n|---|---|---|---|\n")
	for _, o := range cleaning.Options() {
		value, about := "", strings.ReplaceAll(o.About, "`", "")
		if parts := strings.Split(o.About, "`"); len(parts) == 3 {
			value = parts[1]
		}
		var names []string
		for _, name := range append([]string{o.Name}, o.Aliases...) {
			names = append(names, "`"+strings.TrimSpace(usage.Dashed(name)+" "+value)+"`")
		}
		if bounds := o.Range(); bounds != "" {
			about += " (" + bounds + ")"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", strings.Join(names, ", "), documentedDefault(&o), strings.ReplaceAll(about, "|", "\\|"), documentedPlaces(&o))
	}
	return b.String() + "\n"
}

// documentedDefault says the default of an option, and where it is another.
func documentedDefault(o *cleaning.Option) string {
	out := []string{}
	if text := o.DefaultText(); text != "" {
		out = append(out, text)
	}
	for _, s := range surfacesInOrder() {
		if at := cleaning.At(s, o.Name); at != nil && at.DefaultText() != o.DefaultText() {
			out = append(out, at.DefaultText()+" in "+documentedPlace(s))
		}
	}
	return strings.Join(out, "; ")
}

// documentedPlaces lists the surfaces of an option.
func documentedPlaces(o *cleaning.Option) string {
	var out []string
	for _, s := range surfacesInOrder() {
		if o.Without(s) == "" {
			out = append(out, documentedPlace(s))
		}
	}
	return strings.Join(out, ", ")
}

func documentedPlace(s cleaning.Surface) string {
	if s == cleaning.Page {
		return "the page"
	}
	return "`" + cleaning.Surfaces()[s] + "`"
}

func surfacesInOrder() []cleaning.Surface {
	var out []cleaning.Surface
	for s := range cleaning.Surfaces() {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}
