// Text as bytes of UTF-8.
'use strict';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', {ignoreBOM: true});

const bytesOf = (text) => encoder.encode(text);

const textOf = (bytes) => decoder.decode(bytes);

module.exports = {bytesOf, textOf};
