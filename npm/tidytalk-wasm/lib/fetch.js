// Models from where they are, checked by their hashes, and kept.
import {TidytalkError} from './errors.js';

// Returns the bytes of files, and whether all of them were checked by a hash. cache is the name of that of the browser
// for those with a hash; false: none.
export async function bundleOf(files, cache = 'tidytalk') {
  const models = await Promise.all(files.map((file) => fetched(file, cache)));
  return {models: await Promise.all(models.map(unpacked)), checked: files.every(({hash}) => hash)};
}

async function fetched({url, bytes, hash}, cache) {
  if (bytes) {
    if (hash && !(await fits(bytes, hash))) throw others('the bytes', hash);
    return bytes;
  }
  // Without a hash nobody knows which they are.
  const kept = hash && cache && globalThis.caches && /^https?:/.test(url) ? await caches.open(cache).catch(() => null) : null; // which some pages may not
  const had = await kept?.match(url);
  if (had) {
    const bytes = new Uint8Array(await had.arrayBuffer());
    if (await fits(bytes, hash)) return bytes;
    await kept.delete(url); // an earlier version
  }
  const came = await read(url);
  if (hash && !(await fits(came, hash))) throw others(url, hash);
  await kept?.put(url, new Response(came, {headers: {'Content-Type': 'application/octet-stream'}})).catch(() => {}); // there is no room
  return came;
}

function others(what, hash) {
  return new TidytalkError(`${what} are not the models of the hash ${hash}: name the file that it is of, or the hash of the file`, {code: 'wrong_models'});
}

// Reports whether bytes have a hash, of the form that "integrity" has in pages: sha256-BASE64.
async function fits(bytes, hash) {
  const [, way, digest] = /^sha(256|384|512)-([A-Za-z0-9+/]+={0,2})$/.exec(hash) ?? [];
  if (!way) throw new TidytalkError(`a hash has the form sha256-BASE64, not ${hash}`, {code: 'wrong_models'});
  const own = new Uint8Array(await crypto.subtle.digest(`SHA-${way}`, bytes));
  return btoa(String.fromCharCode(...own)) === digest;
}

// Reads a file: those of this machine, too, where that can be.
export async function read(url) {
  const fs = url.startsWith('file:') && globalThis.process?.getBuiltinModule?.('node:fs');
  try {
    if (fs) return new Uint8Array(await fs.promises.readFile(new URL(url)));
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the server answers ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw new TidytalkError(`${url} cannot be read: ${cause.message}`, {code: 'no_models', cause});
  }
}

// Unpacks what is compressed by gzip, as not all servers do for files of models.
async function unpacked(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
