package main

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/batch"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// TestFlagsAreDeclared: the command has the options that are declared for batches, with their
// defaults, and keeps their ranges.
func TestFlagsAreDeclared(t *testing.T) {
	before := own
	defer func() { own = before }()
	set := flag.NewFlagSet("", flag.ContinueOnError)
	new(flags).register(set)
	for _, o := range cleaning.Options() {
		at, x := cleaning.At(cleaning.Batch, o.Name), set.Lookup(o.Name)
		if at == nil {
			if x != nil && strings.HasPrefix(x.Usage, o.About) {
				t.Errorf("there is --%s: %s", o.Name, o.Without(cleaning.Batch))
			}
			continue
		}
		want := at.About
		if text := at.DefaultText(); text != "" {
			want += " (default: " + text + ")"
		}
		if x == nil || x.Usage != want {
			t.Errorf("--%s is not as declared: %+v", o.Name, x)
		}
		if o.Type != cleaning.Whole && o.Type != cleaning.Number {
			continue
		}
		value := fmt.Sprint(o.Least - 1)
		if err := (batch.Options{Settings: map[string][]string{o.Name: {value}}}).Validate(); err == nil || !strings.Contains(err.Error(), o.Name+" ") {
			t.Errorf("--%s %s: %v", o.Name, value, err)
		}
	}
}

// Workers that a runner starts as this program need not be sent it.
func TestInstalled(t *testing.T) {
	for _, x := range []struct {
		environment, config string
		want                bool
	}{
		{"PROCESS", `{"command":"/usr/local/bin/tidytalk-batch"}`, true},
		{"process", `{"command":"tidytalk-batch","env":{"TMPDIR":"/scratch"}}`, true},
		{"PROCESS", `{"command":"/opt/apache/beam/boot"}`, false},
		{"PROCESS", `tidytalk-batch`, false},
		{"DOCKER", `{"command":"/usr/local/bin/tidytalk-batch"}`, false},
		{"", "", false},
	} {
		if got := installed(x.environment, x.config); got != x.want {
			t.Errorf("%s %s: %v", x.environment, x.config, got)
		}
	}
}
