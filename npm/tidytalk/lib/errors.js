'use strict';

class TidytalkError extends Error {
  constructor(message, {code = 'internal', status, line, column, cause} = {}) {
    super(message, cause === undefined ? undefined : {cause});
    Object.assign(this, {code, status, line, column});
  }
}
TidytalkError.prototype.name = 'TidytalkError';

module.exports = {TidytalkError};
