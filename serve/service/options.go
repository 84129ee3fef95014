package service

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"time"

	"github.com/tidytalk/tidytalk"
	"github.com/tidytalk/tidytalk/text/formats"
)

// Options say what a Service does. Only Bundle has to be there.
type Options struct {
	Bundle *tidytalk.Bundle // the models
	// Pages answers /, /assets/ and /studio/, behind the same checks as all else; nil: there
	// are no pages.
	Pages http.Handler
	// Token is asked of all requests but those of /v1/health; "": none is. It has LeastToken characters or more.
	Token string
	// Hosts are the names that requests may have in their Host header, each with a port or,
	// for any port, without; nil: all names. Without them a page of somebody else can lead
	// its name to a loopback address, and talk to a service there as if it were its own.
	Hosts []string
	// AllowedOrigins are origins, such as https://example.com, whose pages may talk to the
	// service; others may not.
	AllowedOrigins []string
	// Defaults are options of cleaners where a request does not say otherwise: mode,
	// decoder, settings, list of fillers, and vocabulary.
	Defaults tidytalk.Options
	Limits   Limits
	Log      *slog.Logger // of requests; nil: nothing is logged
}

// Limits bound what requests may take. What is 0 has its default.
type Limits struct {
	Body        int64         // bytes of a request; formats.MaxSize
	Answer      int64         // bytes of an answer; 512 MiB
	Held        int64         // bytes of all requests that are in memory at a time; 4 times Body
	Trace       int64         // bytes of a text that is traced; 64 KiB
	Header      int           // bytes of the header of a request; 64 KiB
	ReadTime    time.Duration // in which a request has to come; 2 minutes
	CleanTime   time.Duration // in which a request has to be answered once it is worked on; 2 minutes
	WriteTime   time.Duration // in which an answer, or a message of a stream, has to be taken; 2 minutes
	IdleTime    time.Duration // for which a connection stays open without a request; 1 minute
	Small       int64         // bytes of requests that wait for other small ones alone, and never for a large one; 16 KiB
	Running     int           // requests that are worked on at a time, of small ones and of large ones each; the number of cores
	Waiting     int           // requests that wait for their turn, of each; 64
	WaitTime    time.Duration // for which small ones do, and large ones at least; 10 seconds
	Connections int           // open connections, of whatever kind; 2048
	Streams     int           // open WebSockets; 64
	Message     int64         // bytes of a message of a stream; 1 MiB
	StreamIdle  time.Duration // for which a stream stays open without text; 10 minutes
	StreamPing  time.Duration // after which a stream is asked whether somebody is there; 20 seconds
	StreamKeep  time.Duration // for which a stream with events whose connection has broken can be taken up again; 1 minute
	StreamsKept int           // streams that are kept so; 64
	StreamText  int64         // bytes of final texts of each that can be sent once more; 256 KiB
}

// withDefaults fills in what is 0.
func (l Limits) withDefaults() Limits {
	cores := runtime.GOMAXPROCS(0)
	l.Body = cmp.Or(l.Body, formats.MaxSize)
	return Limits{
		Body: l.Body, Answer: cmp.Or(l.Answer, 512<<20), Held: cmp.Or(l.Held, 4*l.Body), Trace: cmp.Or(l.Trace, 64<<10), Header: cmp.Or(l.Header, 64<<10),
		ReadTime: cmp.Or(l.ReadTime, 2*time.Minute), CleanTime: cmp.Or(l.CleanTime, 2*time.Minute), WriteTime: cmp.Or(l.WriteTime, 2*time.Minute), IdleTime: cmp.Or(l.IdleTime, time.Minute),
		Small: cmp.Or(l.Small, 16<<10), Running: cmp.Or(l.Running, cores), Waiting: cmp.Or(l.Waiting, 64), WaitTime: cmp.Or(l.WaitTime, 10*time.Second), Connections: cmp.Or(l.Connections, 2048),
		Streams: cmp.Or(l.Streams, 64), Message: cmp.Or(l.Message, 1<<20), StreamIdle: cmp.Or(l.StreamIdle, 10*time.Minute), StreamPing: cmp.Or(l.StreamPing, 20*time.Second),
		StreamKeep: cmp.Or(l.StreamKeep, time.Minute), StreamsKept: cmp.Or(l.StreamsKept, 64), StreamText: cmp.Or(l.StreamText, 256<<10),
	}
}

// validate reports limits that cannot be.
func (l Limits) validate() error {
	for _, n := range []int64{l.Body, l.Answer, l.Held, l.Trace, l.Small, int64(l.Header), int64(l.ReadTime), int64(l.CleanTime), int64(l.WriteTime), int64(l.IdleTime),
		int64(l.Running), int64(l.Waiting), int64(l.WaitTime), int64(l.Connections), int64(l.Streams), l.Message, int64(l.StreamIdle), int64(l.StreamPing), int64(l.StreamKeep), int64(l.StreamsKept), l.StreamText} {
		if n < 0 {
			return errors.New("limits are above 0")
		}
	}
	if l.Held > 0 && l.Body > l.Held {
		return fmt.Errorf("a request of %d bytes does not fit into the %d bytes of all requests", l.Body, l.Held)
	}
	return nil
}

// DefaultLimits returns the limits of a Service that is given none.
func DefaultLimits() Limits { return Limits{}.withDefaults() }
