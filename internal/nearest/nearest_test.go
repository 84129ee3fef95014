package nearest

import "testing"

func TestOf(t *testing.T) {
	names := []string{"network", "network-fillers", "edit-words", "lm-fluent"}
	for typed, want := range map[string]string{"netwrk": "network", "netowrk": "network", "edit-word": "edit-words", "lm-": "", "": "", "zebra": ""} {
		if got := Of(names, typed); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
	if got := Of(nil, "network"); got != "" {
		t.Errorf("of no names: %q", got)
	}
}
