package cart_test

import (
	"context"
	"fmt"
	"math"
	"os"

	"github.com/tidytalk/tidytalk/models/classify"
	"github.com/tidytalk/tidytalk/research/cart"
)

// Pauses of which some were not measured tell sentence boundaries from commas.
func ExampleTrain() {
	d := &classify.Data{
		Columns: []classify.Column{{Name: "pause.after"}, {Name: "turn.end", Values: []string{"false", "true"}}},
		Classes: []string{"none", "sen", "com"},
	}
	undefined := float32(math.NaN())
	for i := range 60 {
		short, long := float32(i)/1000, 0.4+float32(i)/100
		d.X = append(d.X, []float32{short, 0}, []float32{long, 0}, []float32{0.15 + short, 0}, []float32{undefined, 1})
		d.Y = append(d.Y, 0, 1, 2, 1)
	}
	tree, err := cart.Train(context.Background(), d, cart.Options{Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	if _, err := tree.WriteTo(os.Stdout); err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%.2f\n", tree.Posteriors([]float32{0.2, 0}, nil))
	// Output:
	// pause.after < 0.3045:
	// | pause.after < 0.1045: 0.97 0.02 0.02 <none>
	// | pause.after >= 0.1045: 0.02 0.02 0.97 <com>
	// pause.after >= 0.3045 or undefined: 0.01 0.98 0.01 <sen>
	// [0.02 0.02 0.97]
}
