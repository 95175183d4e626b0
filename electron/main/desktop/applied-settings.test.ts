// Main's texts follow the settings, from the catalogue beside the build.
import type { MenuItemConstructorOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { neutralFormats } from '@shared/strings/formats';
import { type Settings, defaultSettings } from '@shared/model/settings';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import { type Locale, takeUp } from '@shared/strings/locale';
import { type AppliedSettings, createAppliedSettings } from './applied-settings';
import { quitPromptOf } from '../shutdown/quit-prompt';
import { trayMenu, trayTooltip } from './tray-content';
import { workOfTransfer } from './work';
import { noticesOf } from './work-notices';

const transferJob = transferJobOf({
  id: 'a',
  title: 'cargo.bin',
  target: 'box/',
  bytesDone: 1,
  bytesTotal: 2,
  bytesPerSecond: 12_400_000,
  remainingMs: null,
});
const menus: string[][] = [];
const sent: Locale[] = [];
const logged: string[] = [];
const labelsOf = (items: readonly MenuItemConstructorOptions[]): string[] =>
  items.flatMap(({ label, submenu }) => [label ?? '', ...(Array.isArray(submenu) ? labelsOf(submenu) : [])]);

const switchTo = (settings: Partial<Settings>, stringsDir = 'shared/strings'): AppliedSettings =>
  createAppliedSettings(
    { ...defaultSettings, ...settings },
    {
      platform: 'linux',
      developerTools: 'shown',
      stringsDir,
      language: undefined,
      system: ['de-AT', 'en-GB'],
      send: () => undefined,
      showTheme: () => undefined,
      showMenu: (template) => void menus.push(labelsOf(template)),
      turnTray: () => undefined,
      setPageLanguage: () => undefined,
      setEngineLocale: (locale) => void sent.push(locale),
      log: (line) => void logged.push(line),
    },
  );

beforeEach(() => {
  for (const list of [menus, sent, logged]) list.length = 0;
});
afterEach(() => takeUp({ language: { tag: 'en', catalogue: {} }, formats: neutralFormats }));

describe('texts of main', () => {
  it('is in the language and the formats of the settings: menu, tray, prompt, notification', () => {
    switchTo({ language: 'de', numbers: 'dot', byteUnits: 'decimal' });
    expect(menus.at(-1)).toEqual(expect.arrayContaining(['&Datei', 'Tab schließen', '&Rückgängig', 'Beenden']));
    const work = [workOfTransfer(transferJob)];
    expect(trayTooltip(work)).toBe('Hochladen von cargo.bin: 50%, 12,4 MB/s');
    const actions = { showWindow: () => undefined, pauseAll: () => undefined };
    const all = trayMenu(work, { ...actions, resumeAll: () => undefined, quit: () => undefined });
    expect(all.map(({ label }) => label)).toContain('Alle Aufträge anhalten');
    expect(quitPromptOf(work)).toMatchObject({ buttons: ['Beenden und 1 Transfer anhalten', 'Abbrechen'] });
    const failed = [workOfTransfer({ ...transferJob, state: 'failed', failedCount: 1_200, filesTotal: 2_000 })];
    expect(noticesOf(work, failed)).toEqual([
      { title: 'Hochladen fehlgeschlagen', body: 'cargo.bin\n1.200 von 2.000 Dateien sind fehlgeschlagen.' },
    ]);
  });

  it('are changed in the engine when the language changes, and only then', () => {
    const settled = switchTo({ language: 'de' });
    settled.apply({ ...defaultSettings, language: 'de', theme: 'dark' });
    settled.apply({ ...defaultSettings, language: 'system', numbers: 'space' });
    settled.apply({ ...defaultSettings, language: 'en', numbers: 'space' });
    expect(sent.map(({ language, formats }) => [language.tag, formats.locale, formats.numbers])).toEqual([
      ['de', 'de-AT', 'language'],
      ['de', 'de-AT', 'space'],
      ['en', 'en-GB', 'space'],
    ]);
    expect(settled.locale()).toEqual(sent.at(-1));
    expect(menus).toHaveLength(3);
    expect(menus.at(-1)).toContain('&File');
  });

  it('are English when the catalogue is missing, which is logged', () => {
    switchTo({ language: 'de' }, 'shared/no-such-folder');
    expect(menus.at(-1)).toContain('&File');
    expect(logged).toEqual([expect.stringContaining('There are no words for de')]);
  });

  it('contain no label of Electron, which are English everywhere', () => {
    switchTo({ language: 'de' });
    expect(menus.at(-1)?.filter((label) => /^(Undo|Redo|Cut|Copy|Paste|Zoom In|Reload|Quit)$/.test(label))).toEqual([]);
  });
});
