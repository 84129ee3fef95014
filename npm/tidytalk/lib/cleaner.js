// Cleaners of texts, documents, words and live text, by the program beside this process.
'use strict';

const fs = require('node:fs/promises');
const os = require('node:os');
const {basename} = require('node:path');
const {Base, Document: Received} = require('./base.js');
const {programOf, release} = require('./process.js');
const {bundleFile} = require('./program.js');

class Document extends Received {
  async save(file) {
    await fs.writeFile(file, this.content);
  }
}

class Cleaner extends Base {
  #bundle;

  constructor({bundle, ...options} = {}) {
    const file = bundleFile(bundle ?? undefined);
    super(() => programOf(file), options);
    this.#bundle = file;
  }

  cleanAll(texts, {concurrency = os.cpus().length || 1, ...options} = {}) {
    return super.cleanAll(texts, {concurrency, ...options});
  }

  async document(document, options) {
    return this.#document('/v1/clean', document, options);
  }

  async cuts(document, {to = 'csv', ...options} = {}) {
    return this.#document('/v1/cut', document, {to, ...options});
  }

  async #document(path, document, {signal, ...options} = {}) {
    let body = document;
    if (typeof document === 'string' || document instanceof URL) {
      options.name ??= basename(document instanceof URL ? document.pathname : document);
      body = await fs.readFile(document, {signal});
    } else if (document instanceof ArrayBuffer) {
      body = Buffer.from(document);
    } else if (ArrayBuffer.isView(document)) {
      body = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
    } else {
      throw new TypeError('a document is its bytes, or the path of its file');
    }
    return new Document(await this.bytes(path, body, {signal, ...options}));
  }

  async close() {
    if (this.shut()) await release(this.#bundle);
  }
}

module.exports = {Cleaner, Document};
