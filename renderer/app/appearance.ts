// Puts theme and density on the document: the settings first, the system's wish where they say so.
import type { Settings } from '@shared/model/settings';
import { currentSettings, onSettingsChange } from '@renderer/bridge';

/** Follows settings and system from now on; returns how to stop. */
export function followAppearance(): () => void {
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = (settings: Settings): void => {
    const { dataset } = document.documentElement;
    dataset.theme = settings.theme === 'system' ? (prefersDark.matches ? 'dark' : 'light') : settings.theme;
    dataset.density = settings.density;
  };
  const onSystemChange = (): void => apply(currentSettings());
  apply(currentSettings());
  const stop = onSettingsChange(apply);
  prefersDark.addEventListener('change', onSystemChange);
  return () => {
    stop();
    prefersDark.removeEventListener('change', onSystemChange);
  };
}
