// Runs a program of js/wasm that is built with the tag simd in Node, as Go's own script runs others:
// GOOS=js GOARCH=wasm go test -tags simd -exec "node cmd/wasm/exec.cjs" ./models/kernels. TIDYTALK_GOROOT is that of the
// release of Go that has made it.
'use strict';

globalThis.require = require;
globalThis.fs = require('node:fs');
globalThis.path = require('node:path');
require(path.join(process.env.TIDYTALK_GOROOT, 'lib/wasm/wasm_exec.js'));

const go = new Go();
go.argv = process.argv.slice(2);
// There is one thread.
go.env = {TMPDIR: require('node:os').tmpdir(), ...process.env, GOMAXPROCS: '1'};
go.exit = process.exit;

async function run() {
  const kernels = await WebAssembly.compile(fs.readFileSync(path.join(__dirname, 'kernels.wasm')));
  let found; // see npm/tidytalk-wasm/lib/start.js
  const tidytalk = Object.fromEntries(WebAssembly.Module.exports(kernels).map(({name}) => [name, (...a) => found[name](...a)]));
  const {instance} = await WebAssembly.instantiate(fs.readFileSync(process.argv[2]), {...go.importObject, tidytalk});
  found = (await WebAssembly.instantiate(kernels, {program: {mem: instance.exports.mem}})).exports;
  await go.run(instance);
}

run().catch((error) => {
  console.error(error);
  process.exit(1);
});
