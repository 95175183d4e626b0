// Another language reloads the window, once main has saved it, and never while changes are staged in the window.
import { stagedTables } from '@renderer/features/tables';
import { discardAll, insertEntity } from '@renderer/features/tables/staging/staging';
import { stagingOf } from '@renderer/features/tables/staging/staged-tables';
import { loadSettings, onLanguageChange, writeSettings } from '@renderer/bridge';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { type Settings, defaultSettings } from '@shared/model/settings';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepStaged } from './keep-staged';
import { loadInLanguage } from './closing';

const location = { connectionId: 'c', table: 'Ships' };
let bridge: TestBridge;
let stop: () => void;
const requests = (): readonly string[] => bridge.requested.map(({ name }) => name);

beforeEach(async () => {
  let stored: Settings = defaultSettings;
  bridge = installBridge({
    calls: {
      'settings.read': () => stored,
      'settings.write': (change) => (stored = { ...stored, ...change }),
      'windows.load-anew': () => ({}),
      'staged.read': () => [],
      'staged.keep': () => ({}),
    },
  });
  await loadSettings();
  stop = onLanguageChange(loadInLanguage);
});
afterEach(async () => {
  stop();
  stagingOf(location).stage(discardAll);
  await writeSettings(defaultSettings);
  bridge.dispose();
});

it('reloads the window once the language is saved, and for no other setting', async () => {
  await writeSettings({ density: 'compact' });
  await writeSettings({ language: 'de' });
  expect(requests()).toEqual(['settings.read', 'settings.write', 'settings.write', 'windows.load-anew']);
});

it('also reloads the window when the formats change', async () => {
  await writeSettings({ numbers: 'dot' });
  expect(requests()).toContain('windows.load-anew');
});

it('delays the reload while staged changes cannot be saved, and reloads once they can', async () => {
  stagingOf(location).stage(
    (before) => insertEntity(before, { partitionKey: 'p', rowKey: 'r', properties: [] }).staging,
  );
  await writeSettings({ language: 'de' });
  expect(requests()).not.toContain('windows.load-anew');
  expect(stagedTables()).toHaveLength(1);
  keepStaged();
  await writeSettings({ language: 'en' });
  await expect.poll(requests).toContain('windows.load-anew');
  expect(requests().indexOf('staged.keep')).toBeLessThan(requests().indexOf('windows.load-anew'));
});
