// Ogg files, with Opus or Vorbis, cut into parts between their pages.
import { type Bytes, type Cuts, LONG } from './bytes';

/** Page is what the head of a page says. */
interface Page {
  size: number;
  serial: number;
  ticks: number; // at its end; -1: no packet ends in it
  head: number; // bytes
}

function page(b: Uint8Array): Page | null {
  if (b.length < 27 || b[0] !== 0x4f || b[1] !== 0x67 || b[2] !== 0x67 || b[3] !== 0x53) return null;
  const v = new DataView(b.buffer, b.byteOffset, b.length);
  const head = 27 + b[26]!;
  let size = head;
  for (let i = 27; i < head; i++) size += b[i] ?? 0;
  return { size, serial: v.getUint32(14, true), ticks: Number(v.getBigInt64(6, true)), head };
}

/** rateOf is how many ticks a second has, by the first page of a stream; 0: it is no sound that is known here. */
function rateOf(b: Uint8Array, p: Page): number {
  const word = (at: number, n: number): string => String.fromCharCode(...b.subarray(p.head + at, p.head + at + n));
  if (word(0, 8) === 'OpusHead') return 48000;
  const v = new DataView(b.buffer, b.byteOffset, b.length);
  return word(1, 6) === 'vorbis' && b.length >= p.head + 16 ? v.getUint32(p.head + 12, true) : 0;
}

/** ogg cuts an Ogg file; null: it is none, or has sound of another kind. */
export async function ogg(file: Bytes): Promise<Cuts | null> {
  let [serial, rate] = [-1, 0];
  const heads: BlobPart[] = [];
  for (let at = 0; at < file.size; ) {
    const b = await file.read(at, 1 << 10);
    const p = page(b);
    if (!p) return null;
    if (rate === 0) {
      rate = rateOf(b, p);
      serial = p.serial;
    }
    // What is before the sound has no time.
    if (rate > 0 && p.serial === serial) {
      if (p.ticks !== 0 && !(p.ticks === -1 && heads.length > 0 && heads.length < 3)) return pages(file, at, heads, serial, rate);
      heads.push(file.blob(at, at + p.size));
    }
    at += p.size;
    if (rate === 0 && at > 1 << 20) return null;
  }
  return null;
}

async function* pages(file: Bytes, from: number, heads: readonly BlobPart[], serial: number, rate: number): Cuts {
  let parts: BlobPart[] = [];
  let [began, ended] = [0, 0];
  for (let at = from; at < file.size; ) {
    const p = page(await file.read(at, 27 + 255));
    if (!p) {
      at++; // what is broken is gone over
      continue;
    }
    if (p.serial === serial) {
      parts.push(file.blob(at, at + p.size));
      if (p.ticks > 0) ended = p.ticks / rate;
    }
    at += p.size;
    if (ended - began < LONG) continue;
    yield { at: began, parts: [...heads, ...parts] };
    [parts, began] = [[], ended];
  }
  if (parts.length > 0) yield { at: began, parts: [...heads, ...parts] };
}
