package bundles

import "testing"

func TestCodeOf(t *testing.T) {
	for name, want := range map[string]string{
		"tidytalk-de.tt": "de", "tidytalk-yue.tt": "yue", "tidytalk-zh.tt": "zh",
		"tidytalk-open.tt": "", "tidytalk-d.tt": "", "tidytalk-DE.tt": "", "tidytalk-d1.tt": "", "tidytalk-.tt": "", "tidytalk-de": "", "de.tt": "", "tidytalk-de.tt.tt": "", "tidytalk-dé.tt": "", "": "",
	} {
		if got := codeOf(name); got != want {
			t.Errorf("codeOf(%q) = %q, want %q", name, got, want)
		}
	}
}
