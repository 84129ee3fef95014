// The tabs of open transcripts.
import { button } from './dom';
import type { Talk } from './talk';
import type { Talks } from './talks';

/** tab is the tab of a transcript, and the button that closes it. */
export function tab(talks: Talks, t: Talk, on: boolean, show: (next: Talk) => void): HTMLElement[] {
  const b = button(t.doc.name, () => show(t), { role: 'tab', 'aria-selected': String(on), tabIndex: on ? 0 : -1 });
  b.addEventListener('keydown', (e) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[e.key];
    if (by === undefined) {
      if (e.key === 'Delete') talks.close(t);
      return;
    }
    const list = b.parentElement!;
    show(talks.all.at((talks.all.indexOf(t) + by) % talks.all.length)!);
    list.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
    e.stopPropagation();
  });
  const x = button('×', () => talks.close(t), { class: 'close', 'aria-hidden': 'true', tabIndex: -1, title: `Close ${t.doc.name} (Delete on its tab)` });
  return [b, x];
}
