// Keeps what a person has set, in one file of the state folder.
import { type Settings, defaultSettings, settings as settingsSchema } from '@shared/model/settings';
import { readJsonFile, writeJsonFile } from './json-file';

export interface SettingsFile {
  read(): Promise<Settings>;
  /** Changes the given fields and answers the whole. */
  change(change: Partial<Settings>): Promise<Settings>;
}

/** Opens the file at `path` lazily. A damaged file is set aside and the defaults are used; `log` says so. */
export function openSettingsFile(path: string, now: () => Date, log: (line: string) => void): SettingsFile {
  const load = async (): Promise<Settings> => {
    const content = await readJsonFile(path, settingsSchema, now());
    if (content.state === 'damaged') log(`The settings could not be read and were set aside as ${content.copy}.`);
    return content.state === 'read' ? content.value : defaultSettings;
  };
  // One chain: a write starts from what the write before it left.
  let current: Promise<Settings> | undefined;
  const read = (): Promise<Settings> => (current ??= load());
  return {
    read,
    change: (change) => {
      const before = read();
      const after = before.then(async (old) => {
        const next = settingsSchema.parse({ ...old, ...change });
        await writeJsonFile(path, next);
        return next;
      });
      current = after.catch(() => before);
      return after;
    },
  };
}
