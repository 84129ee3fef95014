package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/internal/cli/program"
	"github.com/tidytalk/tidytalk/internal/cli/usage"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/serve/service"
	"github.com/tidytalk/tidytalk/serve/studio"
)

// TestCommandsHaveOptions: flags, help, manual and completion have the options that are
// declared for commands, with their defaults, and no others of their names.
func TestCommandsHaveOptions(t *testing.T) {
	commands := product().Commands()
	escaped := strings.NewReplacer("-", `\-`)
	_, page, _ := execute(t, "", "man")
	for _, s := range []cleaning.Surface{cleaning.CleanCommand, cleaning.CutCommand, cleaning.TraceCommand, cleaning.EvalCommand, cleaning.TuneCommand, cleaning.ServeCommand} {
		name := cleaning.Surfaces()[s]
		command := commands[slices.IndexFunc(commands, func(c *cli.Command) bool { return c.Name == name })]
		_, help, _ := execute(t, "", name, "--help")
		_, manual, _ := strings.Cut(page, ".SS \"tidytalk "+name+" ")
		manual, _, _ = strings.Cut(manual, ".SS ")
		for _, o := range cleaning.Options() {
			flag := flagNamed(command, o.Name)
			if why := o.Without(s); why != "" {
				if flag != nil && flag.GetUsage() == o.About {
					t.Errorf("%s has --%s, which it should not: %s", name, o.Name, why)
				}
				continue
			}
			at := cleaning.At(s, o.Name)
			if flag == nil || flag.GetUsage() != at.About {
				t.Errorf("%s lacks --%s, or says something else of it", name, o.Name)
				continue
			}
			shown := strings.Trim(flag.GetDefaultText(), `"`)
			if at.Default != nil && (shown != at.DefaultText() || !strings.Contains(help, "(default: "+flag.GetDefaultText()+")") || !strings.Contains(manual, "\nDefault: "+escaped.Replace(shown)+".\n")) {
				t.Errorf("%s --%s has the default %q, not %q", name, o.Name, shown, at.DefaultText())
			}
			if !strings.Contains(manual, `\fB`+escaped.Replace(usage.Dashed(o.Name))+`\fR`) {
				t.Errorf("the manual of %s lacks --%s", name, o.Name)
			}
			if _, names, _ := execute(t, "", "--complete="+usage.Dashed(o.Name), name); !slices.Contains(strings.Fields(names), usage.Dashed(o.Name)) {
				t.Errorf("no shell completes %s --%s", name, o.Name)
			}
			if _, got, _ := execute(t, "", "--complete=", name, usage.Dashed(o.Name)); at.Values != nil && !slices.Equal(strings.Fields(got), at.Values) {
				t.Errorf("shells complete %s --%s by %q, not %q", name, o.Name, got, at.Values)
			}
		}
	}
}

// flagNamed returns a flag of a command, nil if it has none of that name.
func flagNamed(c *cli.Command, name string) cli.DocGenerationFlag {
	for _, f := range c.Flags {
		if slices.Contains(f.Names(), name) {
			return f.(cli.DocGenerationFlag)
		}
	}
	return nil
}

// outOfRange returns values that an option does not take.
func outOfRange(o *cleaning.Option) []string {
	var out []string
	switch {
	case o.Type != cleaning.Whole && o.Type != cleaning.Number:
		return nil
	case o.Above:
		out = append(out, fmt.Sprint(o.Least))
	case o.Least != 0:
		out = append(out, fmt.Sprint(o.Least-1))
	}
	if o.Most != 0 {
		out = append(out, fmt.Sprint(o.Most+1))
	}
	return out
}

// TestCommandsKeepRanges: commands refuse what is out of range, and name the option.
func TestCommandsKeepRanges(t *testing.T) {
	needs := map[cleaning.Surface][]string{
		cleaning.CleanCommand: {"-"}, cleaning.CutCommand: {"none.wav", "none.json"}, cleaning.TraceCommand: {"so uh yes"}, cleaning.ServeCommand: nil,
		cleaning.EvalCommand: {"--corpus", "none.tsv"}, cleaning.TuneCommand: {"--corpus", "none.tsv"},
	}
	for s, args := range needs {
		for _, o := range cleaning.On(s) {
			for _, value := range outOfRange(&o) {
				code, _, problems := execute(t, "", append([]string{cleaning.Surfaces()[s], usage.Dashed(o.Name), value}, args...)...)
				if code != program.Misused || !strings.Contains(problems, usage.Dashed(o.Name)+" ") {
					t.Errorf("%s --%s %s: exit code %d, %s", cleaning.Surfaces()[s], o.Name, value, code, problems)
				}
			}
		}
	}
}

