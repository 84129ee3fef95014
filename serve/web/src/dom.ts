// Small helpers for elements, and what is said to those who do not see the page.

type Child = Node | string | null | undefined | false;

/** h makes an element: properties by name, attributes where the name has a dash or is
 *  role, listeners where it starts with on. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Record<string, unknown> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const el = document.createElement(tag);
  for (const name in props) {
    const value = props[name];
    if (value === undefined || value === null) continue;
    if (name.startsWith('on')) el.addEventListener(name.slice(2), value as EventListener);
    else if (name.includes('-') || name === 'role' || name === 'for' || name === 'list') el.setAttribute(name, String(value));
    else (el as unknown as Record<string, unknown>)[name === 'class' ? 'className' : name] = value;
  }
  el.append(...children.filter((c): c is Node | string => c !== null && c !== undefined && c !== false));
  return el;
}

export const button = (label: string, onclick: () => void, props: Record<string, unknown> = {}): HTMLButtonElement =>
  h('button', { type: 'button', onclick, ...props }, label);

const polite = h('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' });

/** announce says something to those who listen. */
export function announce(what: string): void {
  polite.textContent = polite.textContent === what ? what + '\u00a0' : what; // the same words are announced once more
}

const alerts = h('div', { class: 'alerts', role: 'alert' });
const notes = h('div', { class: 'notes', role: 'status' });

/** complain shows an error until it is closed, with what to do. */
export function complain(e: unknown): void {
  const text = e instanceof Error ? e.message : String(e);
  const box = h('div', { class: 'alert' }, h('span', {}, text), button('Close', () => box.remove()));
  if (alerts.childElementCount > 2) alerts.firstElementChild?.remove();
  alerts.append(box);
}

/** note shows something for a while, with what can be done about it elsewhere, too. */
export function note(text: string, ...actions: HTMLButtonElement[]): void {
  notes.replaceChildren(h('span', {}, text), ...actions);
  clearTimeout(fading);
  fading = setTimeout(() => notes.replaceChildren(), actions.length > 0 ? 9000 : 5000);
}

let fading: ReturnType<typeof setTimeout>;

/** voices are the elements that announce, complain and note speak through. */
export const voices = [polite, alerts, notes];

/** attempt runs something that may fail, and shows why it did. */
export function attempt(work: () => Promise<unknown>): void {
  work().catch(complain);
}

export { clock, percent, plural } from './say';

/** dialog shows a modal dialog with a title; it is gone when it is closed. */
export function dialog(title: string, className: string, ...children: Child[]): HTMLDialogElement {
  const close = button('×', () => d.close(), { class: 'close', 'aria-label': 'Close' });
  const d = h(
    'dialog',
    { class: className, 'aria-label': title, onclose: () => d.remove() },
    h('div', { class: 'title' }, h('h2', {}, title), close),
    ...children,
  );
  d.addEventListener('click', (e) => {
    if (e.target === d) d.close(); // its backdrop
  });
  document.body.append(d);
  d.showModal();
  return d;
}
