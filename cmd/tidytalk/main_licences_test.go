package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/data/bundle/languages"
	"github.com/tidytalk/tidytalk/data/bundle/zh"
	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
	"github.com/tidytalk/tidytalk/models/licences"
)

// The lines of docs/licences.md between which the sources stand.
const (
	licencesBegin = "<!-- licences: from the models in the repository and the list of sources, by go test ./cmd/tidytalk -run TestDocsLicences -update -->\n"
	licencesEnd   = "<!-- end of the licences -->\n"
)

// licenceTerms are the licences of data, what they are called where more is said of them, and what they
// ask of who gives models away that were made from it.
var licenceTerms = []struct{ name, url, asks string }{
	{"public domain", "", "nothing. These are works of the government of the United States, which have no copyright there; elsewhere that may differ"},
	{"CC0-1.0", "https://creativecommons.org/publicdomain/zero/1.0/", "nothing: its makers have given up what rights they had"},
	{"MIT", "https://opensource.org/license/mit", "that its notice, which names the holder, goes along with copies of the material"},
	{"Apache-2.0", "https://www.apache.org/licenses/LICENSE-2.0", "that the licence and its notices go along with copies, and that changes are said; it has a grant of patents that ends for who sues over them"},
	{"WordNet", "https://wordnet.princeton.edu/license-and-commercial-use", "that its whole notice is in every copy, also in modifications; the name of Princeton may not be used in advertising"},
	{"CDLA-Sharing-1.0", "https://cdla.dev/sharing-1-0/", "attribution and the same licence of the data themselves and of what is added to them; **of results of computational use, which models are, nothing**"},
	{"CC-BY-2.5", "https://creativecommons.org/licenses/by/2.5/", "attribution: who made it, its title, its licence, where it is, and that it was changed"},
	{"CC-BY-3.0", "https://creativecommons.org/licenses/by/3.0/", "attribution: who made it, its title, its licence, where it is, and that it was changed"},
	{"CC-BY-4.0", "https://creativecommons.org/licenses/by/4.0/", "attribution: who made it, its licence, where it is, and that it was changed, in any reasonable way; no technical measures that keep others from what the licence allows"},
	{"CC-BY-SA-4.0", "https://creativecommons.org/licenses/by-sa/4.0/", "attribution as CC-BY-4.0 does, and that adaptations which are given away are under the same licence, or a later one (share-alike)"},
	{"CC-BY-NC-4.0", "https://creativecommons.org/licenses/by-nc/4.0/", "attribution as CC-BY-4.0 does, and **no use that is primarily meant for commercial advantage or payment**"},
	{"CC-BY-NC-SA-2.5", "https://creativecommons.org/licenses/by-nc-sa/2.5/", "attribution, **no commercial use**, and the same licence for adaptations"},
	{"CC-BY-NC-SA-3.0", "https://creativecommons.org/licenses/by-nc-sa/3.0/", "attribution, **no commercial use**, and the same licence, or a later one, for adaptations"},
	{"CC-BY-NC-SA-4.0", "https://creativecommons.org/licenses/by-nc-sa/4.0/", "attribution, **no commercial use**, and the same licence, or a later one, for adaptations"},
	{"the terms of the Welsh and the Canadian parliament", "", "attribution; **the permission of the House of Commons of Canada does not extend to commercial use**"},
	{"none stated", "", "it is not known: nobody has said what may be done. The project takes it for non-commercial"},
}

// termsOf returns the names of the licences that one expression puts together.
func termsOf(licence string) []string {
	return regexp.MustCompile(` AND |, and `).Split(licence, -1)
}

// licensedFile is a file of models that the repository has.
type licensedFile struct {
	heading, about string
	report         *licenceReport
}

