// Settings that can be toggled from anywhere: theme and time zone.
import { t } from '@shared/strings/t';
import { currentSettings, writeSettings } from '@renderer/bridge';
import { showFailure } from '@renderer/ui';

/** Light becomes dark and back, whatever the system says. */
export async function switchTheme(to?: 'light' | 'dark'): Promise<void> {
  const isDark = document.documentElement.dataset.theme !== 'light';
  await writeSettings({ theme: to ?? (isDark ? 'light' : 'dark') });
}

export async function switchTimeZone(): Promise<void> {
  await writeSettings({ timeZone: currentSettings().timeZone === 'utc' ? 'local' : 'utc' });
}

/** Runs a settings change and says so when it could not be kept. */
export function saveOrReport(change: Promise<void>): void {
  change.catch((thrown: unknown) => showFailure(thrown, t`The setting could not be kept`));
}
