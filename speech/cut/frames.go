package cut

// Frames returns the frames of video that stay, in order: half-open, and none empty. What is kept up
// to an edge and what is taken out up to it are rounded each, to the nearest frame, and the edge is their
// sum: sound and picture never drift apart, no frame is there twice, and an edge is less than a frame off.
// Where there is no picture, there are none.
func (l *List) Frames() []Span {
	num, den := int64(l.Media.FrameNum), int64(l.Media.FrameDen)
	if num <= 0 || den <= 0 {
		return nil
	}
	second := den * int64(l.Media.Rate) // samples of num frames
	var out []Span
	at, taken := int64(0), int64(0) // samples of the result, and those taken out before
	for i, s := range l.Kept() {
		taken = s.Start - at
		// Halves go up and down, so that both together are never a frame more than there is.
		shift := (2*taken*num + second - 1) / (2 * second)
		from, to := (2*at*num+second)/(2*second), (2*(at+s.Len())*num+second)/(2*second)
		at += s.Len()
		if from == to {
			continue
		}
		if n := len(out) - 1; i > 0 && n >= 0 && out[n].End == from+shift {
			out[n].End = to + shift
			continue
		}
		out = append(out, Span{from + shift, to + shift})
	}
	return out
}
