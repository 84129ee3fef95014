import assert from 'node:assert/strict';
import test from 'node:test';
import { around, between, pauses, place, removal, retimed, said, skipTo, times } from '../src/times';
import { doc } from './docs';

test('words of a line without times share its time by their letters', () => {
  const t = times(doc('a bcd ef', { lines: [[0, 3, 10, 19]] }));
  assert.deepEqual([...t.start], [10, 12, 16]);
  assert.deepEqual([...t.end], [12, 16, 19]);
  assert.equal(t.guessed, 3);
});

test('lines of one cue are one', () => {
  const t = times(doc('a b c', { lines: [[0, 1, 0, 6], [1, 3, 0, 6]] }));
  assert.deepEqual([...t.start], [0, 2, 4]);
});

test('times that are known stand', () => {
  const t = times(doc('a b', { lines: [[0, 2, 0, 4]], start: [1, null], end: [2, null] }));
  assert.deepEqual([...t.start], [1, 2]);
  assert.equal(t.guessed, 1);
  assert.deepEqual([...times(doc('a b')).order], []);
});

const t = times(doc('a b c d e', { start: [0, 1, 2, 3, 9], end: [1, 2, 2.9, 4, 10] }));

test('the word that is said', () => {
  assert.deepEqual([-1, 0, 0.99, 1, 3.9, 4.2, 6, 9.5, 99].map((at) => said(t, at)), [-1, 0, 0, 1, 3, 3, -1, 4, -1]);
  assert.equal(place(t, -1), -1);
  const two = times(doc('a b c', { start: [5, 1, 3], end: [6, 2, 4] })); // two speakers at once
  assert.deepEqual([1.5, 3.5, 5.5].map((at) => said(two, at)), [1, 2, 0]);
});

test('what is removed is skipped to its end, or to the next word', () => {
  const gone = Uint8Array.from([0, 1, 1, 0, 1]);
  assert.equal(skipTo(t, gone, 1.2), 2.9);
  assert.ok(Number.isNaN(skipTo(t, gone, 0.5)), 'a kept word');
  assert.ok(Number.isNaN(skipTo(t, gone, 2.95)), 'the pause behind is heard');
  assert.equal(skipTo(t, gone, 9.1), 10, 'at the end');
  assert.ok(Number.isNaN(skipTo(t, gone, 10)), 'and no further');
});

test('words move with a line that has other times', () => {
  const d = doc('a b c', { lines: [[0, 2, 0, 4], [2, 3, 5, 6]], start: [0, 2, 5], end: [2, 4, 6] });
  const moved = retimed(d, new Map([[0, [1, 3]]]));
  assert.deepEqual([moved.lines, moved.start, moved.end], [[[0, 2, 1, 3], [2, 3, 5, 6]], [1, 2, 5], [2, 3, 6]]);
  assert.deepEqual(d.start, [0, 2, 5]);
  assert.equal(retimed(d, new Map()), d);
});

test('a removal is heard from before it until behind it', () => {
  assert.deepEqual(around(t, 1, 3), { start: 0, cut: [1, 2.9], end: 4.9 });
  assert.deepEqual(around(t, 4, 5), { start: 7, cut: [9, 10], end: 12 });
  const over = times(doc('a b c', { start: [5, 6, 6.5], end: [6, 7, 8] })); // somebody else begins before it ends
  assert.deepEqual(around(over, 1, 2), { start: 4, cut: [6, 6.5], end: 8.5 });
  assert.equal(around(times(doc('a b')), 0, 1), null);
});

test('the removal around a word', () => {
  const gone = Uint8Array.from([0, 1, 1, 1, 0]);
  const turn = Int32Array.from([0, 0, 0, 1, 1]);
  assert.deepEqual([0, 1, 2, 3].map((w) => removal(gone, turn, w)), [[0, 1], [1, 3], [1, 3], [3, 4]]);
});

test('pauses are where nobody speaks', () => {
  const d = doc('a b c d e', { start: [0, 1, 2, 3, 9], end: [1, 2, 2.9, 4, 10] });
  assert.deepEqual([...pauses(times(d), d, 2)], [[4, 5]]);
  assert.deepEqual([...pauses(times(d), d, 0)], [], 'not shown');
  const two = doc('a b c', { start: [0, 8, 3], end: [4, 9, 7] }); // b is said after c, which is said while a is
  assert.deepEqual([...pauses(times(two), two, 1)], [[1, 1]]);
  const guessed = doc('a b', { lines: [[0, 1, 0, 1], [1, 2, 9, 10]] });
  assert.deepEqual([...pauses(times(guessed), guessed, 2)], []);
  const half = doc('a b c', { start: [0, 9, 20], end: [null, 10, 21] });
  assert.deepEqual([...pauses(times(half), half, 2)], [[2, 10]], 'an end that is not known is no pause');
});

test('what is between what is kept', () => {
  assert.deepEqual(between([{ start: 0.5, end: 2 }, { start: 3, end: 4 }], 5), [[0, 0.5], [2, 3], [4, 5]]);
  assert.deepEqual(between([{ start: 0, end: 5 }], 5.0004), []);
  assert.deepEqual(between([], 2), [[0, 2]]);
});
