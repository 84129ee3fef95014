package chinese

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

//go:embed templates/*.tmpl
var templates embed.FS

// featureName is what a feature of the paper is called.
var featureName = regexp.MustCompile(`^([LPF])([1-9][0-9]?)$`)

// PaperFeatures returns the templates of features of Tables 3 to 5 by their names there, such as
// "L7", or by the first and the last one of some, "P1-P10". Features are in the order of the
// tables. It returns an error on other names.
func PaperFeatures(names ...string) (string, error) {
	want := make(map[string]bool)
	for _, name := range names {
		from, to, _ := strings.Cut(name, "-")
		if to == "" {
			to = from
		}
		a, b := featureName.FindStringSubmatch(from), featureName.FindStringSubmatch(to)
		if a == nil || b == nil || a[1] != b[1] {
			return "", fmt.Errorf("%q are no features of the paper: there are L1-L7, P1-P10 and F1-F10", name)
		}
		lo, _ := strconv.Atoi(a[2])
		hi, _ := strconv.Atoi(b[2])
		for i := lo; i <= hi; i++ {
			want[a[1]+strconv.Itoa(i)] = true
		}
	}
	var out strings.Builder
	for _, file := range []string{"words", "phrases", "chunks"} {
		text, err := templates.ReadFile("templates/marks-" + file + ".tmpl")
		if err != nil {
			return "", err
		}
		for line := range strings.Lines(string(text)) {
			fields := strings.Fields(line)
			if name := fields[len(fields)-1]; line[0] != '#' && want[name] {
				out.WriteString(line)
				delete(want, name)
			}
		}
	}
	if len(want) > 0 {
		var left []string
		for name := range want {
			left = append(left, name)
		}
		slices.Sort(left)
		return "", fmt.Errorf("the paper has no feature %s: there are L1-L7, P1-P10 and F1-F10", strings.Join(left, ", "))
	}
	return out.String(), nil
}
