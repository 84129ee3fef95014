'use strict';

const {Cleaner, Document} = require('./lib/cleaner.js');
const {TidytalkError} = require('./lib/errors.js');
const {close} = require('./lib/process.js');

async function clean(text, {signal, ...options} = {}) {
  return new Cleaner(options).clean(text, {signal});
}

async function labels(words, times, {signal, ...options} = {}) {
  return new Cleaner(options).labels(words, times, {signal});
}

module.exports = {Cleaner, Document, TidytalkError, clean, close, labels};
