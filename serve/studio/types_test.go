package studio

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/serve/corrections"
)

// TestTypes holds the types of the page to those of the server: the same members, left out and
// of plain types where the others are. Types of request leave out what they like.
func TestTypes(t *testing.T) {
	source, err := os.ReadFile("../web/src/shapes.ts")
	if err != nil {
		t.Fatal(err)
	}
	interfaces := parseInterfaces(t, string(source))
	for name, of := range map[string]struct {
		is      any
		request bool
	}{
		"Option":             {is: optionInfo{}},
		"Option.values":      {is: titledInfo{}},
		"Info":               {is: infoAnswer{}},
		"Info.kinds":         {is: kindInfo{}},
		"Info.formats":       {is: formatInfo{}},
		"Info.cuts":          {is: cutsInfo{}},
		"Info.settings":      {is: settingsInfo{}},
		"Doc":                {is: columns{}},
		"Doc.warnings":       {is: warning{}},
		"Edit":               {is: editRequest{}, request: true},
		"CorrectedWord":      {is: correction{}, request: true},
		"TurnByHand":         {is: corrections.Turn{}, request: true},
		"TimeByHand":         {is: corrections.Time{}, request: true},
		"Comment":            {is: corrections.Comment{}, request: true},
		"Refused":            {is: corrections.Refused{}},
		"Answer":             {is: edited{}},
		"Traces":             {is: traceAnswer{}},
		"Traces.traces":      {is: traced{}},
		"Job":                {is: jobState{}},
		"Job.result":         {is: learnResult{}},
		"Job.result.lessons": {is: lesson{}},
		"JobChange":          {is: change{}},
	} {
		got, want := interfaces[name], membersOf(reflect.TypeOf(of.is))
		if of.request {
			for i := range got {
				got[i].optional = false
			}
			for i := range want {
				want[i].optional = false
			}
		}
		for i := range got {
			if k := slices.IndexFunc(want, func(m member) bool { return m.name == got[i].name }); k >= 0 && want[k].kind == "" {
				got[i].kind = ""
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s of the page and %T of the server differ:\n%v\n%v", name, of.is, got, want)
		}
	}
}

// member is a member of an object. kind is its type for the page; "": one that is not plain.
type member struct {
	name, kind string
	optional   bool
}

// membersOf returns the members that a struct has as JSON, sorted.
func membersOf(of reflect.Type) (out []member) {
	for i := range of.NumField() {
		name, options, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		out = append(out, member{name, plainKind(of.Field(i).Type), options == "omitempty"})
	}
	return sorted(out)
}

func sorted(members []member) []member {
	slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.name, b.name) })
	return members
}

// plainKind returns the type of the page for a type of the server.
func plainKind(of reflect.Type) string {
	switch of.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64, reflect.Float64:
		return "number"
	case reflect.Slice:
		if of.Implements(reflect.TypeFor[json.Marshaler]()) {
			return "" // it has nulls
		}
		if kind := plainKind(of.Elem()); kind != "" {
			return kind + "[]"
		}
	case reflect.Map:
		if kind := plainKind(of.Elem()); kind != "" && of.Key().Kind() == reflect.Int {
			return "Sparse<" + kind + ">"
		}
	}
	return ""
}

var (
	opening    = regexp.MustCompile(`^export interface (\w+)(?: extends (\w+))? \{$`)
	ofObject   = regexp.MustCompile(`^(\w+)\??: \{(?: (.*) \}(\[\])?( \| null)?;)?$`)
	ofPlain    = regexp.MustCompile(`^(\w+)(\??): (.*);$`)
	comment    = regexp.MustCompile(` // .*$`)
	separators = regexp.MustCompile(`;\s+`)
)

// parseInterfaces returns the members of the interfaces of a file, and of the objects in them, by their names
// and those of the members that they are of.
func parseInterfaces(t *testing.T, source string) map[string][]member {
	out := make(map[string][]member)
	var path []string
	add := func(of string, line string) {
		m := ofPlain.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("shapes.ts: what is %q?", line)
		}
		kind := strings.TrimSuffix(m[3], " | null")
		if strings.Contains(kind, "'") {
			kind = "string" // one of some
		}
		if kind == "Fate" {
			kind = "string"
		}
		out[of] = append(out[of], member{m[1], kind, m[2] != ""})
	}
	for line := range strings.Lines(source) {
		line = strings.TrimSpace(comment.ReplaceAllString(strings.TrimRight(line, "\n"), ""))
		if m := opening.FindStringSubmatch(line); m != nil {
			path = []string{m[1]}
			out[m[1]] = slices.Clone(out[m[2]])
			continue
		}
		of := strings.Join(path, ".")
		switch {
		case len(path) == 0 || line == "":
		case strings.HasPrefix(line, "}"):
			path = path[:len(path)-1]
		case ofObject.MatchString(line):
			m := ofObject.FindStringSubmatch(line)
			add(of, strings.TrimSuffix(line[:strings.Index(line, "{")], " ")+" object;")
			if m[2] == "" {
				path = append(path, m[1])
				continue
			}
			for _, part := range separators.Split(m[2], -1) {
				add(of+"."+m[1], strings.TrimSuffix(part, ";")+";")
			}
		default:
			add(of, line)
		}
	}
	for _, members := range out {
		sorted(members)
	}
	return out
}
