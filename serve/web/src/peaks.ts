// How loud a recording is, in steps of time: what is left of its samples.

/** So many levels are kept of a second: an hour is 180 kB. */
export const STEPS = 50;

/** Peaks are the loudest samples of steps of time, as roots from 0 to 255: what is quiet is seen, too. */
export class Peaks {
  private levels = new Uint8Array(STEPS * 60);
  private size = 0;

  /** add takes up samples, from -1 to 1, that begin at a time in seconds. */
  add(at: number, samples: ArrayLike<number>, rate: number): void {
    const per = rate / STEPS;
    const first = Math.max(0, at * STEPS);
    for (let i = 0, step = Math.floor(first); i < samples.length; step++) {
      const stop = Math.min(samples.length, Math.ceil((step + 1 - first) * per));
      let peak = 0;
      for (; i < stop; i++) {
        const x = samples[i]!;
        if (x > peak) peak = x;
        else if (-x > peak) peak = -x;
      }
      this.put(step, Math.min(255, Math.round(255 * Math.sqrt(peak))));
    }
  }

  private put(step: number, level: number): void {
    if (step >= this.levels.length) {
      const more = new Uint8Array(Math.max(step + 1, this.levels.length * 2));
      more.set(this.levels);
      this.levels = more;
    }
    if (level > this.levels[step]!) this.levels[step] = level;
    this.size = Math.max(this.size, step + 1);
  }

  /** seconds is how much is known. */
  get seconds(): number {
    return this.size / STEPS;
  }

  /** level is the loudest between two times, from 0 to 1; -1: nothing is known of them. */
  level(from: number, to: number): number {
    const first = Math.max(0, Math.floor(from * STEPS + 1e-6));
    const end = Math.min(this.size, Math.max(first + 1, Math.ceil(to * STEPS - 1e-6)));
    if (first >= end) return -1;
    let most = 0;
    for (let i = first; i < end; i++) if (this.levels[i]! > most) most = this.levels[i]!;
    return most / 255;
  }

  /** quiet is the level up to which nobody speaks: twice that of the quietest tenth, within what quiet rooms and loud ones have. */
  quiet(): number {
    const times = new Uint32Array(256);
    for (let i = 0; i < this.size; i++) times[this.levels[i]!]!++;
    let level = 0;
    for (let seen = times[0]!; level < 255 && seen * 10 < this.size; seen += times[++level]!);
    return Math.min(0.3, Math.max(0.06, (2 * level) / 255));
  }
}
