// Package coordinate searches for the parameters that make a value large, along one of them
// at a time.
//
// [Ascend] is all of it.
package coordinate

// steps are the sizes of the steps, from coarse to fine.
var steps = [...]float64{0.4, 0.2, 0.1, 0.05}

// Ascend changes params, which value reads, by steps of 0.4 to 0.05, as long as one of them
// gains more than least. The same function gives the same parameters.
func Ascend(value func() float64, params []*float64, least float64) {
	best := value()
	for _, step := range steps {
		for again := true; again; {
			again = false
			for _, p := range params {
				for _, by := range []float64{step, -step} {
					was := *p
					*p += by
					if v := value(); v > best+least {
						best, again = v, true
						break
					}
					*p = was
				}
			}
		}
	}
}
