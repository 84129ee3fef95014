package engine_test

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/data/bundle"
	"github.com/tidytalk/tidytalk/engine"
)

// A pruned bundle is smaller, opens, and says what its parts were made with.
func TestPrune(t *testing.T) {
	b, err := engine.Load(bundle.Default()...)
	if err != nil {
		t.Fatal(err)
	}
	file, err := b.Prune([]string{engine.PartStreamEdit, engine.PartPunctClean}, 0.3)
	if err != nil {
		t.Fatal(err)
	}
	pruned, err := engine.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{engine.PartStreamEdit, engine.PartPunctClean} {
		if was, is := b.Part(part), pruned.Part(part); len(is) > len(was)*9/10 {
			t.Errorf("%s: %d bytes became %d", part, len(was), len(is))
		}
	}
	if r := pruned.Restoring(); r == nil || r.Second.Name() != b.Restoring().Second.Name() {
		t.Error("the chain is another one")
	}
	if string(b.Part(engine.PartWrittenEdit)) != string(pruned.Part(engine.PartWrittenEdit)) {
		t.Error("another part changed")
	}
	for _, part := range []string{"tagger", "edit", "other"} {
		if _, err := b.Prune([]string{part}, 0.1); err == nil || !strings.Contains(err.Error(), engine.PartStreamEdit) {
			t.Errorf("%s: %v", part, err)
		}
	}
}
