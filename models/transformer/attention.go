package transformer

import "github.com/tidytalk/tidytalk/models/kernels"

// attend sets context to what the heads of a layer find in x.
func (r *Runner) attend(l *layer, sequences [][]int32, rows int) {
	c := &r.model.config
	h, width := c.Hidden, l.qkv.Cols
	r.qkv, r.context = room(r.qkv, rows, width), room(r.context, rows, h)
	for at := 0; at < rows; at += chunk {
		count := min(chunk, rows-at)
		r.multiply(&l.qkv, r.x[at*h:], count)
		for i := range count {
			kernels.Scaled(r.qkv[(at+i)*width:][:width], r.sum[i*width:], l.qkv.Scale, l.qkv.bias, r.of[i])
		}
	}
	clear(r.qkv[rows*width:]) // what is read of them is a number
	row := 0
	for _, s := range sequences {
		for head := range c.Heads {
			if len(s) > 0 {
				r.head(r.qkv[row*width:], width, r.context[row*h:], len(s), head)
			}
		}
		row += len(s)
	}
}

// head sets columns of context to what a head finds in a sequence of n rows of queries, keys and values.
func (r *Runner) head(qkv []float32, width int, context []float32, n, head int) {
	h, size := r.model.config.Hidden, r.model.config.Hidden/r.model.config.Heads
	at := head * size
	padded := kernels.Up(n, kernels.ColBlock)
	r.transpose(qkv[h+at:], width, n, size, padded)
	r.scores, r.found = kernels.Room(r.scores, queries*padded), kernels.Room(r.found, queries*size)
	for from := 0; from < n; from += queries {
		count := min(queries, n-from)
		scores, found := r.scores[:kernels.Up(count, margin)*padded], r.found[:kernels.Up(count, margin)*size]
		clear(scores)
		clear(found)
		kernels.AddProducts(scores, padded, qkv[from*width+at:], width, 1, r.keys, padded, count, size, padded)
		var sums [queries]float32
		for i := range count {
			row := scores[i*padded:][:padded]
			for k := range row[n:] {
				row[n+k] = absent
			}
			sums[i] = kernels.Powers(row)
		}
		kernels.AddProducts(found, size, scores, padded, 1, qkv[2*h+at:], width, count, n, size)
		for i := range count {
			out, by := context[(from+i)*h+at:][:size], 1/sums[i]
			for k, v := range found[i*size:][:size] {
				out[k] = v * by
			}
		}
	}
}

// absent is the score of what is not there: its power is not seen in a sum.
const absent = -1e30

// transpose sets keys to the keys of a head by their numbers, with zeros behind the last key.
func (r *Runner) transpose(from []float32, width, n, size, padded int) {
	r.keys = kernels.Room(r.keys, size*padded)
	for t := range n {
		for k, v := range from[t*width:][:size] {
			r.keys[k*padded+t] = v
		}
	}
	for k := range size {
		clear(r.keys[k*padded:][n:padded])
	}
}
