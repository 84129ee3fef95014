// The worker of the page without a server, in which the module of cmd/wasm/page answers requests.
import { bundleOf } from '../../../npm/tidytalk-wasm/lib/fetch.js';
import { start } from '../../../npm/tidytalk-wasm/lib/start.js';

// Where files are, from this script, and of which models the hash is; see serve/web/build.
declare const SITE_MODULE: string;
declare const SITE_KERNELS: string;
declare const SITE_MODELS: string;
declare const SITE_HASH: string;

/** Asked is what the page asks for: a request, or that one is given up. */
interface Asked {
  id: number;
  method: string;
  path: string;
  headers: [string, string][];
  body: Uint8Array;
  cancel?: number;
}

interface Functions {
  request: (id: number, method: string, path: string, headers: [string, string][], body: Uint8Array) => void;
  cancel: (id: number) => void;
}

const here = (path: string): string => new URL(path, location.href).href;

function fail(error: unknown): void {
  postMessage({ head: { error: { message: error instanceof Error ? error.message : String(error) } } });
}

const server = (async (): Promise<Functions> => {
  const [load, bundle] = await Promise.all([
    start<Functions>({ module: here(SITE_MODULE), kernels: here(SITE_KERNELS) }, fail),
    bundleOf([{ url: here(SITE_MODELS), hash: SITE_HASH }], false), // the service worker keeps them
  ]);
  return load((id, head, body) => postMessage({ id, head, body }), bundle);
})();
server.catch(fail);

onmessage = async ({ data }: MessageEvent<Asked>) => {
  const { request, cancel } = await server;
  if (data.cancel !== undefined) cancel(data.cancel);
  else request(data.id, data.method, data.path, data.headers, data.body);
};
