package cut

// Frames returns the frames of video that stay, in order: half-open, and none empty. Each frame of
// the result shows what is in the recording at its time, to the nearest frame, so that sound and picture
// never drift apart. Where there is no picture, there are none.
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
		shift := (2*taken*num + second) / (2 * second)
		from, to := (at*num+second-1)/second, ((at+s.Len())*num+second-1)/second
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
