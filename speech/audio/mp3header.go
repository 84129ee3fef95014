package audio

import (
	"bufio"
	"encoding/binary"
)

// Versions of MPEG in the headers of frames.
const (
	mpeg25 = 0
	mpeg2  = 2
	mpeg1  = 3
)

// mp3Header is the header of a frame of MPEG audio, layer III (ISO 11172-3, 13818-3).
type mp3Header struct {
	version  int
	rate     int
	channels int
	size     int // bytes of the frame
	samples  int // of a channel
	side     int // bytes of the side information
}

var mp3Rates = [3]int{44100, 48000, 32000}

// Kilobits a second of MPEG 1, and of MPEG 2 and 2.5.
var mp3Bitrates = [2][15]int{
	{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
	{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
}

// parseMP3Header reads four bytes; !ok: they are no header, or one of a free bit rate.
func parseMP3Header(b []byte) (h mp3Header, ok bool) {
	if len(b) < 4 || b[0] != 0xff || b[1]&0xe0 != 0xe0 {
		return h, false
	}
	h.version = int(b[1] >> 3 & 3)
	layer, bitrate, rate := b[1]>>1&3, int(b[2]>>4), int(b[2]>>2&3)
	if h.version == 1 || layer != 1 || bitrate == 0 || bitrate == 15 || rate == 3 || b[3]&3 == 2 {
		return h, false
	}
	h.channels = 2
	if b[3]>>6 == 3 {
		h.channels = 1
	}
	h.rate, h.samples, h.side = mp3Rates[rate], 1152, 32
	low := 0
	if h.version != mpeg1 {
		low = 1
		h.rate, h.samples, h.side = h.rate/2, 576, 17
	}
	if h.version == mpeg25 {
		h.rate /= 2
	}
	if h.channels == 1 {
		h.side = [2]int{17, 9}[low]
	}
	h.size = h.samples/8*1000*mp3Bitrates[low][bitrate]/h.rate + int(b[2]>>1&1)
	return h, true
}

// findMP3 looks for two frames that follow each other within the first bytes, and returns where the
// first begins.
func findMP3(in *bufio.Reader) (start int, ok bool) {
	head, _ := in.Peek(1 << 15)
	for start = range head {
		h, ok := parseMP3Header(head[start:])
		if !ok {
			continue
		}
		next := head[min(start+h.size, len(head)):]
		if then, ok := parseMP3Header(next); ok && then.version == h.version && then.rate == h.rate ||
			len(next) == 0 && start == 0 { // a file of one frame
			return start, true
		}
	}
	return 0, false
}

// mp3Info is what the first frame says, which has no sound if it says it.
type mp3Info struct {
	present        bool
	frames         int // that follow; 0: unknown
	gapless        bool
	delay, padding int // samples that the encoder put before and after the sound
}

// parseInfo reads the frame that Xing, LAME and others write. Some count the checksum of
// the frame where they say where it stands, some do not.
func parseInfo(frame []byte, h mp3Header) (info mp3Info) {
	for _, at := range []int{4 + h.side, 6 + h.side} {
		if len(frame) >= at+8 && (string(frame[at:at+4]) == "Xing" || string(frame[at:at+4]) == "Info") {
			return infoAt(frame[at:])
		}
	}
	return info
}

func infoAt(b []byte) mp3Info {
	info := mp3Info{present: true}
	flags := binary.BigEndian.Uint32(b[4:])
	b = b[8:]
	if flags&1 != 0 && len(b) >= 4 {
		info.frames = int(binary.BigEndian.Uint32(b))
	}
	for bit, size := range [4]int{4, 4, 100, 4} {
		if flags>>bit&1 != 0 {
			b = b[min(size, len(b)):]
		}
	}
	// LAME: nine bytes of name, twelve of others, then two numbers of twelve bits.
	if len(b) >= 24 && b[0] != 0 {
		info.gapless = true
		info.delay = int(b[21])<<4 | int(b[22])>>4
		info.padding = int(b[22]&15)<<8 | int(b[23])
	}
	return info
}
