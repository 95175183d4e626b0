// Another language loads the window anew, once main keeps it, and never over what is staged in the window.
import { stagedTables } from '@renderer/features/tables';
import { discardAll, insertEntity } from '@renderer/features/tables/staged/staging';
import { stagingOf } from '@renderer/features/tables/staged/staged-tables';
import { loadSettings, onWordsChange, writeSettings } from '@renderer/bridge';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { type Settings, defaultSettings } from '@shared/model/settings';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepStaged } from './keep-staged';
import { loadInLanguage } from './load-in-language';

const place = { connectionId: 'c', table: 'Ships' };
let bridge: TestBridge;
let stop: () => void;
const asked = (): readonly string[] => bridge.asked.map(({ name }) => name);

beforeEach(async () => {
  let kept: Settings = defaultSettings;
  bridge = installBridge({
    calls: {
      'settings.read': () => kept,
      'settings.write': (change) => (kept = { ...kept, ...change }),
      'windows.load-anew': () => ({}),
      'staged.read': () => [],
      'staged.keep': () => ({}),
    },
  });
  await loadSettings();
  stop = onWordsChange(loadInLanguage);
});
afterEach(async () => {
  stop();
  stagingOf(place).stage(discardAll);
  await writeSettings(defaultSettings);
  bridge.dispose();
});

it('loads the window once the language is kept, and for no other setting', async () => {
  await writeSettings({ density: 'compact' });
  await writeSettings({ language: 'de' });
  expect(asked()).toEqual(['settings.read', 'settings.write', 'settings.write', 'windows.load-anew']);
});

it('loads the window for another format as well', async () => {
  await writeSettings({ numbers: 'dot' });
  expect(asked()).toContain('windows.load-anew');
});

it('leaves a window alone in which something is staged that cannot be kept, and loads it once it is', async () => {
  stagingOf(place).stage((before) => insertEntity(before, { partitionKey: 'p', rowKey: 'r', properties: [] }).staging);
  await writeSettings({ language: 'de' });
  expect(asked()).not.toContain('windows.load-anew');
  expect(stagedTables()).toHaveLength(1);
  keepStaged();
  await writeSettings({ language: 'en' });
  await expect.poll(asked).toContain('windows.load-anew');
  expect(asked().indexOf('staged.keep')).toBeLessThan(asked().indexOf('windows.load-anew'));
});