// licensedFiles returns the files of models of the repository with what they were made from.
func licensedFiles(t *testing.T) []licensedFile {
	t.Helper()
	english := bundletest.Default(t)
	open, err := engine.Open(filepath.Join("..", "..", "data", "bundle", "open", "tidytalk-open.tt"))
	if err != nil {
		t.Fatal(err)
	}
	chinese, err := engine.LoadParts(zh.Models())
	if err != nil {
		t.Fatal(err)
	}
	more, err := engine.LoadParts(languages.Models())
	if err != nil {
		t.Fatal(err)
	}
	large, openLarge := openParts(t, largeModels), openParts(t, openLargeModels)
	out := []licensedFile{{heading: "Default", about: "data/bundle/*.tt"}, {heading: "Open", about: "tidytalk-open.tt"}, {heading: "Chinese", about: "tidytalk-zh.tt"}, {heading: "Languages", about: "tidytalk-languages.tt"}, {heading: "Large", about: "tidytalk-large.tt"}, {heading: "Open large", about: "tidytalk-open-large.tt"}}
	for i, b := range []*engine.Bundle{english, open, chinese, more, large, openLarge} {
		if out[i].report, err = licencesOfBundle(b.Knowing(bundle.Sources()), out[i].about); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// openParts opens a file of models that stand beside others, alone.
func openParts(t *testing.T, path string) *engine.Bundle {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b, err := engine.LoadParts(file)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestDocsLicences holds docs/licences.md to the models: it has every source and licence of theirs, and
// no others.
func TestDocsLicences(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "licences.md")
	is := readText(t, path)
	before, rest, ok := strings.Cut(is, licencesBegin)
	_, after, ok2 := strings.Cut(rest, licencesEnd)
	if !ok || !ok2 {
		t.Fatalf("%s has no place for the sources", path)
	}
	files := licensedFiles(t)
	want := before + licencesBegin + documentedLicences(t, files) + licencesEnd + after
	if is != want {
		if !*update {
			t.Fatalf("%s does not say what the models were made from: go test ./cmd/tidytalk -run TestDocsLicences -update", path)
		}
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// What is written by hand speaks of no source that nothing was made from.
	f, err := os.Open(filepath.Join("..", "..", "data", "licences", "sources.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := licences.ReadList(f, f.Name())
	if err != nil {
		t.Fatal(err)
	}
	for i := range list.Sources {
		name := list.Sources[i].Name
		made := slices.ContainsFunc(files, func(f licensedFile) bool {
			return slices.ContainsFunc(f.report.Sources, func(s licenceSource) bool { return s.Name == name })
		})
		if made != strings.Contains(want, "| `"+name+"` |") {
			t.Errorf("%s: models were made from it: %v; the page says otherwise", name, made)
		}
		for _, l := range termsOf(list.Sources[i].Licence) {
			if !slices.ContainsFunc(licenceTerms, func(x struct{ name, url, asks string }) bool { return x.name == l }) {
				t.Errorf("licenceTerms does not say what %s asks, which %s is under", l, name)
			}
		}
	}
}

// documentedLicences writes what files of models were made from, what the licences of that ask, and whom
// to name.
func documentedLicences(t *testing.T, files []licensedFile) string {
	var b strings.Builder
	sources := make(map[string]licenceSource)
	in := make(map[string][]string) // the files of a source
	b.WriteString("\n## Sources, file by file\n")
	for _, f := range files {
		r := f.report
		fmt.Fprintf(&b, "\n### %s\n\n**%s**: %s. Its manifest says: %s.\n\n| source | licence | commercial use | share-alike | parts |\n|---|---|---|---|---|\n", f.heading, f.about, r.verdict(), r.Licence)
		for i := range r.Sources {
			s := &r.Sources[i]
			if s.Licence == "" || s.Attribution == "" {
				t.Errorf("%s: nothing is known of the source %s", f.about, s.Name)
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", s.Name, s.Licence, s.Commercial, yesNo(s.ShareAlike), r.partsText(s))
			sources[s.Name], in[s.Name] = *s, append(in[s.Name], strings.ToLower(f.heading))
		}
	}
	var names []string
	for name := range sources {
		names = append(names, name)
	}
	slices.Sort(names)
	b.WriteString("\n## What each licence asks\n\nOf who gives the material, or what is made from it, away; who keeps it, and cleans with it, is asked nothing but not to use it commercially where that is forbidden.\n\n| licence | what it asks | sources |\n|---|---|---|\n")
	for _, l := range licenceTerms {
		var of []string
		for _, name := range names {
			if slices.Contains(termsOf(sources[name].Licence), l.name) {
				of = append(of, "`"+name+"`")
			}
		}
		if of == nil {
			continue
		}
		shown := l.name
		if l.url != "" {
			shown = "[" + l.name + "](" + l.url + ")"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", shown, l.asks, strings.Join(of, ", "))
	}
	b.WriteString("\n## Attribution\n\nThe texts, as `bundle info --licences` writes those of a file.\n\n| source | in | attribution |\n|---|---|---|\n")
	for _, name := range names {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", name, strings.Join(in[name], ", "), strings.ReplaceAll(sources[name].Attribution, "|", "\\|"))
	}
	b.WriteString("\n")
	return b.String()
}

func yesNo(is bool) licences.Answer {
	if is {
		return licences.Yes
	}
	return licences.No
}

// TestDocsModules holds the modules on the page to those that the program requires.
func TestDocsModules(t *testing.T) {
	page := readText(t, filepath.Join("..", "..", "docs", "licences.md"))
	_, page, _ = strings.Cut(page, "\n## The code\n")
	page, _, _ = strings.Cut(page, "\n## ")
	listed := func(text, pattern string) []string {
		var out []string
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			out = append(out, m[1])
		}
		slices.Sort(out)
		return out
	}
	said := listed(page, "(?m)^\\| `(\\S+)` \\| [A-Z]")
	required := listed(readText(t, filepath.Join("..", "..", "go.mod")), `(?m)^\t(\S+) v`)
	if len(required) < 10 || !slices.Equal(said, required) {
		t.Errorf("the page has the modules\n%s\nand go.mod\n%s", strings.Join(said, "\n"), strings.Join(required, "\n"))
	}
}
