package service

import (
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/tidytalk/tidytalk/serve/cleaning"
)

var update = flag.Bool("update", false, "write generated files anew")

// ofMethods are the options that methods of the packages set, and that nobody is to give them.
var ofMethods = []string{paramWant, paramFrames, paramName, paramSession, paramAfter, "provisional"}

// taken are the options that a request takes.
type taken struct {
	path  string
	names []string
}

// requestOptions returns what packages for other languages know of the options: their names, the types and descriptions
// of them, and which requests take them.
func requestOptions(typed map[cleaning.Type]string, several string) (names []string, types, about map[string]string, by []taken) {
	types, about = make(map[string]string), make(map[string]string)
	for _, r := range (&Service{}).table() {
		if r.on == 0 {
			continue
		}
		var own []string
		for _, o := range cleaning.On(r.on) {
			own = append(own, o.Name)
			types[o.Name], about[o.Name] = typed[o.Type], o.About
		}
		for _, p := range parameters[r.on] {
			if own = append(own, p.name); types[p.name] != "" {
				continue
			}
			types[p.name], about[p.name] = typed[cleaning.Text], p.about
			if p.several {
				types[p.name] = several
			}
		}
		slices.Sort(own)
		own = slices.Compact(own)
		by = append(by, taken{r.path, own})
		names = append(names, own...)
	}
	slices.Sort(names)
	return slices.Compact(names), types, about, by
}

// generated checks that a file has what is made here, or, with -update, writes it.
func generated(t *testing.T, path, want string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s is of other options (error %v): go test ./serve/service -run %s -update", path, err, t.Name())
	}
}
