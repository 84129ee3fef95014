// What the help says beside the keys.
import type { Info } from './api';
import { attempt, button, h, note } from './dom';

/** about is what the mouse does, what is kept, and which models these are. */
export const about = (info: Info, forgetClosed: () => Promise<void>): HTMLElement[] => [
  h('p', {}, 'Click a removed word to bring it back, any other to hear it; click twice to edit it; select words to remove them.'),
  h('p', {}, 'Drop a recording onto a transcript to hear it, and an .rttm file to be told who speaks when.'),
  button('Forget all closed transcripts', () =>
    attempt(async () => {
      await forgetClosed();
      note('Of transcripts that are closed nothing is kept any more.');
    }),
  ),
  h('p', {}, `tidytalk ${info.version}, models ${info.models} (${info.licence}). Nothing leaves this machine.`),
];
