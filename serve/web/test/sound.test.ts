import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Bytes, type Cuts, LONG } from '../src/bytes';
import { adts, flac, framed, isFrames, mp3, tagged } from '../src/frames';
import { mp4 } from '../src/mp4';
import { ogg } from '../src/ogg';
import { checked } from '../src/sounding';
import { samples, wav } from '../src/wavfile';
import { webm } from '../src/webm';
import { random } from './docs';

// The sounds of the tests in the browser, of 24 seconds.
const sounds = '../../../internal/blackbox/testdata/sound/';
const sound = (name: string): Uint8Array<ArrayBuffer> => Uint8Array.from(readFileSync(sounds + name));
const bytes = (...parts: BlobPart[]): Bytes => new Bytes(new Blob(parts));

async function lengths(cuts: Cuts | null): Promise<[at: number, size: number][]> {
  const out: [number, number][] = [];
  for await (const c of cuts ?? []) out.push([c.at, new Blob(c.parts).size]);
  return out;
}

const forms: Record<string, (f: Bytes) => Promise<Cuts | null>> = {
  'tone.mp3': async (f) => ((await isFrames(f, await tagged(f), mp3)) ? framed(f, await tagged(f), mp3) : null),
  'tone.m4a': mp4,
  'fragments.mp4': mp4,
  'tone.ogg': ogg,
  'tone.webm': webm,
  'live.webm': webm,
  'tone.flac': (f) => flac(f, 16 << 10),
};

test('recordings are cut in parts, each with its time', async () => {
  for (const [name, cut] of Object.entries(forms)) {
    const all = await lengths(await cut(bytes(sound(name))));
    assert.ok(all.length > 1, `${name} has ${all.length} parts`);
    assert.ok(all[0]![0] < 0.2, `${name} begins at ${all[0]![0]}`);
    for (let i = 1; i < all.length; i++) assert.ok(all[i]![0] > all[i - 1]![0] + 1 && all[i]![0] < 24, `${name}: ${JSON.stringify(all)}`);
    if (name !== 'tone.flac') assert.ok(Math.abs(all[1]![0] - LONG) < 3, `${name}: ${JSON.stringify(all)}`);
  }
});

test('a recording is none of the other forms', async () => {
  for (const name of Object.keys(forms)) {
    for (const [other, cut] of Object.entries(forms)) {
      if (other === name || (name.endsWith('webm') && other.endsWith('webm')) || (name === 'fragments.mp4' && other === 'tone.m4a') || (name === 'tone.m4a' && other === 'fragments.mp4')) continue;
      assert.equal(await cut(bytes(sound(name))), null, `${name} as ${other}`);
    }
    assert.equal(await wav(bytes(sound(name))), null, name);
  }
});

test('what is broken ends, and throws nothing', async () => {
  const next = random(9);
  for (const [name, cut] of Object.entries(forms)) {
    const good = sound(name);
    for (let i = 0; i < 30; i++) {
      const bad = good.slice(0, Math.floor(next() * good.length));
      for (let n = 0; n < 1 + 20 * next(); n++) bad[Math.floor(next() * Math.min(bad.length, i % 2 ? 1000 : bad.length))] = Math.floor(next() * 256);
      const cuts = await cut(bytes(bad));
      let parts = 0;
      if (cuts) for await (const _ of cuts) assert.ok(parts++ < 10_000, name);
    }
  }
});

test('headers of frames', () => {
  assert.deepEqual(mp3(Uint8Array.of(0xff, 0xfb, 0x90, 0x00), 0), { size: 417, seconds: 1152 / 44100 });
  assert.deepEqual(mp3(Uint8Array.of(0xff, 0xf3, 0x82, 0x00), 0), { size: 209, seconds: 576 / 22050 });
  for (const b of [[0xff, 0xfb, 0xf0, 0], [0xff, 0xeb, 0x90, 0], [0xff, 0xfb, 0x9c, 0], [0xff, 0xfd, 0x90, 0], [0xfe, 0xfb, 0x90, 0]]) assert.equal(mp3(Uint8Array.from(b), 0), null, String(b));
  assert.deepEqual(adts(Uint8Array.of(0xff, 0xf1, 0x50, 0x80, 0x2e, 0x7f, 0xfc), 0), { size: 371, seconds: 1024 / 44100 });
  assert.equal(adts(Uint8Array.of(0xff, 0xfb, 0x90, 0, 0, 0, 0), 0), null);
});

