// From which length on pauses are shown in the text.
import { h } from './dom';
import { keepSounding, sounding } from './sounding';

const CHOICES: [seconds: number, title: string][] = [[0, 'not shown'], [1, 'from 1 s'], [2, 'from 2 s'], [3, 'from 3 s'], [5, 'from 5 s'], [10, 'from 10 s']];

/** pauseField chooses it; changed is called after that. */
export function pauseField(changed: () => void): HTMLElement {
  const now = sounding().pauses;
  const field = h('select', {}, ...CHOICES.map(([s, title]) => h('option', { value: String(s), selected: s === now }, title)));
  field.onchange = () => {
    keepSounding({ pauses: +field.value });
    changed();
  };
  return h('label', { title: 'Where the times of words are known' }, h('span', {}, 'Pauses'), field);
}
