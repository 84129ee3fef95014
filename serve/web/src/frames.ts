// Recordings that are one frame after the other, MP3, AAC and FLAC, cut into parts.
import { type Bytes, type Cut, type Cuts, LONG } from './bytes';

/** Frame is what the header of a frame says. */
export interface Frame {
  size: number; // in bytes, with the header
  seconds: number;
}

const LAYER3 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const LAYER3_LOW = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const MPEG_RATES = [44100, 48000, 32000];

/** mp3 reads the header of a frame of MPEG layer III; null: there is none. */
export function mp3(b: Uint8Array, at: number): Frame | null {
  if (at + 4 > b.length || b[at] !== 0xff || (b[at + 1]! & 0xe6) !== 0xe2) return null;
  const version = (b[at + 1]! >> 3) & 3; // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  const kilobits = (version === 3 ? LAYER3 : LAYER3_LOW)[b[at + 2]! >> 4];
  const base = MPEG_RATES[(b[at + 2]! >> 2) & 3];
  if (version === 1 || !kilobits || !base) return null;
  const rate = base / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const samples = version === 3 ? 1152 : 576;
  return { size: Math.floor(((samples / 8) * kilobits * 1000) / rate) + ((b[at + 2]! >> 1) & 1), seconds: samples / rate };
}

/** AAC_RATES are the rates of AAC by their numbers. */
export const AAC_RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350];

/** adts reads the header of a frame of AAC; null: there is none. */
export function adts(b: Uint8Array, at: number): Frame | null {
  if (at + 7 > b.length || b[at] !== 0xff || (b[at + 1]! & 0xf6) !== 0xf0) return null;
  const rate = AAC_RATES[(b[at + 2]! >> 2) & 15];
  const size = ((b[at + 3]! & 3) << 11) | (b[at + 4]! << 3) | (b[at + 5]! >> 5);
  return rate && size > 7 ? { size, seconds: (1024 * ((b[at + 6]! & 3) + 1)) / rate } : null;
}

/** tagged is where a recording begins behind an ID3 tag. */
export async function tagged(file: Bytes): Promise<number> {
  const b = await file.read(0, 10);
  if (b.length < 10 || b[0] !== 0x49 || b[1] !== 0x44 || b[2] !== 0x33) return 0;
  return 10 + ((b[6]! << 21) | (b[7]! << 14) | (b[8]! << 7) | b[9]!) + (b[5]! & 16 ? 10 : 0);
}

/** isFrames says whether frames of a kind follow each other from a place on. */
export async function isFrames(file: Bytes, from: number, header: typeof mp3): Promise<boolean> {
  const b = await file.read(from, 1 << 16);
  let at = 0;
  for (let n = 0; n < 3; n++) {
    const f = header(b, at);
    if (!f) return n > 0 && at >= b.length;
    at += f.size;
  }
  return true;
}

/** framed cuts a file of frames, and goes over what is none between them. */
export async function* framed(file: Bytes, from: number, header: typeof mp3): Cuts {
  let [at, time] = [from, 0];
  let [first, began] = [at, time];
  for (let b = await file.read(at, 16); b.length > 7; b = await file.read(at, 16)) {
    const f = header(b, 0);
    if (!f) {
      at++;
      continue;
    }
    at += f.size;
    time += f.seconds;
    if (time - began < LONG) continue;
    yield { at: began, parts: [file.blob(first, at)] };
    [first, began] = [at, time];
  }
  if (time > began) yield { at: began, parts: [file.blob(first, Math.min(at, file.size))] };
}

/** flac cuts a FLAC file behind its metadata, in parts of so many bytes: some 20 seconds of a compact disc; null: it is none. */
export async function flac(file: Bytes, size = 2 << 20): Promise<Cuts | null> {
  const b = await file.read(0, 42);
  if (b.length < 42 || String.fromCharCode(...b.subarray(0, 4)) !== 'fLaC' || (b[4]! & 127) !== 0) return null;
  const head = b.slice();
  head[4] = 0x80; // what the stream is like is the last of the metadata here
  const rate = (b[18]! << 12) | (b[19]! << 4) | (b[20]! >> 4);
  let at = 4;
  for (let last = false; !last; ) {
    const block = await file.read(at, 4);
    if (block.length < 4) return null;
    last = (block[0]! & 128) !== 0;
    at += 4 + ((block[1]! << 16) | (block[2]! << 8) | block[3]!);
  }
  return rate === 0 ? null : flacFrames(file, at, head, rate, size);
}

async function* flacFrames(file: Bytes, from: number, head: Uint8Array<ArrayBuffer>, rate: number, size: number): Cuts {
  let began = 0;
  while (from < file.size) {
    let end = file.size;
    let next = 0;
    for (let at = from + size; at < file.size && end === file.size; at += 1 << 16) {
      const b = await file.read(at, (1 << 16) + 16);
      for (let i = 0; i < Math.min(b.length - 16, 1 << 16); i++) {
        const sample = b[i] === 0xff && (b[i + 1]! & 0xfe) === 0xf8 ? flacSample(b.subarray(i, i + 16), head) : -1;
        if (sample < 0) continue;
        [end, next] = [at + i, sample / rate];
        break;
      }
    }
    const cut: Cut = { at: began, parts: [head, file.blob(from, end)] };
    yield cut;
    [from, began] = [end, next];
  }
}

const FLAC_SIZES = [0, 192, 576, 1152, 2304, 4608, 0, 0, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768];

/** flacSample is the number of the first sample of a frame by its header; -1: this is no header. */
export function flacSample(b: Uint8Array, head: Uint8Array): number {
  const size = b[2]! >> 4;
  const rate = b[2]! & 15;
  if (size === 0 || rate === 15 || b[3]! >> 4 > 10 || b[3]! & 1) return -1;
  // The number, coded as UTF-8 codes letters, and as far as 36 bits.
  let more = 0;
  while (more < 7 && b[4]! & (0x80 >> more)) more++;
  if (more === 1 || more > 7) return -1;
  let number = more === 0 ? b[4]! : b[4]! & (0x7f >> more);
  for (let i = 1; i < more; i++) number = number * 64 + (b[4 + i]! & 63);
  let at = 4 + Math.max(1, more);
  at += (size === 6 ? 1 : size === 7 ? 2 : 0) + (rate === 12 ? 1 : rate === 13 || rate === 14 ? 2 : 0);
  let sum = 0;
  for (let i = 0; i < at; i++) {
    sum ^= b[i]!;
    for (let bit = 0; bit < 8; bit++) sum = sum & 0x80 ? ((sum << 1) ^ 0x07) & 0xff : sum << 1;
  }
  if (sum !== b[at]) return -1;
  const fixed = (head[8]! << 8) | head[9]!; // the size of all blocks but the last, where frames are counted
  return b[1]! & 1 ? number : number * (fixed || FLAC_SIZES[size]!);
}
