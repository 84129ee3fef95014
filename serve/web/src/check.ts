// The panel that leads from one uncertain place to the next.
import type { Player } from './audio';
import { announce, button, h, percent, plural } from './dom';
import { source } from './pieces';
import { isJudged, next, progress } from './queue';
import { uncertainty } from './scripts';
import type { Talk } from './talk';
import type { View } from './view';

export class CheckPanel {
  readonly el: HTMLElement;
  private readonly now = h('p', { class: 'now', dir: 'auto' });
  private readonly done = h('progress', { max: 1, value: 0, 'aria-label': 'Places judged' });
  private readonly count = h('p', { class: 'count' });
  private readonly accept = button('Right', () => this.judge(true), { title: 'a' });
  private readonly reject = button('Wrong', () => this.judge(false), { title: 'r' });
  private readonly sound = h(
    'div',
    { class: 'buttons sound', role: 'group', 'aria-label': 'Listen to this place', hidden: true },
    button('Hear it cut', () => this.around(false), { title: 'i' }),
    button('Hear it as it was', () => this.around(true), { title: 'I' }),
  );
  private talk: Talk | null = null;
  private at = -1;

  constructor(
    private readonly info: { kinds: { title: string }[] },
    private readonly view: View,
    private readonly player: Pick<Player, 'only' | 'around' | 'ready'>,
  ) {
    this.el = h(
      'section',
      { class: 'panel check', 'aria-label': 'Uncertain places' },
      h('h2', {}, 'Check'),
      this.done,
      this.count,
      this.now,
      h(
        'div',
        { class: 'buttons' },
        button('Previous', () => this.move(-1), { title: 'p' }),
        button('Next', () => this.move(1), { title: 'n', class: 'main' }),
        this.accept,
        this.reject,
      ),
      this.sound,
    );
  }

  show(talk: Talk | null): void {
    this.talk = talk;
    this.at = -1;
    this.el.hidden = !talk;
    this.refresh();
  }

  /** move goes to the next place that is not judged, or the one before. */
  move(step: 1 | -1): void {
    const talk = this.talk;
    if (!talk) return;
    this.at = next(talk.places, talk.corrections, this.at, step);
    this.arrive(true);
  }

  private arrive(focusing: boolean): void {
    const talk = this.talk!;
    const place = talk.places[this.at];
    this.view.marked.place = place ? [place.from, place.end] : null;
    this.view.paint();
    if (place) {
      this.view.reveal(place.from);
      this.view.focus(place.from, focusing);
      this.player.only(place.from, place.end);
      announce(`${this.at + 1} of ${talk.places.length}: ${this.says()}`);
    } else {
      announce('No uncertain place is left.');
    }
    this.refresh();
  }

  private around(was: boolean): void {
    const place = this.talk?.places[this.at];
    if (place) this.player.around(place.from, place.end, was);
  }

  // says puts the place into words: “i mean” is removed, editing terms, 62 % sure.
  private says(): string {
    const talk = this.talk!;
    const p = talk.places[this.at]!;
    const words = [];
    for (let w = p.from; w < Math.min(p.end, p.from + 12); w++) words.push(source(talk.text, w));
    const kind = talk.kind(p.from);
    const what = kind >= 0 ? `, ${this.info.kinds[kind]!.title.toLowerCase()}` : '';
    return `“${words.join(' ')}${p.end - p.from > 12 ? ' …' : ''}” ${p.removed ? 'is removed' : 'is kept'}${what}, ${p.removed ? `${percent(1 - p.wrong)} sure` : `should be removed with ${percent(p.wrong)}`}`;
  }

  /** judge says that what the models decided about the place is right, or wrong. */
  judge(right: boolean): void {
    const talk = this.talk;
    if (!talk) return;
    if (this.at < 0 || isJudged(talk.places[this.at]!, talk.corrections)) {
      this.move(1);
      return;
    }
    const p = talk.places[this.at]!;
    const words = [];
    for (let w = p.from; w < p.end; w++) words.push(w);
    talk.judge(right ? 'right' : 'wrong', words, p.removed === right ? 'goes' : 'stays');
    this.at = next(talk.places, talk.corrections, this.at);
    this.arrive(this.el.contains(document.activeElement) === false);
  }

  refresh(): void {
    const talk = this.talk;
    if (!talk) return;
    const { judged, all, errors } = progress(talk.places, talk.corrections);
    this.done.max = Math.max(1, all);
    this.done.value = all === 0 ? 1 : judged;
    this.count.textContent = talk.early
      ? 'It is being cleaned: nothing is decided yet.'
      : all === 0
        ? uncertainty(talk.text, talk.settings.remove)
        : `${judged} of ${plural(all, 'uncertain place')} judged; about ${plural(Math.round(errors), 'error')} ${Math.round(errors) === 1 ? 'is' : 'are'} left in the others`;
    if (this.at >= talk.places.length) this.at = -1;
    const place = talk.places[this.at];
    this.now.textContent = place ? this.says() : judged < all ? 'The most uncertain place comes first.' : all > 0 ? 'All are judged.' : '';
    this.sound.hidden = !place || !this.player.ready;
    this.accept.disabled = this.reject.disabled = judged === all;
    this.accept.textContent = !place ? 'Right' : place.removed ? 'Right: removed' : 'Right: kept';
    this.reject.textContent = !place ? 'Wrong' : place.removed ? 'Wrong: keep it' : 'Wrong: remove it';
    if (!place && this.view.marked.place) {
      this.view.marked.place = null;
      this.view.paint();
    }
  }
}
