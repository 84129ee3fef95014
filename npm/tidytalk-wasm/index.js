import {Cleaner, Document} from './lib/cleaner.js';
import {TidytalkError} from './lib/errors.js';
import {Models} from './lib/models.js';

export {Cleaner, Document, Models, TidytalkError};

export async function clean(text, {signal, ...options} = {}) {
  return new Cleaner(options).clean(text, {signal});
}

export async function labels(words, times, {signal, ...options} = {}) {
  return new Cleaner(options).labels(words, times, {signal});
}
