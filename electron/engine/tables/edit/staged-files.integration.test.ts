// Staged edits outlive the process that staged them, even one that was cut off in the middle of a line.
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StagedEdit } from '@shared/model/edit';
import { row } from '../fixtures/table-bench';
import { prop } from './fixtures/edit-bench';
import { type StagedFiles, openStagedFiles } from './staged-files';

let stateDir: string;
let logged: string[];
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-staged-'));
  logged = [];
});
afterEach(() => rm(stateDir, { recursive: true, force: true }));

const open = (roomyBytes?: number): StagedFiles =>
  openStagedFiles({ stateDir, now: () => 0, log: (line) => logged.push(line), ...(roomyBytes ? { roomyBytes } : {}) });
const path = (): string => join(stateDir, 'staged', 'main.jsonl');
const deletion = (id: string, note = ''): StagedEdit => ({
  kind: 'delete',
  id,
  read: row('P', id, [prop('Note', note)]),
  readColumns: 'all',
  condition: 'as-read',
});
const on = (table: string, ...edits: StagedEdit[]) => ({ connectionId: 'c', table, edits });
const idsIn = async (files: StagedFiles, window = 'main'): Promise<readonly string[]> =>
  (await files.read(window)).flatMap(({ table, edits }) => edits.map(({ id }) => `${table} ${id}`));

describe('what is staged', () => {
  it('is there for the next process, by window and table, each edit where it was staged', async () => {
    const files = open();
    await files.keep('main', [], on('Ships', deletion('1'), deletion('2')));
    await files.keep('main', [], on('Crates', deletion('1')));
    await files.keep('main', [], on('Ships', deletion('1', 'again'), deletion('3')));
    await files.keep('w2', [], on('Ships', deletion('9')));
    const next = open();
    expect(await next.read('main')).toEqual([
      on('Ships', deletion('1', 'again'), deletion('2'), deletion('3')),
      on('Crates', deletion('1')),
    ]);
    expect(await idsIn(next, 'w2')).toEqual(['Ships 9']);
    expect((await stat(path())).mode & 0o777).toBe(0o600);
    expect((await stat(join(stateDir, 'staged'))).mode & 0o777).toBe(0o700);
  });

  it('leaves nothing behind once it is applied or discarded', async () => {
    const files = open();
    await files.keep('main', [], on('Ships', deletion('1'), deletion('2')));
    await files.keep('main', ['1'], on('Ships'));
    expect(await idsIn(open())).toEqual(['Ships 2']);
    await files.keep('main', ['2'], on('Ships'));
    expect(await readdir(join(stateDir, 'staged'))).toEqual([]);
  });

  it('loses a torn line and no other, and the next one is whole', async () => {
    await open().keep('main', [], on('Ships', deletion('1'), deletion('2')));
    await appendFile(path(), '0123abcd {"kind":"gone","conn');
    await open().keep('main', [], on('Ships', deletion('3')));
    expect(await idsIn(open())).toEqual(['Ships 1', 'Ships 2', 'Ships 3']);
  });

  it('are saved in a copy when a line of the file is damaged, and the others are read', async () => {
    await open().keep('main', [], on('Ships', deletion('1'), deletion('2')));
    const damaged = (await readFile(path(), 'utf8')).replace('"id":"1"', '"id":"7"');
    await writeFile(path(), damaged);
    expect(await idsIn(open())).toEqual(['Ships 2']);
    const copy = (await readdir(join(stateDir, 'staged'))).find((name) => name.includes('damaged'));
    expect(await readFile(join(stateDir, 'staged', copy ?? ''), 'utf8')).toBe(damaged);
    expect(logged.join()).toContain('1 lines could not be read');
    logged = [];
    expect(await idsIn(open())).toEqual(['Ships 2']);
    expect(logged).toEqual([]);
  });

  it('goes with its connection, in every window', async () => {
    const files = open();
    await files.keep('main', [], on('Ships', deletion('1')));
    await files.keep('main', [], { ...on('Ships', deletion('2')), connectionId: 'other' });
    await files.keep('w2', [], on('Ships', deletion('3')));
    await files.forgetConnection('c');
    expect([await idsIn(files), await idsIn(files, 'w2')]).toEqual([['Ships 2'], []]);
  });

  it('does not grow with every change of the same edit', async () => {
    const files = open(4_000);
    for (let index = 0; index < 200; index += 1) {
      await files.keep('main', [], on('Ships', deletion('1', String(index).padEnd(200, 'x'))));
    }
    expect((await stat(path())).size).toBeLessThan(6_000);
    expect((await open().read('main'))[0]?.edits).toEqual([deletion('1', '199'.padEnd(200, 'x'))]);
  });

  it('are stored only under the name of a window', async () => {
    for (const name of ['../main', 'w1234', '']) {
      await expect(open().keep(name, [], on('Ships', deletion('1')))).rejects.toThrow();
    }
    expect(await readdir(stateDir)).not.toContain('main.jsonl');
  });
});
