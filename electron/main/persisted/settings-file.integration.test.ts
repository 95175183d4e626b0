import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '@shared/model/settings';
import { openSettingsFile } from './settings-file';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-main-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const now = (): Date => new Date('2024-05-06T07:08:09.010Z');

describe('settings', () => {
  const path = (): string => join(dir, 'deep', 'settings.json');
  const opened = (log: string[] = []) => openSettingsFile(path(), now, (line) => log.push(line));

  it('are the defaults until something is set, and then survive', async () => {
    const file = opened();
    expect(await file.read()).toEqual(defaultSettings);
    expect(await file.change({ theme: 'dark', pageSize: 50 })).toEqual({
      ...defaultSettings,
      theme: 'dark',
      pageSize: 50,
    });
    expect(await opened().read()).toEqual({ ...defaultSettings, theme: 'dark', pageSize: 50 });
    expect(await readdir(join(dir, 'deep'))).toEqual(['settings.json']);
  });

  it('keep every one of many concurrent changes', async () => {
    const file = opened();
    await Promise.all([
      file.change({ theme: 'light' }),
      file.change({ density: 'compact' }),
      file.change({ timeZone: 'local' }),
    ]);
    expect(await opened().read()).toMatchObject({ theme: 'light', density: 'compact', timeZone: 'local' });
  });

  it.each(['{ "theme": "da', '[]', '', 'null'])('set a damaged file aside: %j', async (text) => {
    await mkdir(join(dir, 'deep'));
    await writeFile(path(), text);
    const log: string[] = [];
    expect(await opened(log).read()).toEqual(defaultSettings);
    const copy = 'settings.json.damaged-2024-05-06T07-08-09.010Z';
    expect(await readdir(join(dir, 'deep'))).toEqual([copy]);
    expect(await readFile(join(dir, 'deep', copy), 'utf8')).toBe(text);
    expect(log.join()).toContain(copy);
  });

  it('retain the valid fields of a file with an invalid one', async () => {
    await mkdir(join(dir, 'deep'));
    await writeFile(path(), JSON.stringify({ theme: 'dark', pageSize: 'many', future: 1 }));
    expect(await opened().read()).toEqual({ ...defaultSettings, theme: 'dark' });
  });

  it('can be changed after a failed write', async () => {
    const file = opened();
    await file.read();
    await writeFile(join(dir, 'deep'), 'a file where the folder should be');
    await expect(file.change({ theme: 'dark' })).rejects.toThrow();
    expect(await file.read()).toEqual(defaultSettings);
    await rm(join(dir, 'deep'));
    expect(await file.change({ theme: 'dark' })).toMatchObject({ theme: 'dark' });
  });
});
