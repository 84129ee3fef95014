package cleaning

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk"
)

// TestDeclarations: what is declared fits together, and what is absent somewhere says why.
func TestDeclarations(t *testing.T) {
	seen := make(map[string]bool)
	for _, o := range Options() {
		for _, name := range append([]string{o.Name}, o.Aliases...) {
			if seen[name] {
				t.Errorf("%s is declared twice", name)
			}
			seen[name] = true
		}
		if strings.Count(o.About, "`")%2 != 0 || o.About == "" {
			t.Errorf("%s: %q", o.Name, o.About)
		}
		for _, x := range o.Not {
			if x.Why == "" || x.On == 0 {
				t.Errorf("%s: %+v", o.Name, x)
			}
		}
		for _, x := range o.Titles {
			if !slices.Contains(o.Values, x.Name) {
				t.Errorf("%s has no value %s", o.Name, x.Name)
			}
		}
		places := 0
		for s := range Surfaces() {
			if at := At(s, o.Name); at != nil {
				places++
				checkDefault(t, at)
			}
		}
		if places == 0 {
			t.Errorf("%s is nowhere", o.Name)
		}
	}
}

// checkDefault checks that the default of an option is one of its values.
func checkDefault(t *testing.T, o *Option) {
	t.Helper()
	fits := true
	switch value := o.DefaultValue().(type) {
	case nil:
	case int:
		fits = o.Type == Whole && o.fits(float64(value))
	case float64:
		fits = o.Type == Number && o.fits(value)
	case []string:
		fits = o.Type == List && !slices.ContainsFunc(value, func(v string) bool { return !slices.Contains(o.Values, v) })
	default:
		fits = o.Type == Text && slices.Contains(o.Values, o.DefaultText()) || len(o.Cases) > 0
	}
	if !fits {
		t.Errorf("%s has the default %v", o.Name, o.Default)
	}
}

// given is a source of one text.
type given struct{ name, value string }

func (g given) String(name string) string {
	if name == g.name {
		return g.value
	}
	return ""
}
func (g given) Bool(string) bool            { return false }
func (g given) Int(string) int              { return 0 }
func (g given) Float64(string) float64      { return 0 }
func (g given) StringSlice(string) []string { return nil }
func (g given) IsSet(name string) bool      { return name == g.name }
func (g given) Spell(message string) string { return message }

// TestDefaultsStand: who gives the default of a text gets what nobody gets who gives nothing.
func TestDefaultsStand(t *testing.T) {
	without, err := Parse(given{}, CleanCommand, tidytalk.Options{}, false)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, o := range On(CleanCommand) {
		if o.Type != Text || !o.Fixed() || o.set == nil {
			continue
		}
		n++
		with, err := Parse(given{o.Name, o.DefaultText()}, CleanCommand, tidytalk.Options{Mode: tidytalk.ModeDecoder}, false)
		if err != nil {
			t.Fatal(err)
		}
		with.Options.Mode, with.spell, without.spell = "", nil, nil
		if !reflect.DeepEqual(with, without) {
			t.Errorf("--%s %s: %+v, want %+v", o.Name, o.DefaultText(), with, without)
		}
	}
	if n < 8 {
		t.Errorf("%d options", n)
	}
}

// TestRanges: numbers out of range are refused everywhere in the same words.
func TestRanges(t *testing.T) {
	for query, want := range map[string]string{
		"beam=0": "beam must be 1 to 1024, not 0", "margin=0": "margin must be above 0, not 0", "look-ahead=0": "look-ahead is a number of words, at least 1, not 0",
		"look-ahead=1001": "look-ahead is a number of words, at most 1000, not 1001", "confidence=1.5": "confidence is a probability at most 1, such as 0.95, not 1.5",
		"confidence=-1": "confidence is a probability above 0, such as 0.95, not -1", "line-chars=9": "line-chars must be at least 10, not 9",
		"mode=best": `mode: unknown mode "best": use decoder, experts or baseline`, "level=much": `level: unknown level "much": use light, standard or full`,
	} {
		name, value, _ := strings.Cut(query, "=")
		q, err := NewQuery(map[string][]string{name: {value}}, Batch)
		if err == nil {
			_, err = Parse(q, Batch, tidytalk.Options{}, false)
		}
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", query, err, want)
		}
	}
}
