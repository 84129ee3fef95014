package batch

import "testing"

func TestIsWorker(t *testing.T) {
	for _, x := range []struct {
		args []string
		want bool
	}{
		{[]string{"--id=1-1", "--provision_endpoint=localhost:1"}, true},
		{[]string{"--worker=true", "--id=1-1", "--provision_endpoint=localhost:1"}, false},
		{[]string{"--out-dir", "x", "talks/"}, false},
		{nil, false},
	} {
		if got := IsWorker(x.args); got != x.want {
			t.Errorf("%q: %v", x.args, got)
		}
	}
	if endpoint, id := workerOf([]string{"--id='1-2'", "--provision_endpoint=localhost:1"}); endpoint != "localhost:1" || id != "1-2" {
		t.Errorf("%q %q", endpoint, id)
	}
}
