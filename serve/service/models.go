package service

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/tidytalk/tidytalk/internal/prose"
	"github.com/tidytalk/tidytalk/serve/cleaning"
	"github.com/tidytalk/tidytalk/text/style"
)

// modelName is the model that those are told who ask for models as of a language model, and how the names of others begin: what is behind it says options.
const modelName = "tidytalk"

// modelParts are what the name of a model may have behind modelName and a hyphen, one after the other, with the options that they say. The longest of those
// that begin alike is the first.
func modelParts() (parts []string, options map[string][2]string) {
	options = map[string][2]string{"dictation": {"dictation", "true"}, "digits": {"numbers", "digits"}}
	for _, level := range cleaning.Find("level").Values {
		options[level] = [2]string{"level", level}
	}
	for _, name := range style.Names() {
		options[name] = [2]string{"style", name}
	}
	for name := range options {
		parts = append(parts, name)
	}
	slices.Sort(parts)
	slices.Reverse(parts)
	return parts, options
}

// modelNames are those that are listed.
func modelNames() []string {
	parts, _ := modelParts()
	out := []string{modelName}
	for _, p := range slices.Backward(parts) {
		out = append(out, modelName+"-"+p)
	}
	return append(out, modelName+"-dictation-digits")
}

// modelQuery returns the options that the name of a model says. Names of others' models say none: tools that ask for one by a name that is fixed are answered, too.
func modelQuery(name string) (url.Values, error) {
	said, query, _ := strings.Cut(name, "?")
	said = strings.TrimSuffix(strings.ToLower(said), ":latest")
	values, err := url.ParseQuery(query)
	rest, own := strings.CutPrefix(said, modelName)
	if !own {
		return url.Values{}, nil
	}
	if err != nil {
		return nil, noModel(name)
	}
	parts, options := modelParts()
	for rest != "" {
		at := slices.IndexFunc(parts, func(p string) bool {
			behind, ok := strings.CutPrefix(rest, "-"+p)
			return ok && (behind == "" || behind[0] == '-')
		})
		if at < 0 {
			return nil, noModel(name)
		}
		o := options[parts[at]]
		if values.Has(o[0]) {
			return nil, noModel(name)
		}
		values.Set(o[0], o[1])
		rest = rest[1+len(parts[at]):]
	}
	return values, nil
}

func noModel(name string) error {
	return fail(http.StatusNotFound, codeNoModel, fmt.Sprintf("there is no model %s: there are %s, parts of names one after the other, and %s?OPTION=VALUE with the options of /v1/clean", headerText(name), prose.And(modelNames()), modelName))
}
