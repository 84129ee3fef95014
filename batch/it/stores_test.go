package it

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/fsouza/fake-gcs-server/fakestorage"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/tidytalk/tidytalk/batch/it/processes"
)

// failing lets a share of requests fail: before they get to the server, behind it, when what it
// did is not known, or in the middle of what it says.
type failing struct {
	server http.Handler
	share  float64
	mu     sync.Mutex
	random *rand.Rand
	failed atomic.Int64
	asked  atomic.Int64
}

func newFailing(server http.Handler, share float64) *failing {
	return &failing{server: server, share: share, random: rand.New(rand.NewPCG(1, 2))}
}

func (f *failing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.asked.Add(1)
	f.mu.Lock()
	fails, how := f.random.Float64() < f.share, f.random.IntN(4)
	f.mu.Unlock()
	if !fails {
		f.server.ServeHTTP(w, r)
		return
	}
	f.failed.Add(1)
	switch how {
	case 0:
		w.WriteHeader(http.StatusServiceUnavailable)
	case 1:
		panic(http.ErrAbortHandler) // the connection ends
	case 2:
		f.server.ServeHTTP(httptest.NewRecorder(), r)
		w.WriteHeader(http.StatusInternalServerError)
	case 3:
		said := httptest.NewRecorder()
		f.server.ServeHTTP(said, r)
		for name, values := range said.Header() {
			w.Header()[name] = values
		}
		body := said.Body.Bytes()
		w.Header().Set("Content-Length", fmt.Sprint(len(body)))
		w.WriteHeader(said.Code)
		_, _ = w.Write(body[:len(body)/2])
		if len(body) > 0 {
			panic(http.ErrAbortHandler)
		}
	}
}

// Secrets that must not be in what the command says.
const (
	keyID  = "AKIDTESTTESTTEST"
	secret = "a-secret-that-nobody-may-see"
)

// s3Server starts a store that speaks as S3 does, and returns the environment that leads there.
func s3Server(t *testing.T, share float64) (*s3mem.Backend, *failing) {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("bucket"); err != nil {
		t.Fatal(err)
	}
	f := newFailing(gofakes3.New(backend, gofakes3.WithTimeSkewLimit(0)).Server(), share)
	store(t, f)
	return backend, f
}

// object writes an object of the store.
func object(t *testing.T, backend *s3mem.Backend, key, text string) {
	t.Helper()
	if _, err := backend.PutObject("bucket", key, nil, strings.NewReader(text), int64(len(text)), nil); err != nil {
		t.Fatal(err)
	}
}

// Objects of S3 are cleaned though requests fail: all are done, none is there twice, and no
// secret is said.
func TestS3(t *testing.T) {
	processes.Wanted(t)
	p, err := built()
	if err != nil {
		t.Fatal(err)
	}
	n := processes.Number(t, "TIDYTALK_IT_OBJECTS", 2000)
	backend, f := s3Server(t, 0.05)
	in := talks(t, 0, 0)
	for i := range n {
		text := talk(i, 4)
		object(t, backend, fmt.Sprintf("talks/%03d/%05d.txt", i%100, i), text)
		put(t, fmt.Sprintf("%s/%03d/%05d.txt", in, i%100, i), text)
	}
	want, _ := command(t, p, in)
	for round, skipped := range []int{0, n} {
		r := run(t, p.batch, "--jobs", "8", "--verbose", "--out-dir", "s3://bucket/cleaned", "s3://bucket/talks/")
		if r.code != 0 || !strings.Contains(r.stdout, fmt.Sprintf("%d skipped, 0 failed", skipped)) {
			t.Fatalf("round %d: exit code %d: %s%s", round, r.code, r.stdout, r.stderr)
		}
		for _, hidden := range []string{secret, keyID} {
			if strings.Contains(r.stdout+r.stderr, hidden) {
				t.Errorf("it says %s", hidden)
			}
		}
		t.Logf("round %d: %s; %d of %d requests failed", round, strings.TrimSpace(r.stdout), f.failed.Load(), f.asked.Load())
	}
	got := t.TempDir()
	objects, err := backend.ListBucket("bucket", &gofakes3.Prefix{HasPrefix: true, Prefix: "cleaned/"}, gofakes3.ListBucketPage{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range objects.Contents {
		x, err := backend.GetObject("bucket", o.Key, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(x.Contents)
		if err != nil {
			t.Fatal(err)
		}
		put(t, got+"/"+strings.TrimPrefix(o.Key, "cleaned/"), string(text))
	}
	same(t, want, got, n)
}

// Objects of Google's storage, as an emulator has it, are cleaned.
func TestGoogleStorage(t *testing.T) {
	processes.Wanted(t)
	p, err := built()
	if err != nil {
		t.Fatal(err)
	}
	n := processes.Number(t, "TIDYTALK_IT_GS", 300)
	var objects []fakestorage.Object
	in := talks(t, 0, 0)
	for i := range n {
		name, text := fmt.Sprintf("%03d/%05d.txt", i%100, i), talk(i, 4)
		objects = append(objects, fakestorage.Object{ObjectAttrs: fakestorage.ObjectAttrs{BucketName: "bucket", Name: "talks/" + name}, Content: []byte(text)})
		put(t, in+"/"+name, text)
	}
	server, err := fakestorage.NewServerWithOptions(fakestorage.Options{InitialObjects: objects, Scheme: "http", Host: "127.0.0.1", PublicHost: "127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Stop()
	t.Setenv("STORAGE_EMULATOR_HOST", strings.TrimPrefix(server.URL(), "http://"))
	want, _ := command(t, p, in)
	for round, skipped := range []int{0, n} {
		r := run(t, p.batch, "--jobs", "8", "--out-dir", "gs://bucket/cleaned", "gs://bucket/talks/")
		if r.code != 0 || !strings.Contains(r.stdout, fmt.Sprintf("%d skipped, 0 failed", skipped)) {
			t.Fatalf("round %d: exit code %d: %s%s", round, r.code, r.stdout, r.stderr)
		}
		t.Logf("round %d: %s", round, strings.TrimSpace(r.stdout))
	}
	got := t.TempDir()
	all, err := server.ListObjectsWithOptionsPaginated("bucket", fakestorage.ListOptions{Prefix: "cleaned/"})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range all.Objects {
		x, err := server.GetObject("bucket", o.Name)
		if err != nil {
			t.Fatal(err)
		}
		put(t, got+"/"+strings.TrimPrefix(o.Name, "cleaned/"), string(x.Content))
	}
	same(t, want, got, n)
}
