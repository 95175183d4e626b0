// Stores the user's settings in one file of the state folder; apart from the profile because it is used without
// Electron, too.
import { type Settings, defaultSettings, settings as settingsSchema } from '@shared/model/settings';
import { openPersistedValue } from './persisted-value';

export interface SettingsFile {
  read(): Promise<Settings>;
  /** Changes the given fields and returns the whole. */
  change(change: Partial<Settings>): Promise<Settings>;
}

/**
 * Opens the file at `path` lazily. A damaged file is set aside and the defaults are used; this is reported to `log`.
 */
export function openSettingsFile(path: string, now: () => Date, log: (line: string) => void): SettingsFile {
  const persisted = openPersistedValue({
    path,
    schema: settingsSchema,
    empty: defaultSettings,
    now,
    onDamaged: (copy) => log(`The settings could not be read and were set aside as ${copy}.`),
  });
  return {
    read: () => persisted.read(),
    change: (change) => persisted.change((old) => settingsSchema.parse({ ...old, ...change })),
  };
}
