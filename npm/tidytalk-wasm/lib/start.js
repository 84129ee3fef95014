// How the module is compiled and started. wasm_exec.js, which defines Go, is of the release of Go that has made it.
import './wasm_exec.js';
import {TidytalkError} from './errors.js';
import {read} from './fetch.js';

// Starts the module, and returns what loads models into it: loader(tell, {models, checked}) returns its functions.
// module and kernels are modules of WebAssembly, bytes, or URLs; those of the package by default. end gets an error
// when the module ends.
export async function start({module = new URL('../tidytalk.wasm', import.meta.url), kernels = new URL('../kernels.wasm', import.meta.url)} = {}, end = () => {}) {
  const [program, own] = await Promise.all([compiled(module), compiled(kernels)]);
  const go = new globalThis.Go();
  go.argv = ['tidytalk'];
  // The kernels need the memory of the module, and the module the kernels: these stand between.
  let found;
  const tidytalk = Object.fromEntries(WebAssembly.Module.exports(own).map(({name}) => [name, (...a) => found[name](...a)]));
  const instance = await WebAssembly.instantiate(program, {...go.importObject, tidytalk});
  found = (await WebAssembly.instantiate(own, {program: {mem: instance.exports.mem}})).exports;
  let ready;
  globalThis.tidytalkReady = (load) => { ready = load; };
  // What is called runs until it waits: then the module has said that it is ready.
  go.run(instance).then(() => end(ended()), () => end(ended()));
  delete globalThis.tidytalkReady;
  if (!ready) throw ended();
  return (tell, {models, checked}) => {
    const functions = ready(tell, checked, ...models);
    if (functions.error) throw new TidytalkError(functions.error.message, functions.error);
    return functions;
  };
}

function ended() {
  return new TidytalkError('the module has ended: there is not enough memory, or a fault, which the console has', {code: 'ended'});
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (!(typeof source === 'string' || source instanceof URL)) return WebAssembly.compile(source);
  const url = new URL(source, globalThis.location?.href).href;
  if (/^https?:/.test(url) && WebAssembly.compileStreaming) {
    const response = await fetch(url);
    if (response.ok && response.headers.get('Content-Type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
    if (response.ok) return WebAssembly.compile(await response.arrayBuffer());
  }
  return WebAssembly.compile(await read(url));
}
