package service

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/text/decisions"
)

// The description of a sentence has the members of the record: all that answers have, and as needed those that are
// always there.
func TestDescribedSentence(t *testing.T) {
	var document struct {
		Components struct {
			Schemas map[string]struct {
				Required   []string
				Properties map[string]struct {
					Items struct{ Required []string }
				}
			}
		}
	}
	if err := json.Unmarshal(skeleton, &document); err != nil {
		t.Fatal(err)
	}
	schema := document.Components.Schemas["Sentence"]
	// Members that only corrections and pipelines have.
	elsewhere := []string{"document", "index", "by", "by_hand", "retyped", "punct", "ends", "utterances", "acts"}
	all, always := members(reflect.TypeFor[decisions.Sentence]())
	all = slices.DeleteFunc(all, func(name string) bool { return slices.Contains(elsewhere, name) })
	same(t, "members", slices.Collect(maps.Keys(schema.Properties)), all)
	same(t, "members that are always there", schema.Required, append(always, "line", "posteriors"))
	_, always = members(reflect.TypeFor[decisions.Word]())
	same(t, "those of words", schema.Properties["words"].Items.Required, always)
	_, always = members(reflect.TypeFor[decisions.Operation]())
	same(t, "those of operations", schema.Properties["operations"].Items.Required, always)
}

func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q are described, and there are %q", what, got, want)
	}
}

// members lists the members of a struct, and those that are never left out.
func members(of reflect.Type) (all, always []string) {
	for i := range of.NumField() {
		name, options, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		if all = append(all, name); options == "" {
			always = append(always, name)
		}
	}
	return all, always
}
