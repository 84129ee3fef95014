package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/feature/s3/manager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// s3Store is S3, or a store of objects that speaks as it does, in place of Beam's file system for
// s3://: that asks for hosts that are named by buckets, which few other stores have, lists all
// objects of a prefix once for each depth of folders, and holds their names.
//
// It is told by the usual chain of AWS (the environment, files of profiles, roles) what it may, and
// by AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL where another store is; such a one is asked for buckets
// by path. AWS_MAX_ATTEMPTS, by default mostAttempts, is how often a request is tried.
type s3Store struct{ client *s3.Client }

const mostAttempts = 6

func newS3(ctx context.Context) (filesystem.Interface, error) {
	var options []func(*config.LoadOptions) error
	if os.Getenv("AWS_MAX_ATTEMPTS") == "" {
		options = append(options, config.WithRetryMaxAttempts(mostAttempts))
	}
	c, err := config.LoadDefaultConfig(ctx, options...)
	if err != nil {
		return nil, fmt.Errorf("s3:// cannot be reached: %w", err)
	}
	elsewhere := cmp.Or(os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL")) != "" || c.BaseEndpoint != nil
	return &s3Store{s3.NewFromConfig(c, func(o *s3.Options) {
		o.UsePathStyle = elsewhere
		o.DisableLogOutputChecksumValidationSkipped = true // a line for each object of stores that have none
	})}, nil
}

// place returns the bucket and the key of an object, or of a pattern of such.
func place(name string) (bucket, key string, err error) {
	bucket, key, _ = strings.Cut(strings.TrimPrefix(name, "s3://"), "/")
	if bucket == "" || key == "" {
		return "", "", fmt.Errorf("%s names no object: it is s3://BUCKET/KEY", name)
	}
	return bucket, key, nil
}

func (s *s3Store) Close() error { return nil }

// walk calls found with the objects that a pattern names, in the order of their names, as
// they are listed, a thousand at a time. A pattern that ends in a slash is all below it.
func (s *s3Store) walk(ctx context.Context, pattern string, found func(name string)) error {
	bucket, key, _ := strings.Cut(strings.TrimPrefix(pattern, "s3://"), "/")
	prefix := key
	if hasMeta(key) {
		prefix = key[:strings.IndexAny(key, "*?[")]
		if _, err := path.Match(key, ""); err != nil {
			return fmt.Errorf("%s: %w", pattern, err)
		}
	}
	pages := s3.NewListObjectsV2Paginator(s.client, &s3.ListObjectsV2Input{Bucket: &bucket, Prefix: &prefix})
	for pages.HasMorePages() {
		var page *s3.ListObjectsV2Output
		err := patiently(ctx, pattern, func() (err error) {
			page, err = pages.NextPage(ctx)
			return err
		})
		if err != nil {
			return err
		}
		for _, o := range page.Contents {
			name := aws.ToString(o.Key)
			if matched, _ := path.Match(key, name); matched || prefix == key {
				found("s3://" + bucket + "/" + name)
			}
		}
	}
	return nil
}

func (s *s3Store) List(ctx context.Context, glob string) (names []string, err error) {
	err = s.walk(ctx, glob, func(name string) { names = append(names, name) })
	return names, err
}

func (s *s3Store) OpenRead(ctx context.Context, name string) (io.ReadCloser, error) {
	bucket, key, err := place(name)
	if err != nil {
		return nil, err
	}
	o, err := s.client.GetObject(ctx, &s3.GetObjectInput{Bucket: &bucket, Key: &key})
	if err != nil {
		return nil, err
	}
	return o.Body, nil
}

// put writes an object. Large ones are written in parts; none is there until it is whole.
func (s *s3Store) put(ctx context.Context, name string, src io.Reader) error {
	bucket, key, err := place(name)
	if err != nil {
		return err
	}
	//lint:ignore SA1019 its successor, transfermanager, has no stable version yet
	_, err = manager.NewUploader(s.client).Upload(ctx, &s3.PutObjectInput{Bucket: &bucket, Key: &key, Body: src})
	return err
}

// OpenWrite is for who writes as Beam does; this package has put.
func (s *s3Store) OpenWrite(context.Context, string) (io.WriteCloser, error) {
	return nil, errors.ErrUnsupported
}

func (s *s3Store) Size(ctx context.Context, name string) (int64, error) {
	bucket, key, err := place(name)
	if err != nil {
		return 0, err
	}
	o, err := s.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &bucket, Key: &key})
	if err != nil {
		return 0, err
	}
	return aws.ToInt64(o.ContentLength), nil
}

func (s *s3Store) Remove(ctx context.Context, name string) error {
	bucket, key, err := place(name)
	if err != nil {
		return err
	}
	_, err = s.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &bucket, Key: &key})
	return err
}
