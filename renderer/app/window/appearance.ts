// Applies theme and density to the document: the settings, or the system's preference if they say so.
import type { Settings } from '@shared/model/settings';
import { currentSettings, onSettingsChange } from '@renderer/bridge';

/** Follows settings and system from now on; returns how to stop. */
export function followAppearance(): () => void {
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
  // With forced colours the system replaces ours, whatever the theme.
  const prefersContrast = window.matchMedia('(prefers-contrast: more) and (forced-colors: none)');
  const apply = (settings: Settings): void => {
    const { dataset } = document.documentElement;
    const ofSystem = prefersContrast.matches ? 'high-contrast' : prefersDark.matches ? 'dark' : 'light';
    dataset.theme = settings.theme === 'system' ? ofSystem : settings.theme;
    dataset.density = settings.density;
  };
  const onSystemChange = (): void => apply(currentSettings());
  apply(currentSettings());
  const stop = onSettingsChange(apply);
  for (const query of [prefersDark, prefersContrast]) query.addEventListener('change', onSystemChange);
  return () => {
    stop();
    for (const query of [prefersDark, prefersContrast]) query.removeEventListener('change', onSystemChange);
  };
}
