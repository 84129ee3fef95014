package batch

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	// The file systems that paths may name.
	"cloud.google.com/go/storage"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/aws/smithy-go"

	"github.com/tidytalk/tidytalk/internal/wholefile"
	"github.com/tidytalk/tidytalk/serve/intake"
	"github.com/tidytalk/tidytalk/text/formats"
)

// stores are the file systems of the process, by scheme: some of them open connections.
var stores once[filesystem.Interface]

// scheme returns the beginning of a path that names its file system, "" of local ones.
func scheme(path string) string {
	if i := strings.Index(path, "://"); i > 0 {
		return path[:i+len("://")]
	}
	return ""
}

func isLocal(path string) bool { return scheme(path) == "" }

// storeOf returns the file system of a path.
func storeOf(path string) (filesystem.Interface, error) {
	return stores.get(scheme(path), func() (store filesystem.Interface, err error) {
		defer func() {
			if r := recover(); r != nil { // as some do that find no credentials
				err = fmt.Errorf("%s cannot be reached: %v", scheme(path), r)
			}
		}()
		// It outlives the context of whoever asks first.
		if scheme(path) == "s3://" {
			return newS3(context.Background())
		}
		return filesystem.New(context.Background(), path)
	})
}

// join returns a path below a folder.
func join(folder, rel string) string {
	if isLocal(folder) {
		return filepath.Join(folder, filepath.FromSlash(rel))
	}
	return strings.TrimRight(folder, "/") + "/" + rel
}

// patiently does something that may fail for a while, with what is not on this machine.
func patiently(ctx context.Context, path string, do func() error) error {
	const tries, pause = 3, 200 * time.Millisecond
	for try := 1; ; try++ {
		err := do()
		var f *final
		if errors.As(err, &f) {
			return err
		}
		if err == nil || try == tries || isLocal(path) || isMissing(err) || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause << try):
		}
	}
}

// isMissing reports whether an error says that there is no such file: trying again does not help.
func isMissing(err error) bool {
	var said smithy.APIError
	if errors.As(err, &said) && (said.ErrorCode() == "NoSuchKey" || said.ErrorCode() == "NotFound") {
		return true
	}
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, storage.ErrObjectNotExist)
}

func openRead(ctx context.Context, path string) (io.ReadCloser, error) {
	store, err := storeOf(path)
	if err != nil {
		return nil, err
	}
	var r io.ReadCloser
	err = patiently(ctx, path, func() (err error) {
		r, err = store.OpenRead(ctx, path)
		return err
	})
	return r, err
}

// readAll reads a file that this package has written.
func readAll(ctx context.Context, path string) (text string, err error) {
	err = patiently(ctx, path, func() error {
		r, err := openRead(ctx, path)
		if err != nil {
			return err
		}
		defer r.Close()
		b, err := io.ReadAll(r)
		text = string(b)
		return err
	})
	return text, err
}

// readSource reads a transcript: see intake.ReadSource.
func readSource(ctx context.Context, path string, how formats.Reading) (string, error) {
	r, err := openRead(ctx, path)
	if err != nil {
		return "", err
	}
	defer r.Close()
	if file, ok := r.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if info, err := file.Stat(); err == nil && info.IsDir() {
			return "", fmt.Errorf("%s is a directory: name the files in it", path)
		}
	}
	if isLocal(path) {
		return intake.ReadSource(r, path, how)
	}
	return readFar(ctx, r, path, how)
}

// readFar is readSource for an object, which is asked for again if what comes of it ends early.
func readFar(ctx context.Context, r io.Reader, path string, how formats.Reading) (src string, err error) {
	err = patiently(ctx, path, func() error {
		broken := &noted{Reader: r}
		if r == nil {
			again, err := openRead(ctx, path)
			if err != nil {
				return err
			}
			defer again.Close()
			broken.Reader = again
		}
		r = nil
		text, err := intake.ReadSource(broken, path, how)
		if err != nil && broken.err == nil {
			return &final{err} // it says something about the text
		}
		src = text
		return err
	})
	var f *final
	if errors.As(err, &f) {
		return "", f.error
	}
	return src, err
}

