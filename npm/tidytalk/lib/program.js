// Where the program is.
'use strict';

const fs = require('node:fs');
const {TidytalkError} = require('./errors.js');

function program() {
  const named = process.env.TIDYTALK_BINARY;
  if (named) {
    if (fs.existsSync(named)) return named;
    throw missing(`TIDYTALK_BINARY names ${named}, which is not there`);
  }
  const platform = `${process.platform}-${process.arch}`;
  const pack = `@tidytalk/${platform}`;
  const known = Object.keys(require('../package.json').optionalDependencies);
  if (!known.includes(pack)) {
    const there = known.map((name) => name.slice('@tidytalk/'.length)).join(', ');
    throw missing(`there is no program for ${platform}, only for ${there}: build it from the source with Go, and name it in TIDYTALK_BINARY`);
  }
  try {
    return require.resolve(`${pack}/bin/tidytalk${process.platform === 'win32' ? '.exe' : ''}`);
  } catch (cause) {
    const error = `the package ${pack} with the program is not installed: install without --omit=optional, on the platform where it is to run, or name the program in TIDYTALK_BINARY`;
    throw missing(error, cause);
  }
}

function missing(message, cause) {
  return new TidytalkError(message, {code: 'no_program', cause});
}

// Returns the file of a bundle; "open" is that of the package tidytalk-open, if it is installed.
function bundleFile(name) {
  if (name !== 'open') return name;
  try {
    return require.resolve('tidytalk-open/tidytalk-open.tt');
  } catch {
    return name; // the program looks in the user's folders, and says what to do
  }
}

module.exports = {program, bundleFile};
