// What is decided about words, from the answers about sentences.
'use strict';

const {bytesOf, textOf} = require('./text.js');

const KINDS = {F: 'filled-pauses', D: 'discourse-markers', E: 'editing-terms', C: 'conjunctions'};
const MARKS = {COMMA: ',', PERIOD: '.', QMARK: '?'};

// Returns the request about words, and where each of them stands in it, in bytes.
function request(words, times) {
  if (times && times.length !== words.length) throw new RangeError(`there are ${words.length} words, and ${times.length} times`);
  const parts = [], places = [];
  let length = '{"words":['.length;
  words.forEach((word, i) => {
    if (typeof word !== 'string' || word === '' || /[\s\x1c-\x1f\x85]/.test(word)) {
      throw new TypeError(`word ${i} is ${JSON.stringify(word)}: words are not empty, and have no blanks`);
    }
    let part = `{"text":${JSON.stringify(word)}`;
    if (times) {
      const [start, end] = times[i];
      if (!Number.isFinite(start) || !Number.isFinite(end)) throw new TypeError(`the times of word ${i} are no numbers of seconds`);
      part += `,"start":${start},"end":${end}`;
    }
    part += '}';
    places.push(length + '{"text":"'.length);
    length += bytesOf(part).length + 1;
    parts.push(part);
  });
  return {body: bytesOf(parts.length ? `{"words":[${parts.join(',')}]}\n` : ''), places};
}

// Returns the labels of words that stand at places of a request, in bytes, from its answer.
function ofWords(words, times, places, answer) {
  const found = new Map(decided(answer).map((d) => [d.from, d.label]));
  return words.map((word, i) => ({
    // What is no word for the models, such as "[laughs]", is left as it is.
    ...(found.get(places[i]) ?? {removed: false, kinds: [], confidence: 0, disfluent: 0, mark: '', written: word}),
    word, start: times ? times[i][0] : null, end: times ? times[i][1] : null,
  }));
}

// Returns the labels of the words of a text, with where they stand in it.
function ofText(text, answer) {
  const source = bytesOf(text);
  let at = 0, chars = 0;
  return decided(answer).sort((a, b) => a.from - b.from).map(({from, to, label}) => {
    const first = chars + textOf(source.subarray(at, from)).length;
    chars = first + textOf(source.subarray(from, to)).length;
    at = to;
    return {...label, from: first, to: chars};
  });
}

function decided(answer) {
  return textOf(answer).split('\n').filter(Boolean).flatMap((line) => ofSentence(JSON.parse(line)));
}

function ofSentence({words, operations, labels, kinds: fillers, marks, posteriors, confidence: sure}) {
  const reasons = new Map();
  for (const {op, words: range, reasons: why} of operations) {
    for (let i = range?.[0]; op === 'delete' && i < range[1]; i++) reasons.set(i, why);
  }
  const edits = operations.filter(({op}) => op === 'punctuate' || op === 'case' || op === 'apostrophe');
  let next = 0; // of the edits, which are in order
  return words.map((word, i) => {
    while (next < edits.length && edits[next].from < word.from) next++; // between words
    const first = next;
    while (next < edits.length && edits[next].from <= word.to) next++;
    const tokens = Array.from({length: word.tokens[1] - word.tokens[0]}, (_, t) => word.tokens[0] + t);
    const removed = reasons.has(i), all = reasons.get(i) ?? [];
    // A deletion has the reasons of all of its words.
    const own = new Set(tokens.flatMap((t) => [labels[t] === 'E' ? 'repairs' : '', KINDS[fillers[t]]]));
    const some = all.filter((reason) => own.has(reason));
    const disfluent = posteriors ? Math.max(0, ...tokens.map((t) => 1 - posteriors.O[t])) : 0;
    return {from: word.from, to: word.to, label: {
      word: word.text,
      removed,
      kinds: some.length ? some : [...all],
      confidence: sure && removed && tokens.length ? Math.min(...tokens.map((t) => sure[t])) : 0,
      disfluent: Math.round(disfluent * 1e5) / 1e5,
      mark: removed || !tokens.length ? '' : MARKS[marks[tokens.at(-1)]] ?? '',
      written: removed ? '' : edited(word, edits.slice(first, next)),
    }};
  });
}

function edited(word, edits) {
  let written = bytesOf(word.text);
  if (written.length !== word.to - word.from) return word.text; // the request has it in other letters
  for (const {from, to, text} of edits.reverse()) {
    written = Uint8Array.of(...written.subarray(0, from - word.from), ...bytesOf(text), ...written.subarray(to - word.from));
  }
  return textOf(written);
}

module.exports = {request, ofWords, ofText};
