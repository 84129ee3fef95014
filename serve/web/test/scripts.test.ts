import assert from 'node:assert/strict';
import test from 'node:test';
import { text } from '../src/model';
import { direction, language, leftOf, spokenOf, uncertainty, why } from '../src/scripts';
import { doc } from './docs';

test('text is written from the side that most of its words are written from', () => {
  const of = (s: string) => direction(s.split(' '), 0, s.split(' ').length);
  assert.equal(of('שלום רב'), 'rtl');
  assert.equal(of('WhatsApp مرحبا بكم هنا'), 'rtl', 'a foreign word first');
  assert.equal(of('we said שלום and went'), 'ltr');
  assert.equal(of('12 -- ...'), 'auto');
  assert.equal(direction(['شكرا', 'thanks', 'again'], 1, 3), 'ltr');
});

test('languages that letters tell', () => {
  const of = (s: string) => language(s.split(' '), 0, s.split(' ').length);
  assert.deepEqual(['今天 天气 好', '今日 は いい 天気', '오늘 날씨', 'good day', 'I said 好 to her', ''].map(of), ['zh', 'ja', 'ko', '', '', '']);
});

test('stretches that were left', () => {
  const d = doc('a b [laughs] c d e', { left: [[0, 2, 'German', 'de'], [3, 4, 'German', 'de'], [4, 5, 'und', 'und'], [5, 6, 'German', 'de']] });
  const left = leftOf(d);
  assert.deepEqual(left.map((l) => [l.from, l.end, l.code]), [[0, 4, 'de'], [4, 5, ''], [5, 6, 'de']]);
  assert.ok(/4 words not cleaned: this is German/.test(why(left[0]!)));
  assert.ok(/no language that the models here know/.test(why(left[1]!)));
  assert.deepEqual(leftOf(doc('a', { left: null })), []);
});

test('stretches in other languages, left or not', () => {
  const d = doc('a b c d', { left: [[2, 3, 'Finnish', 'fi']], spoken: [[0, 1, 'German', 'de'], [1, 2, 'German', 'de'], [3, 4, 'Chinese', 'zh']] });
  assert.deepEqual(spokenOf(d).map((l) => [l.from, l.end, l.code]), [[0, 2, 'de'], [2, 3, 'fi'], [3, 4, 'zh']]);
  assert.deepEqual(spokenOf(doc('a', { left: null, spoken: null })), []);
});

test('that nothing is uncertain is not said of what was not cleaned', () => {
  const of = (more: object, remove = 127) => uncertainty(text(doc('a b [laughs] c', more)), remove);
  assert.equal(of({}), 'Nothing here is uncertain.');
  assert.ok(/^Nothing was cleaned: all of this is in German,/.test(of({ left: [[0, 2, 'German', 'de'], [3, 4, 'German', 'de']] })));
  assert.ok(/^Nothing is uncertain in what was cleaned. 2 words in German were not cleaned/.test(of({ left: [[0, 2, 'German', 'de']] })));
  assert.ok(/ 1 word in German was not cleaned/.test(of({ left: [[0, 1, 'German', 'de']] })));
  assert.ok(/no kind is chosen/.test(of({}, 0)));
  assert.ok(/1 part could not be cleaned well/.test(of({ problems: ['line 2: out of time'] })));
  assert.ok(/^Nothing was cleaned/.test(uncertainty(text(doc('[laughs] [coughs]')), 127)));
});
