package main

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
)

func init() {
	beam.RegisterDoFn(&gated{})
}

// gated emits the numbers below Most, a source without an end in sight: those from Half on when the file Gate is there, and
// not before. It makes the file Gate.waiting when it waits for that, so that who sees it knows that the others were
// emitted, however fast the machine is.
type gated struct {
	Half, Most int64
	Start      int64 // the time of the first one, in milliseconds; each of the others is one later
	Gate       string
}

func (x *gated) CreateInitialRestriction([]byte) offsetrange.Restriction {
	return offsetrange.Restriction{End: x.Most}
}

func (x *gated) CreateTracker(r offsetrange.Restriction) *sdf.LockRTracker {
	return sdf.NewLockRTracker(offsetrange.NewTracker(r))
}

func (x *gated) RestrictionSize(_ []byte, r offsetrange.Restriction) float64 { return r.Size() }

func (x *gated) SplitRestriction(_ []byte, r offsetrange.Restriction) []offsetrange.Restriction {
	return []offsetrange.Restriction{r}
}

func (x *gated) CreateWatermarkEstimator() *sdf.ManualWatermarkEstimator {
	return &sdf.ManualWatermarkEstimator{}
}

func (x *gated) ProcessElement(watermark *sdf.ManualWatermarkEstimator, tracker *sdf.LockRTracker, _ []byte, emit func(beam.EventTime, int64)) (sdf.ProcessContinuation, error) {
	i := tracker.GetRestriction().(offsetrange.Restriction).Start
	end := x.Most
	if i <= x.Half {
		open, err := x.open()
		if err != nil {
			return sdf.StopProcessing(), err
		}
		if !open {
			end = x.Half
		}
	}
	for ; ; i++ {
		now := x.Start + i
		watermark.UpdateWatermark(time.UnixMilli(now))
		if i == end && end < x.Most {
			return sdf.ResumeProcessingIn(100 * time.Millisecond), os.WriteFile(x.Gate+".waiting", nil, 0o644)
		}
		if !tracker.TryClaim(i) { // what is behind the last one, too: then it is done
			return sdf.StopProcessing(), tracker.GetError()
		}
		emit(beam.EventTime(now), i)
	}
}

// open reports whether the gate is there.
func (x *gated) open() (bool, error) {
	_, err := os.Stat(x.Gate)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
