// The service worker of the page without a server: it keeps all files of the page, answers from them alone, and lets
// nothing out of the browser.

// All files, with their hashes, and the policy that they are served with; see serve/web/build.
declare const SITE_FILES: Record<string, string>;
declare const SITE_VERSION: string;
declare const SITE_POLICY: string;

interface Lasting extends Event {
  waitUntil: (p: Promise<unknown>) => void;
}

interface Fetching extends Event {
  request: Request;
  respondWith: (r: Promise<Response> | Response) => void;
}

const own = self as unknown as EventTarget & { skipWaiting: () => Promise<void>; clients: { claim: () => Promise<void> } };
const prefix = 'tidytalk-page-';
const cacheName = prefix + SITE_VERSION;
const root = new URL('./', location.href).href;

own.addEventListener('install', (e) => {
  (e as Lasting).waitUntil(
    (async () => {
      const cache = await caches.open(cacheName);
      await Promise.all(
        Object.entries(SITE_FILES).map(async ([name, integrity]) => {
          const response = await fetch(root + name, { integrity });
          if (!response.ok) throw new Error(`${name}: ${response.status}`);
          await cache.put(root + name, response);
        }),
      );
      await own.skipWaiting();
    })(),
  );
});

own.addEventListener('activate', (e) => {
  (e as Lasting).waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
      await own.clients.claim();
    })(),
  );
});

async function answer(url: string): Promise<Response> {
  const name = url === root ? root + 'index.html' : url;
  const kept = await (await caches.open(cacheName)).match(name);
  if (!kept) return new Response('there is nothing here', { status: 404 });
  const headers = new Headers(kept.headers);
  headers.set('Content-Security-Policy', SITE_POLICY);
  return new Response(kept.body, { status: kept.status, headers });
}

own.addEventListener('fetch', (e) => {
  const { request, respondWith } = e as Fetching;
  const url = request.url.replace(/[?#].*$/, '');
  if (url.startsWith('blob:') || url.startsWith('data:')) return; // they are in the page
  respondWith.call(e, request.method === 'GET' && url.startsWith(root) ? answer(url) : Response.error());
});
