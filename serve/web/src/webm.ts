// WebM and Matroska files cut into parts: the blocks of their sound alone, behind what they say of it.
import { type Bytes, type Cuts, LONG } from './bytes';

const EBML = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const SCALE = 0x2ad7b1;
const TRACKS = 0x1654ae6b;
const ENTRY = 0xae;
const NUMBER = 0xd7;
const KIND = 0x83;
const CLUSTER = 0x1f43b675;
const TIME = 0xe7;
const BLOCK = 0xa3;
const GROUP = 0xa0;
const INNER = 0xa1;

/** Element is a part of a file with a number. size -1: until something of its own kind, or above it, begins. */
interface Element {
  id: number;
  head: number;
  size: number;
}

function element(b: Uint8Array, at: number): Element | null {
  const [a, c] = [b[at] ?? 0, Math.clz32(b[at] ?? 0) - 24];
  if (a === 0 || c > 3 || at + c + 1 >= b.length) return null;
  let id = 0;
  for (let i = 0; i <= c; i++) id = id * 256 + b[at + i]!;
  const s = b[at + c + 1]!;
  const n = Math.clz32(s) - 24;
  if (n > 7 || at + c + 1 + n >= b.length) return null;
  let size = s & (0x7f >> n);
  let unknown = size === 0x7f >> n;
  for (let i = 1; i <= n; i++) {
    size = size * 256 + b[at + c + 1 + i]!;
    unknown &&= b[at + c + 1 + i] === 0xff;
  }
  return { id, head: c + 2 + n, size: unknown ? -1 : size };
}

const number = (b: Uint8Array, from: number, size: number): number => {
  let x = 0;
  for (let i = 0; i < size; i++) x = x * 256 + (b[from + i] ?? 0);
  return x;
};

function* children(b: Uint8Array): Generator<[Element, Uint8Array]> {
  for (let at = 0; at < b.length; ) {
    const e = element(b, at);
    if (!e || e.size < 0) return;
    yield [e, b.subarray(at + e.head, at + e.head + e.size)];
    at += e.head + e.size;
  }
}

// sound is the number of the first track that is heard; -1: there is none.
function sound(tracks: Uint8Array): number {
  for (const [e, entry] of children(tracks)) {
    if (e.id !== ENTRY) continue;
    let [track, kind] = [-1, 0];
    for (const [f, value] of children(entry)) {
      if (f.id === NUMBER) track = number(value, 0, f.size);
      if (f.id === KIND) kind = number(value, 0, f.size);
    }
    if (kind === 2) return track;
  }
  return -1;
}

/** webm cuts a WebM file; null: it is none, or has no sound. */
export async function webm(file: Bytes): Promise<Cuts | null> {
  const start = element(await file.read(0, 16), 0);
  if (start?.id !== EBML || start.size < 0) return null;
  const ebml = (await file.read(0, start.head + start.size)).slice();
  let at = ebml.length;
  let scale = 1e6; // nanoseconds of a tick
  let track = -1;
  // A segment without an end, and in it what is said of the sound.
  const heads: BlobPart[] = [ebml, Uint8Array.of(0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)];
  for (;;) {
    const e = element(await file.read(at, 16), 0);
    if (!e || (e.size < 0 && e.id !== SEGMENT && e.id !== CLUSTER)) return null;
    if (e.id === CLUSTER) return track < 0 ? null : clusters(file, at, heads, track, scale / 1e9);
    if (e.id === INFO || e.id === TRACKS) {
      const b = (await file.read(at, e.head + e.size)).slice();
      heads.push(b);
      if (e.id === TRACKS) track = sound(b.subarray(e.head));
      else for (const [f, value] of children(b.subarray(e.head))) if (f.id === SCALE) scale = number(value, 0, f.size);
    }
    at += e.head + (e.id === SEGMENT ? 0 : e.size);
  }
}

const MOST = 1 << 20; // bytes of a packet of sound

async function* clusters(file: Bytes, from: number, heads: readonly BlobPart[], track: number, tick: number): Cuts {
  let parts: BlobPart[] = [];
  let [began, time] = [0, 0];
  for (let at = from; at < file.size; ) {
    const b = await file.read(at, 32);
    const e = element(b, 0);
    if (!e) break;
    if (e.id === CLUSTER) {
      at += e.head;
      continue;
    }
    if (e.id === TIME) {
      time = number(b, e.head, e.size) * tick;
      if (parts.length > 0 && time - began >= LONG) {
        yield { at: began, parts: [...heads, ...parts] };
        parts = [];
      }
      if (parts.length === 0) began = time;
      parts.push(Uint8Array.of(0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff), b.slice(0, e.head + e.size));
    } else if ((e.id === BLOCK || e.id === GROUP) && e.size < MOST) {
      const whole = await file.read(at, e.head + e.size);
      if (trackOf(e, whole) === track) parts.push(whole.slice());
    } else if (e.size < 0) break;
    at += e.head + e.size;
  }
  if (parts.length > 0) yield { at: began, parts: [...heads, ...parts] };
}

function trackOf(e: Element, b: Uint8Array): number {
  if (e.id === BLOCK) return b[e.head]! & 0x7f;
  for (const [f, value] of children(b.subarray(e.head))) if (f.id === INNER) return value[0]! & 0x7f;
  return -1;
}
