// Sound in MP4 files, M4A among them, cut into parts: of whole files as frames of AAC, of files in fragments as such.
import { type Bytes, type Cuts, LONG } from './bytes';
import { AAC_RATES } from './frames';

/** Box is a part of a file with a name. */
interface Box {
  name: string;
  from: number; // of what is in it
  end: number;
}

const MOST = 64 << 20; // bytes of a table of contents

/** mp4 cuts an MP4 file; null: it is none, or has sound of another kind. */
export async function mp4(file: Bytes): Promise<Cuts | null> {
  const top: (Box & { at: number })[] = [];
  for (let at = 0; at + 8 <= file.size && top.length < 1e6; ) {
    const b = await file.read(at, 16);
    const size = boxSize(b, 0, file.size - at);
    if (at === 0 && name(b, 4) !== 'ftyp') return null;
    if (size < 8) return null;
    top.push({ name: name(b, 4), at, from: at + (u32(b, 0) === 1 ? 16 : 8), end: Math.min(file.size, at + size) });
    at += size;
  }
  const index = top.find((b) => b.name === 'moov');
  if (!index || index.end - index.from > MOST) return null;
  const moov = (await file.read(index.from, index.end - index.from)).slice();
  for (const trak of inside(moov, whole(moov), 'trak')) {
    const media = first(moov, trak, 'mdia');
    const handler = media && first(moov, media, 'hdlr');
    const clock = media && first(moov, media, 'mdhd');
    const table = media && first(moov, media, 'minf', 'stbl');
    if (!handler || !clock || !table || name(moov, handler.from + 8) !== 'soun') continue;
    const scale = u32(moov, clock.from + (moov[clock.from] === 1 ? 20 : 12));
    if (scale === 0) return null;
    if (first(moov, whole(moov), 'mvex')) return fragments(file, top, index, scale, trackOf(moov, trak));
    const header = aac(moov, table);
    const found = header && samples(moov, table);
    return found && whole4(file, found, header, scale);
  }
  return null;
}

const u32 = (b: Uint8Array, at: number): number => ((b[at]! << 24) | (b[at + 1]! << 16) | (b[at + 2]! << 8) | b[at + 3]!) >>> 0;
const name = (b: Uint8Array, at: number): string => String.fromCharCode(...b.subarray(at, at + 4));
const whole = (b: Uint8Array): Box => ({ name: '', from: 0, end: b.length });

// boxSize is how long a box is, with its head; 0 on the file: all that is left.
function boxSize(b: Uint8Array, at: number, left: number): number {
  const size = u32(b, at);
  return size === 0 ? left : size === 1 ? u32(b, at + 8) * 2 ** 32 + u32(b, at + 12) : size;
}

function inside(b: Uint8Array, box: Box, called: string): Box[] {
  const out: Box[] = [];
  for (let at = box.from; at + 8 <= box.end; ) {
    const size = boxSize(b, at, box.end - at);
    if (size < 8) break;
    if (name(b, at + 4) === called) out.push({ name: called, from: at + (u32(b, at) === 1 ? 16 : 8), end: Math.min(box.end, at + size) });
    at += size;
  }
  return out;
}

function first(b: Uint8Array, box: Box, ...path: string[]): Box | undefined {
  let at: Box | undefined = box;
  for (const called of path) at = at && inside(b, at, called)[0];
  return at;
}

function trackOf(b: Uint8Array, trak: Box): number {
  const head = first(b, trak, 'tkhd');
  return head ? u32(b, head.from + (b[head.from] === 1 ? 20 : 12)) : 1;
}

// aac returns what stands before each frame where AAC stands without tables, but for its size; null: it is no such AAC.
function aac(b: Uint8Array, table: Box): Uint8Array | null {
  const kinds = first(b, table, 'stsd');
  if (!kinds || name(b, kinds.from + 12) !== 'mp4a') return null;
  // The configuration is in a descriptor with the tag 5, behind heads that differ from file to file.
  const config = first(b, { name: '', from: kinds.from + 8 + 36, end: kinds.end }, 'esds') ?? quick(b, kinds);
  if (!config) return null;
  for (let at = config.from + 4; at + 4 < config.end; ) {
    const tag = b[at++]!;
    let size = 0;
    for (let more = true; more && at < config.end; ) {
      more = (b[at]! & 0x80) !== 0;
      size = size * 128 + (b[at++]! & 0x7f);
    }
    if (tag === 3) at += 3;
    else if (tag === 4) at += 13;
    else if (tag === 5) {
      const bits = (b[at]! << 8) | b[at + 1]!;
      const object = bits >> 11;
      const rate = (bits >> 7) & 15;
      const channels = (bits >> 3) & 15;
      if (![1, 2, 3, 4, 5, 29].includes(object) || rate >= AAC_RATES.length || channels === 0 || channels > 7) return null;
      const profile = (object > 4 ? 2 : object) - 1; // what more there is, is found in the frames
      return Uint8Array.of(0xff, 0xf1, (profile << 6) | (rate << 2) | (channels >> 2), (channels & 3) << 6, 0, 0x1f, 0xfc);
    } else at += size;
  }
  return null;
}

