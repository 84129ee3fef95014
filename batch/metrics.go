package batch

import (
	"context"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"

	"github.com/tidytalk/tidytalk/data"
	"github.com/tidytalk/tidytalk/serve/cleaning"
)

// Namespace is that of the metrics of this package: the counters files, words, failures,
// skipped, none (without a transcript), and removed-KIND for each kind of disfluency that tidytalk removes, and the
// distribution millis, of the milliseconds that a file or document took.
const Namespace = "tidytalk"

// They are not for several goroutines at once: those of bundles count, not those of the pool.
var (
	filesCount    = beam.NewCounter(Namespace, "files")
	wordsCount    = beam.NewCounter(Namespace, "words")
	failuresCount = beam.NewCounter(Namespace, "failures")
	skippedCount  = beam.NewCounter(Namespace, "skipped")
	noneCount     = beam.NewCounter(Namespace, "none")
	millis        = beam.NewDistribution(Namespace, "millis")
	removedCounts = func() (c [data.NumDisfluencies]beam.Counter) {
		for k, name := range data.DisfluencyNames() {
			c[k] = beam.NewCounter(Namespace, "removed-"+name)
		}
		return c
	}()
)

// count adds a document that was cleaned to the metrics.
func count(ctx context.Context, t *cleaning.Tally, took time.Duration) {
	filesCount.Inc(ctx, 1)
	wordsCount.Inc(ctx, int64(t.Words))
	for k, n := range t.Kinds {
		if n > 0 {
			removedCounts[k].Inc(ctx, int64(n))
		}
	}
	millis.Update(ctx, took.Milliseconds())
}
