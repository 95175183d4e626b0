// Applies the settings in main: the theme, the tray icon, the menu, and the language of all texts of main, the engine
// and new pages.
import type { MenuItemConstructorOptions } from 'electron';
import type { WindowCommand } from '@shared/keyboard/commands';
import type { Settings } from '@shared/model/settings';
import { type Locale, currentLocale, takeUp } from '@shared/strings/locale';
import { menuTemplate } from './menu';
import { localeFor } from './locale';

export interface AppliedSettingsOptions {
  readonly platform: NodeJS.Platform;
  readonly developerTools: 'shown' | 'hidden';
  readonly stringsDir: string;
  /** Overrides the language of the settings, for tests. */
  readonly language: string | undefined;
  /** Language tags of the system, the preferred one first. */
  readonly system: readonly string[];
  readonly send: (command: WindowCommand) => void;
  readonly showTheme: (theme: 'system' | 'light' | 'dark') => void;
  readonly showMenu: (template: MenuItemConstructorOptions[]) => void;
  readonly turnTray: (to: 'on' | 'off') => void;
  /** Called when the language or the formats change, for pages that load from now on. */
  readonly setPageLanguage: (language: string, settings: Settings) => void;
  readonly setEngineLocale: (locale: Locale) => void;
  readonly log: (line: string) => void;
}

export interface AppliedSettings {
  apply(settings: Settings): void;
  readonly locale: () => Locale;
}

export function createAppliedSettings(first: Settings, options: AppliedSettingsOptions): AppliedSettings {
  const requestedLanguage = ({ language }: Settings): string => options.language ?? language;
  const voiceOf = (settings: Settings): string =>
    JSON.stringify([requestedLanguage(settings), settings.numbers, settings.byteUnits, settings.timeForm]);
  const localeOf = (settings: Settings): Locale =>
    localeFor({
      requested: requestedLanguage(settings),
      formats: settings,
      system: options.system,
      stringsDir: options.stringsDir,
      log: options.log,
    });
  let voice = '';
  let menuOf = '';
  let locale = currentLocale();

  const apply = (settings: Settings): void => {
    const { theme, shortcuts, trayIcon } = settings;
    if (voiceOf(settings) !== voice) {
      voice = voiceOf(settings);
      locale = localeOf(settings);
      takeUp(locale);
      options.setPageLanguage(requestedLanguage(settings), settings);
      options.setEngineLocale(locale);
    }
    options.turnTray(trayIcon ? 'on' : 'off');
    options.showTheme(theme === 'high-contrast' ? 'dark' : theme);
    const menu = JSON.stringify([voice, shortcuts]);
    if (menu === menuOf) return;
    menuOf = menu;
    const { platform, developerTools, send } = options;
    options.showMenu(menuTemplate({ platform, developerTools, shortcuts, send }));
  };
  apply(first);
  return { apply, locale: () => locale };
}
