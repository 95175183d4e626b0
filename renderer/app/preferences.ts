// Settings that can be toggled from anywhere: theme and time zone.
import { t } from '@shared/strings/t';
import { currentSettings, writeSettings } from '@renderer/bridge';
import { showFailure } from '@renderer/ui';

/** Switches between light and dark, regardless of the system's theme. */
export async function switchTheme(): Promise<void> {
  const isDark = document.documentElement.dataset.theme !== 'light';
  await writeSettings({ theme: isDark ? 'light' : 'dark' });
}

export async function switchTimeZone(): Promise<void> {
  await writeSettings({ timeZone: currentSettings().timeZone === 'utc' ? 'local' : 'utc' });
}

/** Applies a settings change and shows a message if it could not be saved. */
export function saveOrReport(change: Promise<void>): void {
  change.catch((thrown: unknown) => showFailure(thrown, t`The setting could not be saved`));
}
