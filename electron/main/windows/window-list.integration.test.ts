// The windows that are restored: as saved, as an earlier version saved its only one, or one window when the data is
// invalid.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { besides, freeWindowId, openWindowListFile, readWindowList } from './window-list';

const bounds = { x: 10, y: 20, width: 1000, height: 700, maximized: false };
let folder: string;
let paths: { readonly list: string; readonly before: string };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-windows-'));
  paths = { list: join(folder, 'windows.json'), before: join(folder, 'window.json') };
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const read = (): Promise<unknown> => readWindowList(paths, new Date(0));

describe('the list of windows', () => {
  it('is restored as it was written last', async () => {
    const file = openWindowListFile(paths.list, (line) => expect.unreachable(line));
    file.write([{ id: 'main', bounds }]);
    const both = [
      { id: 'w2', bounds: null },
      { id: 'main', bounds },
    ];
    file.write(both);
    await file.written();
    expect(await read()).toEqual(both);
  });

  it('is one window at first, at the position of the only one of an earlier version', async () => {
    expect(await read()).toEqual([{ id: 'main', bounds: null }]);
    await writeFile(paths.before, JSON.stringify(bounds));
    expect(await read()).toEqual([{ id: 'main', bounds }]);
  });

  it.each([
    ['{'],
    ['{"windows":[]}'],
    ['{"windows":[{"id":"../x","bounds":null}]}'],
    [JSON.stringify({ windows: Array.from({ length: 500 }, (_, index) => ({ id: `w${index}`, bounds: null })) })],
  ])('is one window when the saved data is %s', async (text) => {
    await writeFile(paths.list, text);
    expect(await read()).toEqual([{ id: 'main', bounds: null }]);
  });

  it('opens none twice', async () => {
    await writeFile(
      paths.list,
      JSON.stringify({ windows: [1, 2].map((x) => ({ id: 'w2', bounds: { ...bounds, x } })) }),
    );
    expect(await read()).toEqual([{ id: 'w2', bounds: { ...bounds, x: 2 } }]);
  });

  it('logs an error when the disk rejects the write, and breaks nothing else', async () => {
    const lines: string[] = [];
    await writeFile(join(folder, 'file'), '');
    const file = openWindowListFile(join(folder, 'file', 'windows.json'), (line) => lines.push(line));
    file.write([]);
    await file.written();
    expect(lines).toHaveLength(1);
    expect(await readFile(join(folder, 'file'), 'utf8')).toBe('');
  });
});

describe('a further window', () => {
  it('has a unique name, up to a limit, and opens beside the front one', () => {
    expect(freeWindowId([])).toBe('main');
    expect(freeWindowId(['main'])).toBe('w2');
    expect(freeWindowId(['main', 'w3'])).toBe('w2');
    expect(freeWindowId(['w2'])).toBe('main');
    expect(freeWindowId(Array.from({ length: 20 }, (_, index) => `w${index}`))).toBeNull();
    expect(besides({ ...bounds, maximized: true })).toEqual({ ...bounds, x: 42, y: 52 });
  });
});
