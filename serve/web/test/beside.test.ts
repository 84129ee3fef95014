import assert from 'node:assert/strict';
import test from 'node:test';
import { alike, its, pair, saysSpeakers } from '../src/beside';

const named = (names: string): { name: string }[] => names.split(' ').filter(Boolean).map((name) => ({ name }));

test('what says who speaks when', () => {
  assert.deepEqual(named('a.rttm B.RTTM rttm a.rttm.txt a.srt').map(saysSpeakers), [true, true, false, false, false]);
});

test('names that are alike', () => {
  for (const [transcript, other] of [['talk.srt', 'Talk.wav'], ['talk.en.srt', 'talk.rttm'], ['talk.en.srt', 'talk.en.rttm'], ['talk', 'talk.rttm'], ['.srt', '.rttm']])
    assert.ok(alike(transcript!, other!), `${transcript} ${other}`);
  for (const [transcript, other] of [['talk.srt', 'talks.wav'], ['talk.srt', 'talk.en.rttm'], ['talk.de.srt', 'talk.en.rttm'], ['a.srt', '.rttm']])
    assert.ok(!alike(transcript!, other!), `${transcript} ${other}`);
  const all = ['b.srt', 'a.en.srt', 'a.de.srt'];
  const same = (name: string): string => name;
  assert.deepEqual([its(all, 'b.srt', same, 'a.wav'), its(all, 'a.de.srt', same, 'a.wav'), its(all, 'b.srt', same, 'c.wav'), its([], null, same, 'a.wav')], ['a.en.srt', 'a.de.srt', undefined, undefined]);
});

test('which transcripts have their speakers from which file', () => {
  for (const [transcripts, speakers, pairs, left] of [
    ['talk.srt', 'talk.rttm', 'talk.srt<talk.rttm', ''],
    ['talk.srt', 'out.rttm', 'talk.srt<out.rttm', ''],
    ['a.srt b.srt', 'b.rttm a.rttm', 'a.srt<a.rttm b.srt<b.rttm', ''],
    ['a.srt b.srt', 'b.rttm', 'b.srt<b.rttm', ''],
    ['a.srt b.srt', 'b.rttm out.rttm', 'a.srt<out.rttm b.srt<b.rttm', ''],
    ['a.srt b.srt', 'out.rttm', 'a.srt<out.rttm b.srt<out.rttm', ''],
    ['a.srt', 'x.rttm y.rttm', '', 'x.rttm y.rttm'],
    ['a.srt', 'a.rttm y.rttm', 'a.srt<a.rttm', 'y.rttm'],
    ['', 'a.rttm', '', 'a.rttm'],
    ['a.srt', '', '', ''],
  ]) {
    const { of, left: rest } = pair(named(transcripts!), named(speakers!));
    assert.equal([...of].map(([t, s]) => `${t.name}<${s.name}`).join(' '), pairs, `${transcripts} with ${speakers}`);
    assert.equal(rest.map((f) => f.name).join(' '), left, `${transcripts} with ${speakers}: left`);
  }
});
