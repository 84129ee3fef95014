#!/usr/bin/env node
// The command: clean, adapt, train, serve, ... with all of its options.
'use strict';

const {spawn} = require('node:child_process');
const {program} = require('./lib/program.js');

function fail(error) {
  process.stderr.write(`tidytalk: ${error.message}\n`);
  process.exit(1);
}

try {
  const child = spawn(program(), process.argv.slice(2), {stdio: 'inherit'});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // A terminal sends an interrupt to both.
    process.on(signal, () => { if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal); });
  }
  child.on('error', fail);
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
} catch (error) {
  fail(error);
}
