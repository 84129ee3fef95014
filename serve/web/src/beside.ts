// What is dropped beside transcripts, and belongs to one of them: recordings, and who speaks when.

/** Named is a file, as far as its name says whose it is. */
interface Named {
  readonly name: string;
}

const MEDIA = /\.(mp3|m4a|aac|wav|ogg|oga|opus|flac|mp4|m4v|webm|mov|mkv|weba)$/i;

/** isMedia says whether a file is a recording. */
export const isMedia = (file: Named & { readonly type: string }): boolean => /^(audio|video)\//.test(file.type) || MEDIA.test(file.name);

/** saysSpeakers says whether a file tells who speaks when. */
export const saysSpeakers = (file: Named): boolean => /\.rttm$/i.test(file.name);

const stem = (name: string): string => name.replace(/\.[^.]*$/, '').toLowerCase();

/** alike says whether something is called as a transcript is, which may have several extensions: talk.en.srt and talk.rttm. */
export function alike(transcript: string, other: string): boolean {
  for (let name = transcript, last = ''; name !== last; last = name, name = stem(name)) if (stem(name) === stem(other)) return true;
  return false;
}

/** its is the one among transcripts that something is called as; the one that is seen goes before others. */
export const its = <T>(all: readonly T[], seen: T | null, nameOf: (t: T) => string, other: string): T | undefined =>
  [...(seen === null ? [] : [seen]), ...all].find((t) => alike(nameOf(t), other));

/** pair says which file each transcript has its speakers from: the one that is called as it is, or the only one that is
 *  called as none of them. Those of no transcript are left. */
export function pair<F extends Named>(transcripts: readonly F[], speakers: readonly F[]): { of: Map<F, F>; left: F[] } {
  const of = new Map<F, F>();
  const free = speakers.filter((s) => !transcripts.some((t) => alike(t.name, s.name)));
  for (const t of transcripts) {
    const own = speakers.find((s) => alike(t.name, s.name)) ?? (free.length === 1 ? free[0] : undefined);
    if (own) of.set(t, own);
  }
  const taken = new Set(of.values());
  return { of, left: speakers.filter((s) => !taken.has(s)) };
}
