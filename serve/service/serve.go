package service

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// headerTime is how long the header of a request may take to come, and a connection to send
// its first one.
const headerTime = 10 * time.Second

// Serve answers the requests of a listener until ctx is done. Then it takes no more
// connections, ends streams with what is committed, and gives requests grace to finish;
// what has not finished by then is cut off, and the error is context.DeadlineExceeded.
func (s *Service) Serve(ctx context.Context, l net.Listener, grace time.Duration) error {
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       s.limits.IdleTime,
		MaxHeaderBytes:    s.limits.Header,
		ErrorLog:          slog.NewLogLogger(s.log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() {
		failed <- server.Serve(&fewConnections{Listener: l, most: int64(s.limits.Connections), rejected: s.metrics.rejected("connections").Inc})
	}()
	select {
	case err := <-failed:
		s.Close()
		return err
	case <-ctx.Done():
	}
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	s.stop() // which ends streams
	err := server.Shutdown(limit)
	ended := make(chan struct{})
	go func() {
		s.streams.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-limit.Done():
		err = errors.Join(err, limit.Err())
	}
	s.abort()
	if err != nil {
		return errors.Join(err, server.Close())
	}
	return nil
}

// fewConnections is a listener that hangs up on connections beyond the most that may be
// open.
type fewConnections struct {
	net.Listener
	most     int64
	open     atomic.Int64
	rejected func()
}

// Accept waits for a connection that there is room for.
func (l *fewConnections) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.open.Add(1) <= l.most {
			return &countedConn{Conn: c, close: sync.OnceFunc(func() { l.open.Add(-1) })}, nil
		}
		l.open.Add(-1)
		l.rejected()
		c.Close()
	}
}

// countedConn is a connection that counts while it is open.
type countedConn struct {
	net.Conn
	close func()
}

// Close closes it.
func (c *countedConn) Close() error {
	c.close()
	return c.Conn.Close()
}
