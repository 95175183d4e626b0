// The windows that come back: as they were kept, as an earlier version kept its one, or one where nothing makes sense.
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
  it('comes back as it was written last', async () => {
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

  it('is one window at first, where the only one was in an earlier version', async () => {
    expect(await read()).toEqual([{ id: 'main', bounds: null }]);
    await writeFile(paths.before, JSON.stringify(bounds));
    expect(await read()).toEqual([{ id: 'main', bounds }]);
  });

  it.each([
    ['{'],
    ['{"windows":[]}'],
    ['{"windows":[{"id":"../x","bounds":null}]}'],
    [JSON.stringify({ windows: Array.from({ length: 500 }, (_, index) => ({ id: `w${index}`, bounds: null })) })],
  ])('is one window where what was kept is %s', async (text) => {
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

  it('says on the log when the disk refuses, and nothing else breaks', async () => {
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
  it('has a name of its own, up to a bound, and stands beside the front one', () => {
    expect(freeWindowId([])).toBe('main');
    expect(freeWindowId(['main'])).toBe('w2');
    expect(freeWindowId(['main', 'w3'])).toBe('w2');
    expect(freeWindowId(['w2'])).toBe('main');
    expect(freeWindowId(Array.from({ length: 20 }, (_, index) => `w${index}`))).toBeNull();
    expect(besides({ ...bounds, maximized: true })).toEqual({ ...bounds, x: 42, y: 52 });
  });
});
