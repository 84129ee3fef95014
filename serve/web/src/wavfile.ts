// WAV files as they are on disk: their samples are read a piece at a time, without the browser's decoder, which wants all.
import type { Bytes } from './bytes';

/** Wav says how a file holds its samples. */
export interface Wav {
  rate: number;
  channels: number;
  kind: 'int' | 'float' | 'alaw' | 'ulaw';
  bits: number;
  from: number; // bytes of the first sample
  end: number;
}

const text = (b: Uint8Array, at: number): string => String.fromCharCode(...b.subarray(at, at + 4));

const KINDS: Record<number, Wav['kind']> = { 1: 'int', 3: 'float', 6: 'alaw', 7: 'ulaw' };

/** wav reads what is before the samples; null: this is none, or of a kind that is not known here. */
export async function wav(file: Bytes): Promise<Wav | null> {
  const head = await file.read(0, 12);
  if (head.length < 12 || !['RIFF', 'RF64'].includes(text(head, 0)) || text(head, 8) !== 'WAVE') return null;
  let format: Omit<Wav, 'from' | 'end'> | null = null;
  for (let at = 12; at + 8 <= file.size; ) {
    const chunk = await file.read(at, 48);
    if (chunk.length < 8) return null;
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
    const size = view.getUint32(4, true);
    if (text(chunk, 0) === 'fmt ' && chunk.length >= 24) {
      const tag = view.getUint16(8, true);
      const kind = KINDS[tag === 0xfffe && chunk.length >= 34 ? view.getUint16(32, true) : tag];
      const [channels, rate, bits] = [view.getUint16(10, true), view.getUint32(12, true), view.getUint16(22, true)];
      const known = kind === 'int' ? [8, 16, 24, 32] : kind === 'float' ? [32, 64] : [8];
      if (!kind || channels === 0 || rate === 0 || !known.includes(bits)) return null;
      format = { rate, channels, kind, bits };
    }
    if (text(chunk, 0) === 'data') {
      // Recorders that were cut off say 0 or all ones; RF64 has the size elsewhere.
      const end = size === 0 || at + 8 + size > file.size ? file.size : at + 8 + size;
      return format && { ...format, from: at + 8, end };
    }
    at += 8 + size + (size & 1);
  }
  return null;
}

/** samples are those of a channel in some bytes, from -1 to 1. */
export function samples(w: Wav, b: Uint8Array, channel: number): Float32Array {
  const bytes = w.bits / 8;
  const n = Math.floor(b.length / (bytes * w.channels));
  const out = new Float32Array(n);
  const view = new DataView(b.buffer, b.byteOffset, b.length);
  for (let i = 0, at = channel * bytes; i < n; i++, at += bytes * w.channels) out[i] = sample(w, view, at);
  return out;
}

function sample(w: Wav, v: DataView, at: number): number {
  switch (w.kind) {
    case 'float':
      return w.bits === 32 ? v.getFloat32(at, true) : v.getFloat64(at, true);
    case 'alaw':
      return alaw(v.getUint8(at));
    case 'ulaw':
      return ulaw(v.getUint8(at));
    case 'int':
      if (w.bits === 8) return (v.getUint8(at) - 128) / 128;
      if (w.bits === 16) return v.getInt16(at, true) / 32768;
      if (w.bits === 24) return (v.getInt16(at + 1, true) * 256 + v.getUint8(at)) / 8388608;
      return v.getInt32(at, true) / 2147483648;
  }
}

// As in ITU-T G.711.
function alaw(code: number): number {
  const x = code ^ 0x55;
  const exponent = (x >> 4) & 7;
  const mantissa = x & 15;
  const size = exponent === 0 ? (mantissa << 4) + 8 : ((mantissa << 4) + 0x108) << (exponent - 1);
  return (x & 0x80 ? size : -size) / 32768;
}

function ulaw(code: number): number {
  const x = ~code & 0xff;
  const size = ((((x & 15) << 3) + 0x84) << ((x >> 4) & 7)) - 0x84;
  return (x & 0x80 ? -size : size) / 32768;
}
