// The waveform of a recording: it is decoded a part at a time, so that an hour needs no more memory than a minute.
import { adts, flac, framed, isFrames, mp3, tagged } from './frames';
import { Bytes, type Cuts } from './bytes';
import { mp4 } from './mp4';
import { ogg } from './ogg';
import type { Peaks } from './peaks';
import { samples, wav } from './wavfile';
import { webm } from './webm';

const RATE = 8000; // all that a waveform needs
const SMALL = 100; // seconds that are decoded at once where nothing can be cut
const PIECE = 1 << 19; // bytes of samples that are looked at between two looks at the page

/** listen fills peaks from a recording of so many seconds, and tells each time that there are more. An error says why
 *  there are none. */
export async function listen(recording: Blob, seconds: number, peaks: Peaks, more: () => void, signal: AbortSignal): Promise<void> {
  const file = new Bytes(recording);
  const plain = await wav(file);
  if (plain) {
    const frame = (plain.bits / 8) * plain.channels;
    const step = Math.max(1, Math.floor(PIECE / frame)) * frame;
    for (let at = plain.from; at < plain.end && !signal.aborted; at += step) {
      const b = await file.read(at, Math.min(step, plain.end - at));
      for (let c = 0; c < Math.min(2, plain.channels); c++) peaks.add((at - plain.from) / frame / plain.rate, samples(plain, b, c), plain.rate);
      more();
    }
    return;
  }
  const cuts = await cut(file);
  if (!cuts && !(seconds <= SMALL)) throw new Error('it is too long for that in this form: MP3, M4A, WAV, FLAC, Ogg and WebM can be of any length');
  const context = new OfflineAudioContext(1, 1, RATE);
  for await (const c of cuts ?? all(recording)) {
    if (signal.aborted) return;
    const decoded = await context.decodeAudioData(await new Blob(c.parts).arrayBuffer()).catch(() => null); // a gap
    if (signal.aborted) return;
    for (let i = 0; decoded && i < Math.min(2, decoded.numberOfChannels); i++) peaks.add(c.at, decoded.getChannelData(i), decoded.sampleRate);
    if (decoded) more();
  }
  if (peaks.seconds === 0) throw new Error('this browser does not decode it');
}

async function* all(recording: Blob): Cuts {
  yield { at: 0, parts: [recording] };
}

// cut finds out how a file can be cut; null: it is not known here.
async function cut(file: Bytes): Promise<Cuts | null> {
  const found = (await mp4(file)) ?? (await ogg(file)) ?? (await webm(file)) ?? (await flac(file));
  if (found) return found;
  const from = await tagged(file);
  if (await isFrames(file, from, adts)) return framed(file, from, adts);
  return (await isFrames(file, from, mp3)) ? framed(file, from, mp3) : null;
}
