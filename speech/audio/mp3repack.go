package audio

import (
	"bufio"
	"io"
)

// unevenRate is the rate of MPEG 2 at which frames differ in length.
const unevenRate = 22050

// repacker gives an MP3 stream of this rate as one whose frames have the usual length and
// stand alone: none is a byte longer to fill up the bit rate, and none begins in those before
// it. The sound is the same. go-mp3 misses the last byte of frames that are longer.
type repacker struct {
	in        *bufio.Reader
	reservoir []byte // the end of the main data of the frames before
	out       []byte // still to be read
	frame     [2048]byte
	lost      int // frames whose data are not there, or are too many for a frame
}

// reservoirSize is how far back the main data of a frame may begin.
const reservoirSize = 255

func (p *repacker) Read(b []byte) (int, error) {
	for len(p.out) == 0 {
		head, err := p.in.Peek(4)
		if err != nil {
			return 0, io.EOF
		}
		h, ok := parseMP3Header(head)
		if !ok || h.rate != unevenRate {
			p.in.Discard(1)
			continue
		}
		frame := make([]byte, h.size)
		if _, err := io.ReadFull(p.in, frame); err != nil {
			return 0, io.EOF
		}
		p.out = p.repack(frame, h)
	}
	n := copy(b, p.out)
	p.out = p.out[n:]
	return n, nil
}

// repack returns a frame that stands alone.
func (p *repacker) repack(frame []byte, h mp3Header) []byte {
	from := 4
	if frame[1]&1 == 0 {
		from += 2 // a checksum
	}
	if len(frame) < from+h.side {
		return nil
	}
	side, own := frame[from:from+h.side], frame[from+h.side:]
	begin, need := int(side[0]), mainDataSize(side, h.channels)
	have := len(p.reservoir)
	p.reservoir = append(p.reservoir, own...)
	index, size := frameOf(4+h.side+need, h)
	if begin > have || have-begin+need > len(p.reservoir) || index == 0 {
		// Silence, in its time.
		p.lost++
		side, begin, need = make([]byte, h.side), 0, 0
		index, size = frameOf(4+h.side, h)
	}
	out := p.frame[:size]
	clear(out)
	copy(out, []byte{frame[0], frame[1] | 1, byte(index)<<4 | frame[2]&0x0d, frame[3]})
	copy(out[4:], side)
	out[4] = 0
	copy(out[4+h.side:], p.reservoir[have-begin:have-begin+need])
	if drop := len(p.reservoir) - reservoirSize; drop > 0 {
		p.reservoir = p.reservoir[:copy(p.reservoir, p.reservoir[drop:])]
	}
	return out
}

// frameOf returns the lowest bit rate, by its index, with frames of at least so many
// bytes, and their size; index 0: there is none.
func frameOf(bytes int, h mp3Header) (index, size int) {
	for index = 1; index < len(mp3Bitrates[1]); index++ {
		if size = 72000 * mp3Bitrates[1][index] / h.rate; size >= bytes {
			return index, size
		}
	}
	return 0, 0
}

// mainDataSize is how many bytes the side information of a frame of MPEG 2 says that its
// scale factors and spectra have. For each channel, it has 63 bits, the first 12 of which are
// their number of bits; before them stand 8 bits, and one a channel.
func mainDataSize(side []byte, channels int) int {
	bits := 0
	for c := range channels {
		n := 0
		for i := 8 + channels + 63*c; i < 8+channels+63*c+12; i++ {
			n = n<<1 | int(side[i/8]>>(7-i%8)&1)
		}
		bits += n
	}
	return (bits + 7) / 8
}
