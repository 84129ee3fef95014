// What is decided about words, from the answers about sentences.
'use strict';

const {bytesOf, textOf} = require('./text.js');

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

// A sentence has a list for each thing that is decided.
function ofSentence({words, from, to, removed, kinds, confidence, disfluent, marks, written}) {
  return words.map((word, i) => ({from: from[i], to: to[i], label: {
    word,
    removed: removed[i] === 1,
    kinds: kinds[i] ? kinds[i].split(',') : [],
    confidence: confidence[i],
    disfluent: disfluent[i],
    mark: marks[i],
    written: written[i],
  }}));
}

module.exports = {request, ofWords, ofText};
