package engine_test

import (
	"strings"
	"testing"

	"github.com/tidytalk/tidytalk/decode/engine"
	"github.com/tidytalk/tidytalk/internal/bundletest"
)

// A pruned bundle is smaller, opens, and says what its parts were made with.
func TestPrune(t *testing.T) {
	b := bundletest.WithoutNetwork(t)
	all := engine.Prunable()
	file, err := b.Prune(all, 0.3)
	if err != nil {
		t.Fatal(err)
	}
	pruned, err := engine.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range all {
		if was, is := b.Part(part), pruned.Part(part); len(is) > len(was)*9/10 {
			t.Errorf("%s: %d bytes became %d", part, len(was), len(is))
		}
	}
	if r := pruned.Restoring(); r == nil || r.Second.Name() != b.Restoring().Second.Name() {
		t.Error("the chain is another one")
	}
	if string(b.Part(engine.PartRepairs)) != string(pruned.Part(engine.PartRepairs)) {
		t.Error("another part changed")
	}
	if was, is := b.Sentences().Experts(), pruned.Sentences().Experts(); is == nil || is.Rows() != was.Rows() {
		t.Error("the experts are others")
	}
	for _, part := range []string{"kinds", "network", "other"} {
		if _, err := b.Prune([]string{part}, 0.1); err == nil || !strings.Contains(err.Error(), engine.PartStreamEdit) {
			t.Errorf("%s: %v", part, err)
		}
	}
}
