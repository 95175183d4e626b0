// The settings as every view reads them: kept by main, mirrored here, applied at once.
import { create } from 'zustand';
import { type Settings, defaultSettings } from '@shared/model/settings';
import { call } from './client';

const useStore = create<Settings>()(() => defaultSettings);

/** The settings now; give a selector to follow one of them: `useSettings((settings) => settings.timeZone)`. */
export const useSettings: { (): Settings; <T>(select: (settings: Settings) => T): T } = useStore;

/** The settings outside React. */
export function currentSettings(): Settings {
  return useStore.getState();
}

export function onSettingsChange(listener: (settings: Settings) => void): () => void {
  return useStore.subscribe(listener);
}

/** Reads what main keeps; defaults stand until then. */
export async function loadSettings(): Promise<Settings> {
  const settings = await call('settings.read', {});
  useStore.setState(settings, true);
  return settings;
}

/** Shows the change at once and keeps it; what main answers is the truth. */
export async function writeSettings(patch: Partial<Settings>): Promise<void> {
  const before = useStore.getState();
  useStore.setState(patch);
  try {
    useStore.setState(await call('settings.write', patch), true);
  } catch (thrown) {
    useStore.setState(before, true);
    throw thrown;
  }
}
