// A worker in which the module runs: of the web, or of Node.
import {run} from './run.js';

const port = globalThis.process?.getBuiltinModule?.('node:worker_threads')?.parentPort ?? globalThis;

let host = null;

port.onmessage = async ({data}) => {
  if (!data.load) {
    host?.post(data);
    return;
  }
  try {
    host = await run(data.load, (id, head, body) => port.postMessage({id, head, body}, body?.length ? [body.buffer] : []), (error) => { throw error; });
    port.postMessage({loaded: true});
  } catch (error) {
    port.postMessage({error: {message: error.message, code: error.code ?? 'no_module', status: error.status}});
  }
};
