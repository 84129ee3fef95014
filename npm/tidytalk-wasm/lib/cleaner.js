// Cleaners of texts, documents, words and live text, by a module of WebAssembly.
import {Base, Document} from './base.js';
import {Models} from './models.js';

export {Document};

export class Cleaner extends Base {
  constructor({models, ...options} = {}) {
    if (!(models instanceof Models)) throw new TypeError("a cleaner needs models: new Cleaner({models: new Models('/tidytalk-small.tt')})");
    super(() => models, options);
  }

  async document(document, options) {
    return this.#document('/v1/clean', document, options);
  }

  async cuts(document, {to = 'csv', ...options} = {}) {
    return this.#document('/v1/cut', document, {to, ...options});
  }

  async #document(path, document, options) {
    let bytes = document;
    if (document instanceof ArrayBuffer) bytes = new Uint8Array(document);
    else if (typeof Blob === 'function' && document instanceof Blob) {
      if (document.name !== undefined) options = {name: document.name, ...options};
      bytes = new Uint8Array(await document.arrayBuffer());
    } else if (ArrayBuffer.isView(document)) bytes = new Uint8Array(document.buffer, document.byteOffset, document.byteLength);
    else throw new TypeError('a document is its bytes, or a File');
    return new Document(await this.bytes(path, bytes, options));
  }

  async close() {
    this.shut();
  }
}
