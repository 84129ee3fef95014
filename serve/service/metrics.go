package service

import (
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// meters are the metrics of a service.
type meters struct {
	set     *metrics.Set
	running atomic.Int64
	panics  *metrics.Counter
}

// durations are the bounds, in seconds, of the histogram of durations.
var durations = []float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120}

func newMeters(s *Service) *meters {
	m := &meters{set: metrics.NewSet()}
	m.panics = m.set.NewCounter("tidytalk_panics_total")
	gauge := func(name string, f func() float64) { m.set.NewGauge(name, f) }
	gauge("tidytalk_requests_in_flight", func() float64 { return float64(m.running.Load()) })
	gauge("tidytalk_requests_running", func() float64 { return float64(s.gate.running()) })
	gauge("tidytalk_requests_waiting", func() float64 { return float64(s.gate.waiting()) })
	gauge("tidytalk_request_bytes_held", func() float64 { return float64(s.memory.taken.Load()) })
	gauge("tidytalk_streams_open", func() float64 { return float64(s.open.taken.Load()) })
	gauge("tidytalk_streams_kept", func() float64 { return float64(s.sessions.count()) })
	gauge("tidytalk_cleaners", func() float64 { return float64(s.cleaners.Len()) })
	for _, name := range []string{"words", "words_removed", "received_bytes", "sent_bytes"} {
		m.set.NewCounter("tidytalk_" + name + "_total")
	}
	for _, reason := range []string{codeBusy, codeTooLarge, codeTooSlow, codeTimeout, codeUnauthorized, codeForbidden, codeWrongHost, codeStopping, "connections"} {
		m.rejected(reason)
	}
	return m
}

// rejected counts requests that were not answered, by the reason.
func (m *meters) rejected(reason string) *metrics.Counter {
	return m.set.GetOrCreateCounter(fmt.Sprintf("tidytalk_rejected_total{reason=%q}", reason))
}

func (m *meters) count(name string, n int64) {
	if n > 0 {
		m.set.GetOrCreateCounter("tidytalk_" + name + "_total").AddInt64(n)
	}
}

// add counts a request. Routes and statuses are few, whatever is asked.
func (m *meters) add(x *exchange, took time.Duration) {
	m.set.GetOrCreateCounter(fmt.Sprintf("tidytalk_requests_total{route=%q,status=%q}", x.route, strconv.Itoa(x.status))).Inc()
	m.count("words", int64(x.words))
	m.count("words_removed", int64(x.removed))
	m.count("received_bytes", x.received)
	m.count("sent_bytes", x.sent)
	switch x.code {
	case codeBusy, codeTooLarge, codeTooSlow, codeTimeout, codeUnauthorized, codeForbidden, codeWrongHost, codeStopping:
		m.rejected(x.code).Inc()
	}
	if x.route == "stream" && x.status == http.StatusSwitchingProtocols {
		return // which lasts as long as people talk
	}
	seconds := took.Seconds()
	bucket := func(le string) {
		m.set.GetOrCreateCounter(fmt.Sprintf("tidytalk_request_seconds_bucket{route=%q,le=%q}", x.route, le)).Inc()
	}
	for _, d := range durations {
		le := strconv.FormatFloat(d, 'g', -1, 64)
		if seconds <= d {
			bucket(le)
		} else {
			m.set.GetOrCreateCounter(fmt.Sprintf("tidytalk_request_seconds_bucket{route=%q,le=%q}", x.route, le)) // so that it is there
		}
	}
	bucket("+Inf")
	m.set.GetOrCreateFloatCounter(fmt.Sprintf("tidytalk_request_seconds_sum{route=%q}", x.route)).Add(seconds)
	m.set.GetOrCreateCounter(fmt.Sprintf("tidytalk_request_seconds_count{route=%q}", x.route)).Inc()
}

func (s *Service) writeMetrics(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	s.metrics.set.WritePrometheus(w)
	metrics.WriteProcessMetrics(w)
}
