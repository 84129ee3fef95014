import assert from 'node:assert/strict';
import test from 'node:test';
import { Index } from '../src/search';
import { doc } from './docs';

const d = doc('I mean, it was the mean, the [laughs] Mean one');
d.words[3] = '—'; // punctuation that stands alone
const index = new Index(d);

test('words and phrases, in whatever case, over punctuation', () => {
  assert.deepEqual(index.find('mean'), [[1, 2], [5, 6], [8, 9]]);
  assert.deepEqual(index.find(' I  Mean '), [[0, 2]]);
  assert.deepEqual(index.find('it the'), [[2, 5]]);
  assert.deepEqual(index.find('th'), [[4, 5], [6, 7]], 'the last word may go on');
  assert.deepEqual(index.find('laughs mean'), [[7, 9]]);
  assert.deepEqual(index.find('ean'), []);
  assert.deepEqual(index.find(' .,'), []);
});
