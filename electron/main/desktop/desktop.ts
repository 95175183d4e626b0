// The desktop integration: menu, theme and language as set, and indicators of running work.
import { Menu, app, nativeTheme } from 'electron';
import type { ChannelClient } from '@shared/ipc/endpoint';
import type { Settings } from '@shared/model/settings';
import type { Locale } from '@shared/strings/locale';
import type { Windows } from '../windows/windows';
import { createAppliedSettings } from './applied-settings';
import { createWorkTray } from './tray';
import type { Work } from './work';
import { createActivityIndicators } from './activity-indicators';
import { createWorkWatch } from './work-watch';

export interface DesktopOptions {
  readonly windows: Pick<Windows, 'all' | 'showFront' | 'openAnother' | 'notify' | 'setLanguage'>;
  readonly engine: { client(): ChannelClient; setLanguage(locale: Locale): void };
  /** The settings at the start. */
  readonly settings: Settings;
  /** Contains a catalogue of texts for each language. */
  readonly stringsDir: string;
  readonly log: (line: string) => void;
}

export interface Desktop {
  /** Call it whenever an engine has started. */
  readonly engineStarted: () => void;
  readonly work: () => readonly Work[];
  readonly applySettings: (settings: Settings) => void;
  readonly locale: () => Locale;
}

export function createDesktop({ windows, engine, settings, stringsDir, log }: DesktopOptions): Desktop {
  const indicators = createActivityIndicators({ windows: windows.all, open: windows.showFront });
  const work = createWorkWatch({
    connect: () => engine.client(),
    onChange: (now) => {
      indicators.show(now);
      tray.show(now);
    },
    log,
  });
  const tray = createWorkTray({
    showWindow: windows.showFront,
    pauseAll: () => work.pauseAll(),
    resumeAll: () => work.resumeAll(),
    quit: () => app.quit(),
  });
  const applied = createAppliedSettings(settings, {
    platform: process.platform,
    developerTools: app.isPackaged ? 'hidden' : 'shown',
    stringsDir,
    language: process.env.STOWAGE_LANGUAGE,
    system: app.getPreferredSystemLanguages(),
    send: (command) => {
      if (command === 'new-window') windows.openAnother();
      else windows.notify({ stowage: 'command', command }, 'front');
    },
    showTheme: (theme) => {
      nativeTheme.themeSource = theme;
    },
    showMenu: (template) => Menu.setApplicationMenu(Menu.buildFromTemplate(template)),
    turnTray: tray.turn,
    setPageLanguage: windows.setLanguage,
    setEngineLocale: (locale) => {
      engine.setLanguage(locale);
      tray.refresh();
    },
    log,
  });
  return {
    engineStarted: () => work.engineStarted(),
    work: () => work.work(),
    applySettings: (changed) => applied.apply(changed),
    locale: applied.locale,
  };
}
