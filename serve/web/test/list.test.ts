import assert from 'node:assert/strict';
import test from 'node:test';
import { Heights, estimate, rowOf, rows, stamps } from '../src/list';
import { text } from '../src/model';
import { doc, random } from './docs';

const long = (words: number, sentences: number[] = [0]) => text(doc(Array.from({ length: words }, () => 'word').join(' '), { sentences }));

test('one turn of 100,000 words is many rows, which have all words once', () => {
  const t = long(100_000);
  const all = rows(t);
  assert.ok(all.length > 1000);
  let at = 0;
  for (const r of all) {
    assert.equal(r.from, at);
    assert.ok(r.end - r.from <= 75);
    at = r.end;
  }
  assert.equal(at, t.size);
  for (const w of [0, 1, 74, 75, 76, 99_999]) {
    const r = all[rowOf(all, w)]!;
    assert.ok(w >= r.from && w < r.end, String(w));
  }
  assert.deepEqual(all.map((r) => r.opens).slice(0, 3), [true, false, false]);
});

test('rows end at sentences where they can', () => {
  assert.deepEqual(rows(long(140, [0, 10, 60, 130])).map((r) => [r.from, r.end]), [[0, 60], [60, 130], [130, 140]]);
});

test('speakers that are not shown have no rows', () => {
  const t = text(doc('a b c d', { speakers: ['A', 'B'], turns: [[0, 2, 0], [2, 2, 1], [2, 3, 1], [3, 4, 0]] }));
  assert.deepEqual(rows(t, t.doc.turns, (s) => s === 0).map((r) => r.from), [0, 3]);
});

test('heights: tops are sums, and find is where they are', () => {
  const next = random(3);
  const heights = Array.from({ length: 300 }, () => Math.floor(next() * 40));
  const h = new Heights(heights);
  for (let i = 0; i < 2000; i++) {
    const row = Math.floor(next() * 300);
    heights[row] = Math.floor(next() * 40);
    h.set(row, heights[row]!);
    assert.equal(h.set(row, heights[row]!), false);
    const some = Math.floor(next() * 301);
    const sum = heights.slice(0, some).reduce((a, b) => a + b, 0);
    assert.equal(h.top(some), sum);
    const y = next() * h.total;
    const found = h.find(y);
    assert.ok(h.top(found) <= y && (found === 299 || h.top(found + 1) > y), `${y}: ${found}`);
  }
  assert.deepEqual([h.find(-5), h.find(1e9)], [0, 299]);
  assert.deepEqual([new Heights([]).find(3), new Heights([]).total], [0, 0]);
});

test('estimates grow with the letters', () => {
  const all = rows(long(100));
  const [wide, narrow] = [estimate(all, 700, 8, 28, 9), estimate(all, 300, 8, 28, 9)];
  assert.ok(narrow[0]! > wide[0]! * 2);
});

test('a long turn shows times, one in half a minute', () => {
  const t = long(9000, Array.from({ length: 900 }, (_, s) => s * 10));
  const all = rows(t);
  const start = Float64Array.from({ length: 9000 }, (_, w) => w * 0.4);
  const at = [...stamps(all, start, t.sentence)].flatMap((is, i) => (is ? [start[all[i]!.from]!] : []));
  assert.equal(at[0], 0);
  for (let i = 1; i < at.length; i++) assert.ok(at[i]! - at[i - 1]! >= 30 && at[i]! - at[i - 1]! <= 60, `${at[i - 1]}, ${at[i]}`);
  assert.ok(at.at(-1)! > 3500);
  // Turns that are short show theirs, as they did; without times there is nothing more.
  const short = text(doc('a b c d', { turns: [[0, 2, 0], [2, 4, 1]], speakers: ['A', 'B'] }));
  assert.deepEqual([...stamps(rows(short), [0, 1, 2, 3], short.sentence)], [1, 1]);
  assert.equal(stamps(all, new Float64Array(9000).fill(NaN), t.sentence).reduce((a, b) => a + b, 0), 1);
  // Where no sentence ends, every minute.
  const endless = long(9000);
  const rare = [...stamps(rows(endless), start, endless.sentence)].flatMap((is, i) => (is ? [start[rows(endless)[i]!.from]!] : []));
  for (let i = 1; i < rare.length; i++) assert.ok(rare[i]! - rare[i - 1]! >= 60 && rare[i]! - rare[i - 1]! <= 90);
});
