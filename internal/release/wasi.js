// Runs a program for WASI, with its arguments: node -e THIS -- PROGRAM ARGUMENT...
const { readFile } = require('node:fs/promises');
const { WASI } = require('node:wasi');
const args = process.argv.slice(1);
const wasi = new WASI({ version: 'preview1', args, env: {}, preopens: { '/': '/' }, returnOnExit: false });
readFile(args[0])
  .then((code) => WebAssembly.instantiate(code, wasi.getImportObject()))
  .then(({ instance }) => wasi.start(instance));
