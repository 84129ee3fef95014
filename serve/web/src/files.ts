// How files come into the page: dropped, chosen, pasted, or the sample.
import type { Info } from './api';
import { button, dialog, h } from './dom';
import { sample, sampleName } from './sample';
import type { Handles } from './talks';

export class Files {
  private readonly input: HTMLInputElement;
  private readonly start: HTMLElement;
  /** recent is where what was opened before is shown. */
  readonly recent = h('div', { class: 'before' });

  constructor(
    info: Info,
    private readonly take: (files: File[], handles?: Handles) => void,
  ) {
    this.input = h('input', { type: 'file', multiple: true, hidden: true, 'aria-label': 'Files to open' });
    this.input.onchange = () => {
      this.take([...(this.input.files ?? [])]);
      this.input.value = '';
    };
    const forms = info.formats.map((f) => f.title);
    this.start = h(
      'div',
      { class: 'start' },
      h('h2', {}, 'Drop a transcript here'),
      h('p', {}, 'and its sound or video beside it, if you like; and, if it names no speakers, an .rttm file that says who speaks when. Nothing leaves this machine.'),
      h(
        'div',
        { class: 'buttons' },
        button('Choose files…', () => this.choose(), { class: 'main' }),
        button('Paste text…', () => this.paste()),
        button('Try a sample', () => this.take([new File([sample], sampleName, { type: 'text/plain' })])),
      ),
      this.recent,
      h('details', {}, h('summary', {}, `${forms.length} forms of transcripts are read`), h('ul', {}, ...forms.map((f) => h('li', {}, f)))),
    );
  }

  choose(): void {
    this.input.click();
  }

  /** listen takes what is dropped on an element, or pasted where nothing is written. */
  listen(on: HTMLElement): void {
    on.append(this.input);
    const has = (e: DragEvent): boolean => e.dataTransfer?.types.includes('Files') ?? false;
    on.addEventListener('dragover', (e) => {
      if (!has(e)) return;
      e.preventDefault();
      on.classList.add('dropping');
    });
    on.addEventListener('dragleave', (e) => {
      if (e.relatedTarget === null) on.classList.remove('dropping');
    });
    on.addEventListener('drop', (e) => {
      on.classList.remove('dropping');
      if (!has(e)) return;
      e.preventDefault();
      void this.dropped(e.dataTransfer!);
    });
    document.addEventListener('paste', (e) => {
      if ((e.target as Element).closest('input, textarea')) return;
      const files = [...(e.clipboardData?.files ?? [])];
      const text = e.clipboardData?.getData('text/plain') ?? '';
      if (files.length > 0) this.take(files);
      else if (text.trim() !== '') this.take([this.pasted(text)]);
    });
  }

  // dropped takes files with what lets them be read again, where the browser gives that.
  private async dropped(data: DataTransfer): Promise<void> {
    type Item = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> };
    const files = [...data.files];
    const asked = [...(data.items as Iterable<Item>)].filter((i) => i.kind === 'file').map((i) => i.getAsFileSystemHandle?.());
    const handles = new Map<File, FileSystemFileHandle>();
    const known = await Promise.all(asked.map((a) => a?.catch(() => null)));
    known.forEach((handle, i) => {
      const file = files[i];
      if (file && handle instanceof FileSystemFileHandle && handle.name === file.name) handles.set(file, handle);
    });
    this.take(files, handles);
  }

  private pasted(text: string): File {
    return new File([text.endsWith('\n') ? text : text + '\n'], 'pasted.txt', { type: 'text/plain' });
  }

  private paste(): void {
    const area = h('textarea', { rows: 12, 'aria-label': 'Text', placeholder: 'Ada: So, um, how did you, how did you get into it?' });
    const d = dialog(
      'Paste text',
      'pasting',
      area,
      h(
        'div',
        { class: 'buttons' },
        button('Clean it', () => {
          if (area.value.trim() === '') return;
          d.close();
          this.take([this.pasted(area.value)]);
        }, { class: 'main' }),
      ),
    );
    area.focus();
  }

  /** empty shows what can be done where no transcript is open, or takes it away. */
  empty(into: HTMLElement, is: boolean): void {
    if (is) into.append(this.start);
    else this.start.remove();
  }
}
