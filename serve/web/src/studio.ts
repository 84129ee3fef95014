// The page of tidytalk serve: what is seen of an open transcript, and what keys and buttons do.
import './studio.css';
import { about } from './about';
import * as api from './api';
import { Player } from './audio';
import { CheckPanel } from './check';
import { announce, attempt, button, complain, h, note, plural, voices } from './dom';
import { CommentPanel, editComment } from './comments';
import { copyClean, copying, printing } from './copy';
import { exportCuts } from './cuts';
import { edit } from './editor';
import { Files } from './files';
import { type Command, Keys } from './keys';
import { LearnPanel } from './learn';
import { source } from './pieces';
import { recent } from './recent';
import { save, saveMenu } from './save';
import { SearchBar } from './searchbar';
import { SettingsPanel } from './settings';
import { tab } from './tabs';
import type { Talk } from './talk';
import { Talks } from './talks';
import { removal } from './times';
import { explain } from './tracepanel';
import { editTurn } from './turns';
import { replacement } from './typing';
import { View } from './view';

async function start(): Promise<void> {
  const info = await api.info();
  let talk: Talk | null = null;
  let anchor = -1; // where a selection by keys has begun

  // What is seen.
  const scroller = h('main', { class: 'text', 'aria-label': 'Transcript' });
  const view = new View(scroller, info.kinds);
  const player = new Player(
    (w) => view.light(w),
    (w) => view.reveal(w),
  );
  const settings = new SettingsPanel(info, view, (talk, names) => void talks.spell(talk, names));
  const check = new CheckPanel(info, view, player);
  const search = new SearchBar(view, () => talk);
  const comments = new CommentPanel(view);
  const talks = await Talks.make(info, {
    talk: () => talk,
    show,
    happened: (to, what) => {
      if (to !== talk) return;
      if (what === 'answered' || to.queues) check.refresh();
      refresh();
    },
    play: (to) => {
      if (to !== talk) return;
      player.load(to);
      check.refresh();
    },
    cursor: () => view.cursor,
    go: (w) => w > 0 && view.focus(w),
  });
  const files = new Files(info, (list, handles) => attempt(() => talks.open(list, handles)));
  const learning = new LearnPanel(info, {
    talks: () => talks.all,
    jump: (id, w) => {
      const there = talks.all.find((t) => t.held.id === id);
      if (!there) return;
      if (there !== talk) show(there);
      view.focus(w);
    },
    again: () => talks.again(),
  });
  const tabs = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Open transcripts' });
  const shows = h(
    'fieldset',
    { class: 'shows' },
    h('legend', { class: 'unseen' }, 'How removed words are shown'),
    ...(['Struck out', 'On hover', 'Clean'] as const).map((title, i) =>
      h('label', {}, h('input', { type: 'radio', name: 'shows', value: ['struck', 'hover', 'clean'][i]!, checked: i === 0, onchange: look }), title),
    ),
  );
  const undoing = button('Undo', () => undo(), { title: 'Ctrl+Z' });
  const redoing = button('Redo', () => redo(), { title: 'Ctrl+Y' });
  const hear = button('Hear', () => {
    const span = view.chosen();
    if (span) player.only(...span);
  });
  const textOnly = button('Text only', () => textAlone(), { title: 'Removed from the text, and kept in the recording, or not (m)' });
  const chosen = h('div', { class: 'chosen', role: 'toolbar', 'aria-label': 'Selected words', hidden: true });
  chosen.append(
    button('Remove', () => fateOfChosen('goes')),
    button('Bring back', () => fateOfChosen('stays')),
    textOnly,
    hear,
    button('Comment', () => comment()),
  );
  chosen.addEventListener('mousedown', (e) => e.preventDefault()); // the selection stays
  const panels = h('aside', { class: 'panels', 'aria-label': 'Settings, checking and learning', id: 'panels' }, check.el, comments.el, settings.el, learning.el);
  const unfold = button('Panels', () => fold(), { class: 'unfold', 'aria-expanded': 'false', 'aria-controls': 'panels' });
  const tools = h('div', { class: 'tools', role: 'toolbar', 'aria-label': 'Transcript', hidden: true }, undoing, redoing, shows, search.el, button('Copy', () => copied(), { title: 'The clean text, with speakers' }), saveMenu(info, () => talk, (t) => exportCuts(info, t, player)), unfold);
  document.body.replaceChildren(
    h(
      'header',
      {},
      h('div', { class: 'top' }, h('h1', {}, 'tidytalk'), tabs, button('Open…', () => files.choose()), button('Keys', () => help(), { title: '?' })),
      tools,
    ),
    h('div', { class: 'middle' }, scroller, panels),
    player.bar,
    ...voices,
  );
  scroller.append(chosen);
  files.listen(document.body);
  copying(view, scroller, () => talk);
  printing(() => talk);
  document.body.append(talks.openings.el);

  function look(): void {
    const shown = document.querySelector<HTMLInputElement>('input[name=shows]:checked')!.value;
    scroller.dataset['show'] = shown;
    view.paint();
  }

  function fold(): void {
    const open = document.body.classList.toggle('unfolded');
    unfold.setAttribute('aria-expanded', String(open));
    if (open) panels.querySelector<HTMLElement>('button:not(:disabled), input')?.focus();
  }

  function show(next: Talk | null): void {
    if (talk) talk.place = view.cursor;
    talk = next;
    files.empty(scroller, next === null);
    if (!next) attempt(() => recent(files.recent, talks));
    tools.hidden = panels.hidden = next === null;
    document.title = next ? `${next.doc.name} – tidytalk` : 'tidytalk';
    tabs.replaceChildren(...talks.all.flatMap((t) => tab(talks, t, t === talk, show)));
    view.show(next);
    settings.show(next);
    check.show(next);
    search.clear();
    player.load(next);
    refresh();
  }

  // Correcting.
  function refresh(): void {
    view.paint();
    player.painted();
    settings.refresh();
    learning.refresh();
    comments.refresh(talk);
    undoing.disabled = !talk?.log.undoable;
    redoing.disabled = !talk?.log.redoable;
  }

  function undo(): void {
    const name = talk?.undo();
    check.refresh();
    announce(name ? `Undone: ${name}` : 'Nothing to undo');
  }

  function redo(): void {
    const name = talk?.redo();
    check.refresh();
    announce(name ? `Done again: ${name}` : 'Nothing to do again');
  }

  const quoted = (from: number, end: number): string => {
    const words = [];
    for (let w = from; w < Math.min(end, from + 6); w++) words.push(source(talk!.text, w));
    return `“${words.join(' ')}${end - from > 6 ? ' …' : ''}”`;
  };

  function bringBack(w: number): void {
    const t = talk!;
    const [from, end] = t.stretch(w);
    if (!t.judge('bring back', [w], 'stays')) return;
    const more =
      end - from > 1 &&
      button(`All of ${quoted(from, end)}`, () => {
        t.judge('bring back', view.shown([from, end]), 'stays');
        note(`${quoted(from, end)} is kept.`);
      });
    note(`${quoted(w, w + 1)} is kept.`, ...(more ? [more] : []), button('Undo', undo));
  }

  function fateOfChosen(fate: 'goes' | 'stays'): void {
    if (!talk) return;
    const span = view.chosen() ?? [view.cursor, view.cursor + 1];
    talk.judge(fate === 'goes' ? 'remove' : 'bring back', [...view.shown(span)], fate);
    announce(`${quoted(...span)} ${fate}`);
    unselect();
  }

  // textAlone lets the recording keep what the text loses, or lose it, too.
  function textAlone(): void {
    const span = talk && cutOut();
    if (!talk || !span) return;
    const words = [...view.shown(span)].filter((w) => talk!.gone[w]);
    const stays = words.some((w) => talk!.corrections.get(w)?.sound !== 'stays');
    if (words.length === 0) note('Nothing is removed here.');
    else if (talk.hear(words, stays)) note(`${quoted(...span)} ${stays ? 'goes from the text only: the recording keeps it' : 'goes from the recording, too'}.`, button('Undo', undo));
    unselect();
  }

  function unselect(): void {
    getSelection()?.removeAllRanges();
    anchor = -1;
    view.marked.selected = null;
    chosen.hidden = true;
    view.paint();
  }

  function editWord(w: number): void {
    const el = view.word(w);
    if (!talk || !el) return;
    edit(talk, w, el, {
      hear: player.ready ? () => player.only(w, w + 1) : null,
      trace: () => explain(talk!, w),
      spell: (form) => always(talk!, w, form),
      done: () => view.focus(w),
    });
  }

  // always lets a word be spelled so wherever it stands, and keeps the spelling as a name.
  function always(t: Talk, w: number, form: string): void {
    const hits = t.find(t.doc.words[w]!, true);
    t.change(`always “${form}”`, hits.flatMap((hit) => (hit[1] - hit[0] === 1 ? replacement(t, hit, form) : [])));
    const spelled = t.held.original.names;
    if (!spelled.split('\n').includes(form)) attempt(() => talks.spell(t, [spelled.trimEnd(), form].filter(Boolean).join('\n')));
  }

  function editTurnOf(w: number, el?: Element | null): void {
    const at = el ?? view.word(w);
    if (talk && at) editTurn(talk, w, at, () => view.focus(w));
  }

  function comment(): void {
    if (!talk) return;
    const span = view.chosen() ?? [view.cursor, view.cursor + 1];
    const back = view.cursor;
    unselect();
    editComment(talk, span, info.highlights, () => view.focus(back));
  }

  function copied(): void {
    if (talk) attempt(() => copyClean(talk!, { speakers: talk!.arranged.speakers.length > 0, times: false }));
  }

  function selectAll(): void {
    if (!talk) return;
    getSelection()?.removeAllRanges();
    view.marked.selected = [0, talk.text.size];
    view.paint();
    announce(`All ${plural(talk.text.size, 'word')} are selected`);
  }

  const wordAt = (e: Event): number => {
    const el = (e.target as Element).closest<HTMLElement>('.w');
    return el ? +el.dataset['w']! : -1;
  };
  scroller.addEventListener('click', (e) => {
    const w = wordAt(e);
    const turn = (e.target as Element).closest<HTMLElement>('.name');
    if (turn) editTurnOf(+turn.dataset['turn']!, turn);
    const time = (e.target as Element).closest('time')?.closest('.row')?.querySelector<HTMLElement>('.w');
    if (time) player.from(+time.dataset['w']!);
    if (!talk || w < 0 || getSelection()?.isCollapsed === false) return;
    anchor = -1;
    view.marked.selected = null;
    view.focus(w);
    view.paint();
    chosen.hidden = true;
    if (talk.gone[w] && talk.kind(w) >= 0) bringBack(w);
    else player.from(w);
  });
  scroller.addEventListener('dblclick', (e) => {
    const w = wordAt(e);
    if (w < 0 || !talk || talk.gone[w]) return;
    getSelection()?.removeAllRanges();
    editWord(w);
  });
  scroller.addEventListener('focusin', (e) => {
    const w = wordAt(e);
    if (w >= 0 && w !== view.cursor) view.focus(w, false);
  });
  document.addEventListener('selectionchange', () => {
    clearTimeout(settled);
    const range = getSelection();
    if (!range || range.isCollapsed || !scroller.contains(range.anchorNode)) {
      if (!view.marked.selected) chosen.hidden = true;
      return;
    }
    settled = setTimeout(() => {
      const now = getSelection(); // it may be gone again
      if (now && now.rangeCount > 0 && !now.isCollapsed) beside(now.getRangeAt(0).getBoundingClientRect());
    }, 200);
  });
  let settled: ReturnType<typeof setTimeout> | undefined;

  // beside shows what can be done with selected words, above or below them.
  function beside(at: DOMRect): void {
    if (!view.chosen()) return;
    chosen.hidden = false;
    hear.hidden = !player.ready;
    const size = chosen.getBoundingClientRect();
    chosen.style.left = `${Math.max(8, Math.min(at.left, innerWidth - size.width - 8))}px`;
    chosen.style.top = `${at.top > size.height + 60 ? at.top - size.height - 6 : Math.min(at.bottom + 6, innerHeight - size.height - 8)}px`;
  }

  // cutOut is the removal that is heard: what is selected, asked about, or removed around the cursor.
  function cutOut(): [number, number] | null {
    if (!talk) return null;
    const { place } = view.marked;
    const w = view.cursor;
    return view.chosen() ?? (place && w >= place[0] && w < place[1] ? place : removal(talk.gone, talk.text.turn, w));
  }

  // Moving.
  function go(w: number, selecting = false): void {
    if (!talk) return;
    if (selecting) {
      if (anchor < 0) anchor = view.cursor;
      view.marked.selected = [Math.min(anchor, w), Math.max(anchor, w) + 1];
    } else {
      anchor = -1;
      view.marked.selected = null;
      chosen.hidden = true;
    }
    view.focus(w);
    view.paint();
    const at = view.word(w);
    if (selecting && at) beside(at.getBoundingClientRect());
    tell(w);
  }

  // tell says what is not heard of a word: that it is removed, or may be.
  function tell(w: number): void {
    const title = view.word(w)?.title;
    if (title) announce(title);
  }

  const text = (keys: string[], about: string, run: () => void): Command => ({ keys, group: 'In the text', about, run, text: true });
  const keys = new Keys([
    { keys: ['n'], group: 'Checking', about: 'the next uncertain place, most uncertain first', run: () => check.move(1) },
    { keys: ['p'], group: 'Checking', about: 'the one before', run: () => check.move(-1) },
    { keys: ['a'], group: 'Checking', about: 'right as it is, and on to the next', run: () => check.judge(true) },
    { keys: ['r'], group: 'Checking', about: 'wrong: the opposite, and on to the next', run: () => check.judge(false) },
    text(['ArrowLeft'], 'the word on the left', () => go(view.step(view.left))),
    text(['ArrowRight'], 'the word on the right', () => go(view.step(-view.left))),
    text(['ArrowUp'], 'the line above', () => go(view.line(-1))),
    text(['ArrowDown'], 'the line below', () => go(view.line(1))),
    text(['PageUp'], 'some lines above', () => go(view.step(-4, true))),
    text(['PageDown'], 'some lines below', () => go(view.step(4, true))),
    text(['Ctrl+Home'], 'the start', () => go(view.step(-1e9, true))),
    text(['Ctrl+End'], 'the end', () => go(view.step(1e9, true))),
    text(['Shift+ArrowRight'], 'select words on the right', () => go(view.step(-view.left), true)),
    text(['Shift+ArrowLeft'], 'select words on the left', () => go(view.step(view.left), true)),
    { keys: ['Delete', 'x'], group: 'Correcting', about: 'remove the word or the selected ones', run: () => fateOfChosen('goes') },
    { keys: ['b'], group: 'Correcting', about: 'bring back', run: () => fateOfChosen('stays') },
    { keys: ['m'], group: 'Correcting', about: 'a removal: from the text only, or from the recording, too', run: textAlone },
    { keys: ['Enter', 'e'], group: 'Correcting', about: 'edit the word: type it anew, its punctuation mark, its capital', run: () => editWord(view.cursor) },
    { keys: ['y'], group: 'Correcting', about: 'the turn: who says it, cut it here, join it with the one before, its times', run: () => editTurnOf(view.cursor) },
    { keys: ['c'], group: 'Correcting', about: 'comment on the word or the selected ones, and highlight them', run: comment },
    { keys: ['Ctrl+h'], group: 'Correcting', about: 'all places that have some words: remove, keep or replace them', run: () => search.all() },
    { keys: ['Ctrl+z'], group: 'Correcting', about: 'undo', run: undo },
    { keys: ['Ctrl+y', 'Ctrl+Shift+z'], group: 'Correcting', about: 'redo', run: redo },
    { keys: ['t'], group: 'Understanding', about: 'how it was decided: the trace of the sentence', run: () => talk && explain(talk, view.cursor) },
    ...player.commands(() => view.cursor, () => cutOut()),
    { keys: ['/', 'Ctrl+f'], group: 'All else', about: 'search', run: () => search.focus() },
    { keys: ['F3', 'g'], group: 'All else', about: 'the next place found', run: () => search.move(1) },
    { keys: ['Shift+F3', 'G'], group: 'All else', about: 'the place found before', run: () => search.move(-1) },
    ...info.kinds.slice(0, 9).map((k, i): Command => ({ keys: [String(i + 1)], group: 'All else', about: `${k.title.toLowerCase()}: remove or keep`, run: () => settings.toggle(i) })),
    { keys: ['['], group: 'All else', about: 'remove more (the slider)', run: () => settings.nudge(-5) },
    { keys: [']'], group: 'All else', about: 'remove less', run: () => settings.nudge(5) },
    { keys: ['v'], group: 'All else', about: 'struck out, on hover, clean', run: cycle },
    text(['Ctrl+a'], 'select all', selectAll),
    { keys: ['C'], group: 'All else', about: 'copy the clean text, with speakers', run: copied },
    { keys: ['Ctrl+s'], group: 'All else', about: 'save in the form it came in', run: () => talk && save(talk) },
    { keys: ['o'], group: 'All else', about: 'open files', run: () => files.choose() },
    { keys: ['Escape'], group: 'All else', about: 'cancel what is being opened or saved; else select nothing', run: () => talks.openings.cancel() || unselect() },
    { keys: ['?'], group: 'All else', about: 'this help', run: () => help() },
  ]);

  function cycle(): void {
    const all = [...document.querySelectorAll<HTMLInputElement>('input[name=shows]')];
    const next = all[(all.findIndex((r) => r.checked) + 1) % all.length]!;
    next.checked = true;
    look();
    announce(next.parentElement!.textContent!);
  }

  const help = (): void => keys.help(...about(info, () => talks.forgetClosed()));

  show(null);
  await talks.restore();
}

start().catch(complain);
if (!document.body.contains(voices[0]!)) document.body.append(...voices);