// noted is a reader that notes what went wrong.
type noted struct {
	io.Reader
	err error
}

func (n *noted) Read(b []byte) (int, error) {
	k, err := n.Reader.Read(b)
	if err != nil && err != io.EOF {
		n.err = err
	}
	return k, err
}

// final is an error that does not go away when something is tried again.
type final struct{ error }

func (f *final) Unwrap() error { return f.error }

// swept are the folders that this process has cleared of what killed runs left.
var swept wholefile.Sweeper

// write writes a file whole or not at all. A local one gets its name when it is written, and
// those in other file systems are there when they are closed. With last it is on the disk
// then, whatever happens to the machine.
func write(ctx context.Context, path, text string, last bool) error {
	if isLocal(path) {
		return writeLocal(path, last, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
	}
	return upload(ctx, path, strings.NewReader(text))
}

// writeFrom writes a file as write does, of which a part at a time is in memory. It is on the disk then.
func writeFrom(ctx context.Context, path string, fill func(w io.Writer) error) error {
	buffered := func(to io.Writer) error {
		w := bufio.NewWriterSize(to, 1<<16)
		if err := fill(w); err != nil {
			return err
		}
		return w.Flush()
	}
	if isLocal(path) {
		return writeLocal(path, true, buffered)
	}
	f, err := temporary()
	if err != nil {
		return err
	}
	defer f.Close()
	if err := buffered(f); err != nil {
		return err
	}
	return upload(ctx, path, f)
}

// upload writes what is in memory or in a file to another file system.
func upload(ctx context.Context, path string, src io.ReadSeeker) error {
	store, err := storeOf(path)
	if err != nil {
		return err
	}
	return patiently(ctx, path, func() error {
		if _, err := src.Seek(0, io.SeekStart); err != nil {
			return err
		}
		if s, ok := store.(*s3Store); ok {
			return s.put(ctx, path, src)
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		w, err := store.OpenWrite(ctx, path)
		if err != nil {
			return err
		}
		if _, err := io.Copy(w, src); err != nil {
			cancel() // so that closing does not make a file of what is there
			w.Close()
			return err
		}
		return w.Close()
	})
}

// fetch opens a file that this package has written, all of which is here then.
func fetch(ctx context.Context, path string) (io.ReadCloser, error) {
	if isLocal(path) {
		return os.Open(path)
	}
	f, err := temporary()
	if err != nil {
		return nil, err
	}
	err = patiently(ctx, path, func() error {
		r, err := openRead(ctx, path)
		if err != nil {
			return err
		}
		defer r.Close()
		if err := f.Truncate(0); err != nil {
			return err
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return err
		}
		_, err = io.Copy(f, r)
		return err
	})
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// temporaryFile is a file that goes when it is closed.
type temporaryFile struct{ *os.File }

func temporary() (temporaryFile, error) {
	f, err := os.CreateTemp("", "tidytalk-batch")
	return temporaryFile{f}, err
}

func (f temporaryFile) Close() error { return errors.Join(f.File.Close(), os.Remove(f.Name())) }

func writeLocal(path string, last bool, fill func(w io.Writer) error) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	swept.Sweep(folder)
	t, err := wholefile.Create(path)
	if err != nil {
		return err
	}
	defer t.Discard()
	if err := fill(t); err != nil {
		return err
	}
	if last {
		if err := t.Sync(); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return t.Place(path)
}

// exists reports whether there is a file.
func exists(ctx context.Context, path string) bool {
	if isLocal(path) {
		info, err := os.Stat(path)
		return err == nil && info.Mode().IsRegular()
	}
	store, err := storeOf(path)
	if err != nil {
		return false
	}
	return patiently(ctx, path, func() error {
		_, err := store.Size(ctx, path)
		return err
	}) == nil
}

// removeFile removes a file, if it is there.
func removeFile(ctx context.Context, path string) error {
	store, err := storeOf(path)
	if err != nil || !exists(ctx, path) {
		return err
	}
	r, ok := store.(filesystem.Remover)
	if !ok {
		return write(ctx, path, "", false) // next to nothing
	}
	return r.Remove(ctx, path)
}
