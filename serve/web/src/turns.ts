// The small dialog in which people change a turn: who says it, where it begins, and when.
import { announce, button, clock, h, note } from './dom';
import { beside } from './editor';
import type { Talk } from './talk';

/** editTurn opens the dialog for the turn that has a word, beside an element. */
export function editTurn(talk: Talk, w: number, el: Element, done: () => void): void {
  const t = talk.turn(w);
  const [from, , speaker] = talk.arranged.turns[t]!;
  const name = talk.arranged.speakers[speaker] ?? '';
  const label = talk.doc.speakers[speaker];
  const close = (): void => d.close();
  const others = [...new Set(talk.arranged.speakers)];
  const field = h('input', { value: name, size: 16, maxLength: 80, list: 'speakers', 'aria-label': 'Who says it' });
  const give = (): void => {
    const to = field.value.trim();
    if (talk.turned('speaker of a turn', from, { speaker: to })) announce(`This turn is ${to || 'nobody'}’s`);
    close();
  };
  const rename = (): void => {
    const to = field.value.trim();
    if (to === '' || label === undefined) return;
    if (talk.change('rename a speaker', [[`speaker:${label}`, to === label ? null : to]])) note(`${name} is ${to} everywhere.`);
    close();
  };
  const split = (): void => {
    if (talk.turned('cut a turn', w, { opens: true })) announce('A turn begins at this word');
    close();
  };
  const merge = (): void => {
    // A turn that people have cut goes back to what it was.
    const begun = talk.log.turns.get(from)?.opens;
    if (begun ? talk.change('join turns', [[`turn:${from}`, null]]) : talk.turned('join turns', from, { opens: false })) announce('The turn goes on the one before');
    close();
  };
  const named = label !== undefined && name !== '';
  const d = h(
    'dialog',
    { class: 'editor', 'aria-label': `The turn of ${name || 'nobody'}`, onclose: () => {
      d.remove();
      done();
    } },
    h('h2', {}, name || 'A turn'),
    h(
      'form',
      {
        onsubmit: (e: Event) => {
          e.preventDefault();
          if (named && field.value.trim() !== '' && !others.includes(field.value.trim())) rename();
          else give();
        },
      },
      field,
      h('datalist', { id: 'speakers' }, ...others.map((s) => h('option', { value: s }))),
      named && button('Rename everywhere', rename),
      button('This turn alone', give),
      h('button', { hidden: true }),
    ),
    h(
      'div',
      { class: 'more' },
      w !== from && button(`Cut before “${talk.doc.words[w]}”`, split),
      t > 0 && button('Join with the turn before', merge),
      button('Close', close),
    ),
    cueTimes(talk, w, close),
  );
  beside(d, el);
  field.focus();
  field.select();
}

// cueTimes are the fields in which the times of the line of a word are moved, where it has some of its own.
function cueTimes(talk: Talk, w: number, close: () => void): HTMLElement | null {
  const line = talk.doc.lines.find(([from, end]) => w >= from && w < end);
  if (!line || line[2] === null || line[3] === null) return null;
  const [first] = line;
  const [start, end] = talk.log.times.get(first) ?? [line[2], line[3]];
  const seconds = (value: number, label: string): HTMLInputElement => h('input', { type: 'number', step: '0.1', min: '0', value: value.toFixed(3).replace(/0{1,2}$/, ''), 'aria-label': label, size: 8 });
  const [from, to] = [seconds(start, 'From, in seconds'), seconds(end, 'To, in seconds')];
  const set = (): void => {
    const [a, b] = [+from.value, +to.value];
    if (!(a >= 0 && b > a)) {
      announce('The line has to end after it begins');
      to.setCustomValidity('The line has to end after it begins.');
      to.reportValidity();
      return;
    }
    const back = a === line[2] && b === line[3];
    if (talk.change('times of a line', [[`time:${first}`, back ? null : [a, b]]])) note(`The line is at ${clock(a)} now.`);
    close();
  };
  to.oninput = () => to.setCustomValidity('');
  return h(
    'form',
    {
      class: 'times',
      onsubmit: (e: Event) => {
        e.preventDefault();
        set();
      },
    },
    h('span', {}, 'The line is said from'), from, h('span', {}, 'to'), to, h('span', {}, 'seconds'), h('button', {}, 'Set'),
  );
}
