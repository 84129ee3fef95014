package progress

import (
	"context"
	"slices"
	"testing"
)

func TestPart(t *testing.T) {
	var got []float64
	ctx := With(t.Context(), func(share float64) { got = append(got, share) })
	whole := Count(ctx, 4)
	whole.Add(1)
	whole.Add(0)
	second := Count(Part(Part(ctx, 0.5, 1), 0, 0.5), 2)
	second.Add(1)
	second.Add(1)
	second.Add(1) // more than all
	if want := []float64{0.25, 0.625, 0.75, 0.75}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	Pause(ctx)
	if len(got) != 5 || got[4] != 0 {
		t.Errorf("a pause tells %v", got[4:])
	}
	for _, nobody := range []context.Context{t.Context(), Part(t.Context(), 0, 1)} {
		Pause(nobody)
		Count(nobody, 3).Add(1)
	}
	Count(ctx, 0).Add(1)
}

func TestAlso(t *testing.T) {
	var got []float64
	times := 0
	ctx := Also(With(t.Context(), func(share float64) { got = append(got, share) }), func() { times++ })
	Count(ctx, 2).Add(1)
	Pause(ctx)
	if want := []float64{0.5, 0}; !slices.Equal(got, want) || times != 2 {
		t.Errorf("%v told, %d times called, want %v and 2", got, times, want)
	}
	Count(Also(t.Context(), func() { times++ }), 1).Add(1)
	if times != 3 {
		t.Error("it is not called where nobody is told")
	}
}
