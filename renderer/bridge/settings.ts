// The settings as every view reads them: stored by main, mirrored here, applied at once.
import { create } from 'zustand';
import { type Settings, defaultSettings } from '@shared/model/settings';
import { call, onSettingsElsewhere } from './client';
import { createListeners } from './listeners';

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

/** Texts that depend on these settings are made once, often in constants of modules. */
const languageSettings = ['language', 'numbers', 'byteUnits', 'timeForm'] as const;

const languageListeners = createListeners();

/**
 * Called when another language or format was chosen and saved, here or in another window. Returns a function that stops
 * listening.
 */
export function onLanguageChange(listener: () => void): () => void {
  return languageListeners.listen(listener);
}

function adopt(latest: Settings, before: Settings): void {
  useStore.setState(latest, true);
  if (languageSettings.some((name) => latest[name] !== before[name])) languageListeners.notify();
}

/** Reads the settings that main has saved, and follows changes of other windows; the defaults apply until then. */
export async function loadSettings(): Promise<Settings> {
  const settings = await call('settings.read', {});
  useStore.setState(settings, true);
  onSettingsElsewhere((changed) => adopt(changed, useStore.getState()));
  return settings;
}

/** Shows the change at once and keeps it; what main answers is the truth. */
export async function writeSettings(patch: Partial<Settings>): Promise<void> {
  const before = useStore.getState();
  useStore.setState(patch);
  try {
    adopt(await call('settings.write', patch), before);
  } catch (thrown) {
    useStore.setState(before, true);
    throw thrown;
  }
}