// quick finds the configuration in files of QuickTime, which have it deeper.
function quick(b: Uint8Array, kinds: Box): Box | undefined {
  for (let at = kinds.from; at + 8 < kinds.end; at++) if (name(b, at) === 'esds') return { name: 'esds', from: at + 4, end: kinds.end };
  return undefined;
}

/** Samples is where the frames of a track are, and how long one is, in ticks. */
interface Samples {
  at: Float64Array;
  size: Uint32Array;
  ticks: number;
}

function samples(b: Uint8Array, table: Box): Samples | null {
  const times = first(b, table, 'stts');
  const sizes = first(b, table, 'stsz');
  const runs = first(b, table, 'stsc');
  const long = first(b, table, 'co64');
  const chunks = long ?? first(b, table, 'stco');
  if (!times || !sizes || !runs || !chunks) return null;
  const [one, n] = [u32(b, sizes.from + 4), u32(b, sizes.from + 8)];
  if (n * (one === 0 ? 4 : 0) > sizes.end - sizes.from || n > 1e8) return null;
  const out: Samples = { at: new Float64Array(n), size: new Uint32Array(n), ticks: u32(b, times.from + 12) };
  const all = Math.min(u32(b, chunks.from + 4), (chunks.end - chunks.from - 8) / (long ? 8 : 4));
  const count = u32(b, runs.from + 4);
  let s = 0;
  for (let chunk = 0, run = 0; chunk < all && s < n; chunk++) {
    while (run + 1 < count && u32(b, runs.from + 8 + (run + 1) * 12) <= chunk + 1) run++;
    const entry = chunks.from + 8 + chunk * (long ? 8 : 4);
    let at = long ? u32(b, entry) * 2 ** 32 + u32(b, entry + 4) : u32(b, entry);
    for (let left = u32(b, runs.from + 8 + run * 12 + 4); left > 0 && s < n; left--, s++) {
      out.at[s] = at;
      out.size[s] = one || u32(b, sizes.from + 12 + s * 4);
      at += out.size[s]!;
    }
  }
  return s === n && out.ticks > 0 ? out : null;
}

async function* whole4(file: Bytes, s: Samples, header: Uint8Array, scale: number): Cuts {
  const per = Math.max(1, Math.round((LONG * scale) / s.ticks));
  for (let from = 0; from < s.at.length; from += per) {
    const end = Math.min(s.at.length, from + per);
    let size = 0;
    for (let i = from; i < end; i++) size += s.size[i]! + 7;
    if (size > MOST) return; // no frames of sound are so large: the table is broken
    const out = new Uint8Array(size);
    let at = 0;
    // One part of the file is read at a time: as many small blobs as there are frames would take minutes.
    for (let i = from; i < end; i++) {
      const frame = await file.read(s.at[i]!, s.size[i]!);
      const long = s.size[i]! + 7;
      out.set(header, at);
      out[at + 3]! |= (long >> 11) & 3;
      out[at + 4] = (long >> 3) & 0xff;
      out[at + 5]! |= (long & 7) << 5;
      out.set(frame, at + 7);
      at += long;
    }
    yield { at: (from * s.ticks) / scale, parts: [out] };
  }
}

// fragments cuts a file that comes in fragments: each can be decoded behind the table of contents.
async function* fragments(file: Bytes, top: readonly (Box & { at: number })[], index: Box, scale: number, track: number): Cuts {
  const head = file.blob(0, index.end);
  let parts: BlobPart[] = [];
  let began = NaN;
  for (const box of top) {
    if (box.at < index.end || (box.name !== 'moof' && box.name !== 'mdat')) continue;
    if (box.name === 'moof') {
      const at = started((await file.read(box.from, Math.min(MOST, box.end - box.from))), track) / scale;
      if (parts.length > 0 && at - began >= LONG) {
        yield { at: began, parts: [head, ...parts] };
        parts = [];
      }
      if (parts.length === 0 || Number.isNaN(began)) began = at;
    }
    parts.push(file.blob(box.at, box.end));
  }
  if (parts.length > 0 && !Number.isNaN(began)) yield { at: began, parts: [head, ...parts] };
}

// started is the time of a track in a fragment, in ticks; NaN: it is not in it.
function started(b: Uint8Array, track: number): number {
  for (const traf of inside(b, whole(b), 'traf')) {
    const head = first(b, traf, 'tfhd');
    const time = first(b, traf, 'tfdt');
    if (!head || !time || u32(b, head.from + 4) !== track) continue;
    return b[time.from] === 1 ? u32(b, time.from + 4) * 2 ** 32 + u32(b, time.from + 8) : u32(b, time.from + 4);
  }
  return NaN;
}
