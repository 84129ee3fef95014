// The browser's database, as promises. https://www.w3.org/TR/IndexedDB/

/** What is kept, by store: the key of each. */
const STORES = { projects: 'content', sources: 'content', ops: ['content', 'clock', 'site'] } as const;
export type Store = keyof typeof STORES;

const VERSION = 1;

const asked = <T>(r: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    r.onsuccess = () => resolve(r.result);
    r.onerror = () => reject(r.error);
  });

/** Database keeps records in stores. */
export class Database {
  private constructor(private readonly db: IDBDatabase) {}

  /** open opens the database of this page; it fails where the browser keeps nothing. */
  static async open(name: string): Promise<Database> {
    const r = indexedDB.open(name, VERSION);
    r.onupgradeneeded = () => {
      for (const store in STORES) r.result.createObjectStore(store, { keyPath: STORES[store as Store] as string | string[] });
    };
    const db = await asked(r);
    db.onversionchange = () => db.close(); // a newer page wants to change it
    return new Database(db);
  }

  /** write runs changes of some stores as one transaction; it is over when they are kept. The changes are handed over at once: a
   *  page that goes away in the meantime does not lose them. */
  write(stores: Store[], change: (in_: (store: Store) => IDBObjectStore) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const t = this.db.transaction(stores, 'readwrite');
      t.oncomplete = () => resolve();
      t.onabort = () => reject(t.error);
      change((store) => t.objectStore(store));
      t.commit();
    });
  }

  /** change makes another record of one that is there. */
  change<T>(store: Store, key: IDBValidKey, make: (was: T) => T): Promise<void> {
    return new Promise((resolve, reject) => {
      const t = this.db.transaction(store, 'readwrite');
      t.oncomplete = () => resolve();
      t.onabort = () => reject(t.error);
      const r = t.objectStore(store).get(key) as IDBRequest<T | undefined>;
      r.onsuccess = () => r.result !== undefined && t.objectStore(store).put(make(r.result));
    });
  }

  get<T>(store: Store, key: IDBValidKey): Promise<T | undefined> {
    return asked(this.db.transaction(store).objectStore(store).get(key) as IDBRequest<T | undefined>);
  }

  all<T>(store: Store, range?: IDBKeyRange): Promise<T[]> {
    return asked(this.db.transaction(store).objectStore(store).getAll(range) as IDBRequest<T[]>);
  }
}
