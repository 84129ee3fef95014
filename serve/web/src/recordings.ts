// Recordings of another time.
import { attempt, button, complain, note } from './dom';

/** again reads the recording that belongs to a transcript again, as far as the browser lets it, and has it played. */
export async function again(handle: FileSystemFileHandle, of: string, play: (file: File) => void): Promise<void> {
  const asked = handle as FileSystemFileHandle & Record<'queryPermission' | 'requestPermission', (how: { mode: 'read' }) => Promise<PermissionState>>;
  const load = async (): Promise<void> => {
    try {
      play(await handle.getFile());
    } catch {
      complain(`${handle.name} is not where it was: drop it again to hear it.`);
    }
  };
  if ((await asked.queryPermission({ mode: 'read' })) === 'granted') return load();
  note(`${handle.name} belongs to ${of}.`, button('Play it again', () => attempt(async () => {
    if ((await asked.requestPermission({ mode: 'read' })) === 'granted') await load();
  })));
}
