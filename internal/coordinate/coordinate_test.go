package coordinate

import (
	"math"
	"testing"
)

// TestAscend finds the top of a hill to the finest step, and leaves a plain alone.
func TestAscend(t *testing.T) {
	x, y := 0.0, 1.0
	Ascend(func() float64 { return -(x-1.3)*(x-1.3) - 2*(y+0.7)*(y+0.7) }, []*float64{&x, &y}, 1e-9)
	if math.Abs(x-1.3) > 0.025+1e-9 || math.Abs(y+0.7) > 0.025+1e-9 {
		t.Errorf("the top is at 1.3, -0.7, not %v, %v", x, y)
	}
	x = 0.25
	Ascend(func() float64 { return 1 }, []*float64{&x}, 1e-9)
	if x != 0.25 {
		t.Errorf("on a plain it goes to %v", x)
	}
	x = 0
	Ascend(func() float64 { return 0.01 * x }, []*float64{&x}, 0.1)
	if x != 0 {
		t.Errorf("a gain that is too small moves it to %v", x)
	}
}