/** file is a WAV file of samples, as integers of so many bits, or floats. */
function file(all: readonly number[], channels: number, kind: number, bits: number): Uint8Array<ArrayBuffer> {
  const n = all.length * (bits / 8);
  const v = new DataView(new ArrayBuffer(58 + n));
  const word = (at: number, s: string): void => [...s].forEach((c, i) => v.setUint8(at + i, c.charCodeAt(0)));
  word(0, 'RIFF');
  word(8, 'WAVELIST'); // with a chunk that is gone over
  v.setUint32(16, 5, true);
  word(26, 'fmt ');
  v.setUint32(30, 16, true);
  v.setUint16(34, kind, true);
  v.setUint16(36, channels, true);
  v.setUint32(38, 8000, true);
  v.setUint16(48, bits, true);
  word(50, 'data');
  v.setUint32(54, n, true);
  all.forEach((x, i) => {
    const at = 58 + i * (bits / 8);
    if (kind === 3) bits === 32 ? v.setFloat32(at, x, true) : v.setFloat64(at, x, true);
    else if (kind !== 1) v.setUint8(at, x);
    else if (bits === 8) v.setUint8(at, Math.round(x * 128 + 128));
    else if (bits === 16) v.setInt16(at, Math.round(x * 32768), true);
    else if (bits === 32) v.setInt32(at, Math.round(x * 2147483648), true);
    else {
      v.setUint8(at, Math.round(x * 8388608) & 255);
      v.setInt16(at + 1, Math.round(x * 8388608) >> 8, true);
    }
  });
  return new Uint8Array(v.buffer);
}

test('samples of WAV files', async () => {
  const all = [0, 0.5, -0.25, -1, 0.125, -0.5];
  for (const [kind, bits] of [[1, 8], [1, 16], [1, 24], [1, 32], [3, 32], [3, 64]] as const) {
    const b = file(all, 2, kind, bits);
    const w = await wav(bytes(b));
    if (!w) throw new Error(`${kind} ${bits}: no WAV file`);
    assert.deepEqual([w.rate, w.channels, w.bits, w.from, w.end], [8000, 2, bits, 58, 58 + (6 * bits) / 8]);
    assert.deepEqual([...samples(w, b.subarray(w.from, w.end), 0)], [0, -0.25, 0.125], `${kind} ${bits}`);
    assert.deepEqual([...samples(w, b.subarray(w.from, w.end), 1)], [0.5, -1, -0.5], `${kind} ${bits}`);
  }
  // Codes of G.711 of silence, and of the loudest.
  for (const [kind, silence, loud, least] of [[6, 0xd5, 0xaa, 8 / 32768], [7, 0xff, 0x80, 0]] as const) {
    const b = file([silence, loud], 1, kind, 8);
    const w = await wav(bytes(b));
    if (!w) throw new Error(`${kind}: no WAV file`);
    const [quiet, most] = samples(w, b.subarray(w.from, w.end), 0);
    assert.equal(quiet, least);
    assert.ok(most! > 0.97 && most! < 1, String(most));
  }
  for (const cut of [0, 8, 11, 20, 30, 49, 55]) assert.equal(await wav(bytes(file(all, 1, 1, 16).slice(0, cut))), null, String(cut));
  assert.equal(await wav(bytes(file(all, 1, 2, 8))), null, 'ADPCM');
});

test('the player as it was left', () => {
  assert.equal(checked({ speed: 1.5, skip: 'no', zoom: -1, more: 2 }).speed, 1.5);
  assert.deepEqual(checked({ skip: 'no', zoom: -1, speed: NaN }), checked(null));
});
