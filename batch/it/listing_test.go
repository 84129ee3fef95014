package it

import (
	"bufio"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tidytalk/tidytalk/batch"
	"github.com/tidytalk/tidytalk/batch/it/processes"
	"github.com/tidytalk/tidytalk/serve/manifest"
)

// A store that has nothing but names is listed, once, whatever is below the folder, and dealt out, and what became of its objects
// made one manifest, as if they were cleaned: what that takes of memory does not depend on their number.
func TestS3Listing(t *testing.T) {
	processes.Wanted(t)
	n := processes.Number(t, "TIDYTALK_IT_LISTED", 100_000)
	f := newFailing(namesOnly(n), 0.01)
	store(t, f)
	out := t.TempDir()
	peak := heapPeak(t)
	start := time.Now()
	parts, failures, err := batch.Split(t.Context(), []string{"s3://bucket/talks/"}, batch.FilesOptions{OutDir: out}, 2, 10_000)
	if err != nil || len(failures) != 0 || len(parts) < n/10_000 {
		t.Fatalf("%d parts, %d failures, %v", len(parts), len(failures), err)
	}
	if most := int64(n/1000 + n/5000 + 10); f.asked.Load() > most {
		t.Errorf("%d requests to list %d objects", f.asked.Load(), n)
	}
	t.Logf("%d objects listed and dealt out to %d parts in %.1f s, %d requests", n, len(parts), time.Since(start).Seconds(), f.asked.Load())
	for _, p := range parts {
		asIfCleaned(t, strings.TrimPrefix(p.Input, "@\t"))
	}
	start = time.Now()
	if err := batch.Merge(t.Context(), out, parts, failures); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d lines in one manifest in %.1f s; heap at most %d MB", n, time.Since(start).Seconds(), peak()>>20)
	const most = 150 << 20
	if peak() > most {
		t.Errorf("heap of %d MB", peak()>>20)
	}
	entries, last := 0, ""
	err = batch.Each(t.Context(), out, func(e batch.Entry) error {
		if entries++; e.Output <= last {
			return fmt.Errorf("%s stands behind %s", e.Output, last)
		}
		last = e.Output
		return nil
	}, func(f batch.Failure) error { return fmt.Errorf("%+v", f) })
	if err != nil || entries != n {
		t.Errorf("%d entries, %v", entries, err)
	}
}

// namesOnly answers as S3 does that is asked for the objects of a folder, of which there are n.
func namesOnly(n int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		first := 0
		_, _ = fmt.Sscan(r.URL.Query().Get("continuation-token"), &first)
		end := min(n, first+1000)
		fmt.Fprintf(w, "<ListBucketResult><IsTruncated>%t</IsTruncated><NextContinuationToken>%d</NextContinuationToken>", end < n, end)
		for i := first; i < end; i++ {
			fmt.Fprintf(w, "<Contents><Key>talks/%05d/%08d.txt</Key><Size>10</Size></Contents>", i/1000, i)
		}
		fmt.Fprint(w, "</ListBucketResult>")
	}
}

// asIfCleaned writes the manifest of a part whose files are all cleaned.
func asIfCleaned(t *testing.T, list string) {
	t.Helper()
	in, err := os.Open(list)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.Create(strings.TrimSuffix(list, filepath.Ext(list)) + ".manifest.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	w := bufio.NewWriter(out)
	for lines := bufio.NewScanner(in); lines.Scan(); {
		fields := strings.Split(lines.Text(), "\t")
		input, err1 := strconv.Unquote(fields[0])
		place, err2 := strconv.Unquote(fields[1])
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		e := manifest.Entry{Input: input, SHA256: strings.Repeat("0", 64), Key: strings.Repeat("1", 64), Output: place, Status: manifest.Cleaned, Words: 700, Left: 650}
		line, err := e.Line()
		if err == nil {
			_, err = w.Write(line)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
}

// heapPeak returns a function that tells how many bytes the heap has had at most.
func heapPeak(t *testing.T) func() uint64 {
	var peak atomic.Uint64
	go func() {
		for t.Context().Err() == nil {
			s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
			metrics.Read(s)
			peak.Store(max(peak.Load(), s[0].Value.Uint64()))
			time.Sleep(5 * time.Millisecond)
		}
	}()
	return peak.Load
}

// store lets s3:// lead to a server of this process.
func store(t *testing.T, h http.Handler) {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	for name, value := range map[string]string{
		"AWS_ENDPOINT_URL_S3": strings.Replace(server.URL, "127.0.0.1", "localhost", 1), "AWS_REGION": "us-east-1",
		"AWS_ACCESS_KEY_ID": keyID, "AWS_SECRET_ACCESS_KEY": secret, "AWS_EC2_METADATA_DISABLED": "true",
	} {
		t.Setenv(name, value)
	}
}
