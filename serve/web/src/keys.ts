// The keys, in one table: what they do, and what help says of them.
import { dialog, h } from './dom';

/** Command is something that keys do. */
export interface Command {
  keys: string[];
  group: string;
  about: string;
  run: () => void;
  /** In the text, and not where buttons and fields have a use for the key. */
  text?: boolean;
  /** Wherever the focus is: in fields and dialogs, too. */
  everywhere?: boolean;
}

/** everywhere lets a command be given while one writes, too. */
export const everywhere = (c: Command): Command => ({ ...c, everywhere: true });

const NAMES: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', ' ': 'Space', Escape: 'Esc', PageUp: 'Page up', PageDown: 'Page down' };

const OFF = 'tidytalk-keys-off';

/** Keys listens to the keys of a table. */
export class Keys {
  private readonly by = new Map<string, Command>();

  constructor(private readonly all: Command[]) {
    for (const c of all) for (const k of c.keys) this.by.set(k, c);
    document.addEventListener('keydown', (e) => this.pressed(e));
  }

  private pressed(e: KeyboardEvent): void {
    if (e.isComposing || e.altKey) return;
    const control = e.ctrlKey || e.metaKey;
    const letter = e.key.length === 1;
    const name = (control ? 'Ctrl+' : '') + (e.shiftKey && (!letter || control) ? 'Shift+' : '') + (control && letter ? e.key.toLowerCase() : e.key);
    const command = this.by.get(name);
    const target = e.target as Element;
    if (!command) return;
    if (command.everywhere) {
      e.preventDefault();
      command.run();
      return;
    }
    if (document.querySelector('dialog[open]')) return;
    const typing = target.matches('input:not([type=checkbox], [type=radio], [type=range], [type=file]), textarea');
    if (typing && !(control && (name === 'Ctrl+s' || name === 'Ctrl+f'))) return;
    // Buttons, fields and links have their own use for these.
    const taken = target.closest('input, select, button, a, summary') !== null && (command.text || name === ' ' || name === 'Enter');
    if (taken || (letter && !control && this.off)) return;
    e.preventDefault();
    command.run();
  }

  private get off(): boolean {
    try {
      return localStorage.getItem(OFF) === '1';
    } catch {
      return false;
    }
  }

  /** help shows the table. */
  help(...more: HTMLElement[]): void {
    const groups = [...new Set(this.all.map((c) => c.group))];
    const off = h('input', { type: 'checkbox', checked: !this.off });
    off.onchange = () => {
      try {
        localStorage.setItem(OFF, off.checked ? '0' : '1');
      } catch {
        off.checked = true; // nothing is remembered here
      }
    };
    dialog(
      'Keys',
      'help',
      h(
        'div',
        { class: 'keys' },
        ...groups.map((g) =>
          h(
            'section',
            {},
            h('h3', {}, g),
            h('dl', {}, ...this.all.filter((c) => c.group === g).flatMap((c) => [h('dt', {}, ...shown(c.keys)), h('dd', {}, c.about)])),
          ),
        ),
      ),
      h('label', {}, off, 'Keys of one letter work (switch them off for speech input)'),
      ...more,
    );
  }
}

function shown(keys: string[]): (Node | string)[] {
  return keys.flatMap((k, i) => {
    const parts = k === ' ' ? [k] : k.split('+');
    return [i > 0 ? ' ' : '', h('kbd', {}, parts.map((p) => NAMES[p] ?? p).join(' '))];
  });
}
