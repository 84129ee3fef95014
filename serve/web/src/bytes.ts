// The bytes of a file that is too large to be held: some of them at a time.

/** Window is how much is read at once. */
const WINDOW = 1 << 20;

/** Bytes reads a file from place to place. One reader at a time. */
export class Bytes {
  private held = new Uint8Array(0);
  private from = 0;

  constructor(private readonly file: Blob) {}

  get size(): number {
    return this.file.size;
  }

  /** read returns so many bytes from a place on, or those that there are. They hold until the next read. */
  async read(at: number, size: number): Promise<Uint8Array> {
    size = Math.max(0, Math.min(size, this.file.size - at));
    if (at < this.from || at + size > this.from + this.held.length) {
      this.held = new Uint8Array(await this.file.slice(at, at + Math.max(size, WINDOW)).arrayBuffer());
      this.from = at;
    }
    return this.held.subarray(at - this.from, at - this.from + size);
  }

  /** blob is a part of the file that is not read yet. */
  blob(from: number, end: number): Blob {
    return this.file.slice(from, end);
  }
}

/** Cut is a part of a recording that is decoded alone, and begins at a time in seconds. */
export interface Cut {
  at: number;
  parts: BlobPart[];
}

/** Cuts are those of a file, in order; null: it is of another form. */
export type Cuts = AsyncGenerator<Cut>;

/** LONG is about how many seconds a Cut has: decoded it takes some 10 MB. */
export const LONG = 20;