// TestServiceHasOptions: the document of the service has the options that are declared for
// requests, with defaults, values and bounds, and requests keep these.
func TestServiceHasOptions(t *testing.T) {
	b, err := tidytalk.LoadEmbedded(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	s, err := service.New(service.Options{Bundle: b})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	type schema struct {
		Default                            any
		Enum                               []string
		Minimum, ExclusiveMinimum, Maximum float64
	}
	type parameter struct {
		Name, Description string
		Schema            schema
	}
	var document struct {
		Paths      map[string]map[string]struct{ Parameters []parameter }
		Components struct {
			Schemas map[string]struct{ Properties map[string]schema }
		}
	}
	if err := json.Unmarshal(requested(t, s, "GET", "/openapi.json", 200), &document); err != nil {
		t.Fatal(err)
	}
	for path, method := range map[cleaning.Surface]string{cleaning.CleanRequest: "post", cleaning.LabelRequest: "post", cleaning.TraceRequest: "post", cleaning.StreamRequest: "get"} {
		target := cleaning.Surfaces()[path]
		parameters := document.Paths[target][method].Parameters
		for _, o := range cleaning.Options() {
			i := slices.IndexFunc(parameters, func(p parameter) bool {
				return p.Name == o.Name && !strings.Contains(p.Description, "Form of the answer") && !slices.Contains([]string{"fillers", "vocabulary", "speakers"}, o.Name)
			})
			if why := o.Without(path); why != "" || i < 0 {
				if why == "" || i >= 0 {
					t.Errorf("%s and %s: %s", target, o.Name, why)
				}
				continue
			}
			at, p := cleaning.At(path, o.Name), parameters[i]
			if stated := fmt.Sprint(p.Schema.Default); at.Default != nil && stated != at.DefaultText() && !strings.HasSuffix(p.Description, " (default: "+cleaning.Bare(at.DefaultText())+")") {
				t.Errorf("%s says the default %s of %s, and not %s", target, stated, o.Name, at.DefaultText())
			}
			if o.Type == cleaning.Text && !o.Others && !slices.Equal(p.Schema.Enum, at.Values) || o.Others && p.Schema.Enum != nil || p.Schema.Minimum+p.Schema.ExclusiveMinimum != o.Least || p.Schema.Maximum != o.Most {
				t.Errorf("%s says of %s: %+v", target, o.Name, p.Schema)
			}
			for _, value := range outOfRange(&o) {
				query := target + "?" + o.Name + "=" + value
				if got := requested(t, s, strings.ToUpper(method), query, http.StatusBadRequest); !strings.Contains(string(got), `"`+o.Name+" ") {
					t.Errorf("%s: %s", query, got)
				}
			}
		}
	}
	traced := document.Components.Schemas["TraceRequest"].Properties
	for _, o := range cleaning.SearchOn(cleaning.TraceRequest) {
		if p, ok := traced[o.Name]; ok != o.Decoder || p.Maximum != o.Most || p.Minimum+p.ExclusiveMinimum != o.Least {
			t.Errorf("requests of traces as JSON say of %s: %+v", o.Name, p)
		}
	}
}

// requested returns the answer to a request, which has to be of a status.
func requested(t *testing.T, h http.Handler, method, target string, status int) []byte {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, target, strings.NewReader("So, um, yes.\n")))
	if w.Code != status {
		t.Errorf("%s: %d, %s", target, w.Code, w.Body)
	}
	return w.Body.Bytes()
}

// TestPageHasOptions: the page is told the options that are declared for it.
func TestPageHasOptions(t *testing.T) {
	b, err := tidytalk.LoadEmbedded(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	s, err := studio.New(studio.Options{Bundle: b})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var info struct {
		Options map[string]struct {
			Default     any
			Values      []struct{ Name, Title string }
			Least, Most float64
		}
	}
	if err := json.Unmarshal(requested(t, s, "GET", "/studio/info", 200), &info); err != nil {
		t.Fatal(err)
	}
	for _, o := range cleaning.Options() {
		got, ok := info.Options[o.Name]
		if why := o.Without(cleaning.Page); ok != (why == "") {
			t.Errorf("%s is on the page: %v; %s", o.Name, ok, why)
		}
		at := cleaning.At(cleaning.Page, o.Name)
		if at == nil {
			continue
		}
		stated, err := json.Marshal(at.DefaultValue())
		if is, _ := json.Marshal(got.Default); err != nil || string(is) != string(stated) || got.Least != o.Least || got.Most != o.Most || len(got.Values) != len(o.Titles) {
			t.Errorf("the page is told of %s: %+v", o.Name, got)
		}
	}
}
