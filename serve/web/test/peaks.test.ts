import assert from 'node:assert/strict';
import test from 'node:test';
import { Peaks, STEPS } from '../src/peaks';
import { removedBetween, windowed } from '../src/seen';
import { times } from '../src/times';
import { doc, random } from './docs';

test('the level of a time is the root of its loudest sample, in whatever parts samples come', () => {
  const next = random(5);
  const rate = 8000;
  const all = Float32Array.from({ length: rate * 9 + 123 }, () => (next() * 2 - 1) * next());
  const at = [new Peaks(), new Peaks()];
  at[0]!.add(0, all, rate);
  for (let i = 0; i < all.length; ) {
    const n = 1 + Math.floor(next() * 3000);
    at[1]!.add(i / rate, all.subarray(i, i + n), rate);
    i += n;
  }
  for (let i = 0; i < 200; i++) {
    const from = Math.floor(next() * 8 * STEPS) / STEPS;
    const to = from + (1 + Math.floor(next() * 40)) / STEPS;
    let peak = 0;
    for (let s = Math.round(from * rate); s < Math.min(all.length, Math.round(to * rate)); s++) peak = Math.max(peak, Math.abs(all[s]!));
    for (const p of at) assert.ok(Math.abs(p.level(from, to) - Math.sqrt(peak)) < 0.02, `${from} to ${to}: ${p.level(from, to)}, want ${Math.sqrt(peak)}`);
  }
  assert.ok(Math.abs(at[1]!.seconds - all.length / rate) <= 1 / STEPS);
  assert.equal(at[0]!.level(10, 11), -1, 'nothing is known');
});

test('two channels have the louder of them', () => {
  const p = new Peaks();
  p.add(0, [0, 0.25, 0, 0], 4 * STEPS);
  p.add(0, [0, 0, -1, 0], 4 * STEPS);
  assert.equal(p.level(0, 1 / STEPS), 1);
});

test('what nobody says is quiet in a quiet room, and in a loud one', () => {
  for (const noise of [0.0001, 0.002]) {
    const p = new Peaks();
    p.add(0, Float32Array.from({ length: 8000 }, (_, i) => (i % 4000 < 2000 ? noise : 0.3) * (i % 2 ? 1 : -1)), 1000);
    assert.ok(p.quiet() > Math.sqrt(noise) && p.quiet() < Math.sqrt(0.3), `${noise}: ${p.quiet()}`);
  }
  assert.ok(new Peaks().quiet() > 0);
});

test('what is seen goes on a page at a time, within the recording', () => {
  assert.equal(windowed(0, 30, 12, 100), 0);
  assert.equal(windowed(0, 30, 29, 100), 27.5, 'on');
  assert.equal(windowed(0, 30, 99, 100), 70, 'to the end');
  assert.equal(windowed(50, 30, 10, 100), 1, 'back');
  assert.equal(windowed(50, 300, 10, 100), 0, 'all is seen');
  const next = random(1);
  for (let i = 0, from = 0; i < 500; i++) {
    const now = next() * 100;
    from = windowed(from, 20, now, 100);
    assert.ok(from >= 0 && from <= 80 && now >= from && now <= from + 20, `${now}: from ${from}`);
  }
});

test('removed stretches between two times', () => {
  const t = times(doc('a b c d e', { start: [0, 1, 2, 3, 9], end: [1, 2, 2.9, 4, 10] }));
  const gone = Uint8Array.from([0, 1, 1, 0, 1]);
  assert.deepEqual(removedBetween(t, gone, 0, 10), [[1, 2.9], [9, 10]]);
  assert.deepEqual(removedBetween(t, gone, 2.5, 8), [[2, 2.9]]);
  assert.deepEqual(removedBetween(t, gone, 3, 8), []);
});
