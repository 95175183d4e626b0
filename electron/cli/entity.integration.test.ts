import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandLine, type Result, startCommandLine } from './fixtures/command-line';

let line: CommandLine;

interface Printed {
  readonly etag: string;
  readonly properties: Readonly<Record<string, { readonly type: string; readonly value: string | boolean }>>;
}
const stowage = (...args: string[]): Promise<Result> => line.run(...args, '--connection-string', line.connectionString);

async function put(content: unknown, ...args: string[]): Promise<Result> {
  const path = join(line.dir, 'entity.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return stowage('entity', 'put', 'Orders', path, '--json', ...args);
}
async function get(rowKey: string): Promise<Printed> {
  const { out } = await stowage('entity', 'get', 'Orders', 'p', rowKey, '--json');
  return JSON.parse(out) as Printed;
}
const entity = (rowKey: string, properties: Printed['properties'], etag?: string) => ({
  PartitionKey: 'p',
  RowKey: rowKey,
  ...(etag === undefined ? {} : { etag }),
  properties,
});
const text = (value: string) => ({ type: 'Edm.String', value });
const delicate = {
  At: { type: 'Edm.DateTime', value: '2024-05-01T08:30:00.1234567Z' },
  Whole: { type: 'Edm.Double', value: '200.0' },
  Big: { type: 'Edm.Int64', value: '9007199254740993' },
  Odd: { type: 'Edm.Double', value: 'NaN' },
  Yes: { type: 'Edm.Boolean', value: true },
  Note: text('before'),
};

beforeAll(async () => {
  line = await startCommandLine('--memory');
  expect((await stowage('tables', 'create', 'Orders')).code).toBe(0);
});
afterAll(() => line.dispose());

describe('stowage entity', () => {
  it('takes an empty ETag for a variable that was never set, and writes nothing', async () => {
    for (const empty of [
      await put(entity('empty', { Note: text('new') }), '--mode', 'merge', '--etag', ''),
      await stowage('entity', 'delete', 'Orders', 'p', 'empty', '--etag', ''),
    ]) {
      expect([empty.code, empty.err]).toEqual([2, expect.stringContaining('--etag: it is empty.')]);
    }
  });

  it('writes one property of an entity and leaves every other as it was', async () => {
    const inserted = await put(entity('R 1', delicate));
    expect([inserted.code, JSON.parse(inserted.out)]).toEqual([
      0,
      {
        PartitionKey: 'p',
        RowKey: 'R 1',
        mode: 'insert',
        etag: (await get('R 1')).etag,
        undoId: expect.any(String) as string,
      },
    ]);
    const before = await get('R 1');
    expect(before.properties).toEqual(delicate);
    expect((await put(entity('R 1', { Note: text('after') }, before.etag))).code).toBe(0);
    expect((await get('R 1')).properties).toEqual({ ...delicate, Note: text('after') });
    const queried = await stowage('query', 'Orders', '--pk', 'p', '--rk', 'R 1', '--json');
    const got = await stowage('entity', 'get', 'Orders', 'p', 'R 1', '--json');
    expect(got.out).toBe(queried.out);
  });

  it('replaces, merges and upserts as requested', async () => {
    expect((await put(entity('M', { A: text('1'), B: text('1') }), '--mode', 'upsert-merge')).code).toBe(0);
    expect((await put(entity('M', { B: text('2') }), '--mode', 'merge')).code).toBe(0);
    expect((await get('M')).properties).toEqual({ A: text('1'), B: text('2') });
    expect((await put(entity('M', { C: text('3') }), '--mode', 'upsert-merge')).code).toBe(0);
    expect((await put(entity('M', { B: text('4'), C: text('3') }), '--mode', 'replace')).code).toBe(0);
    expect((await get('M')).properties).toEqual({ B: text('4'), C: text('3') });
    expect((await put(entity('M', {}), '--mode', 'upsert-replace')).code).toBe(0);
    expect((await get('M')).properties).toEqual({});
  });

  it('writes over the version that was named, over any on demand, and over no other', async () => {
    await put(entity('V', { A: text('1') }));
    const old = (await get('V')).etag;
    await put(entity('V', { A: text('2') }), '--mode', 'merge');
    for (const args of [
      ['--mode', 'merge'],
      ['--mode', 'replace'],
    ]) {
      const stale = await put(entity('V', { A: text('3') }), '--etag', old, ...args);
      expect([stale.code, stale.out]).toEqual([5, '']);
      expect(stale.err).toContain('"conflict"');
      expect(stale.err, 'the way on').toContain("--etag '*'");
    }
    const stored = await put(entity('V', { A: text('3') }));
    expect([stored.code, stored.err]).toEqual([5, expect.stringContaining('--mode merge')]);
    expect((await stowage('entity', 'delete', 'Orders', 'p', 'V', '--etag', old)).code).toBe(5);
    expect((await get('V')).properties).toEqual({ A: text('2') });
    expect((await put(entity('V', { A: text('4') }, old), '--etag', '*')).code).toBe(0);
    expect((await get('V')).properties).toEqual({ A: text('4') });
    expect((await put(entity('V', { A: text('5') }), '--mode', 'replace', '--etag', (await get('V')).etag)).code).toBe(
      0,
    );
    expect((await put(entity('V', { B: text('6') }), '--mode', 'replace', '--etag', '*')).code).toBe(0);
    expect((await get('V')).properties).toEqual({ B: text('6') });
    const deleted = await stowage('entity', 'delete', 'Orders', 'p', 'V', '--etag', '*', '--json');
    expect([deleted.code, JSON.parse(deleted.out)]).toEqual([
      0,
      expect.objectContaining({ mode: 'delete', etag: null }),
    ]);
  });

  it('leaves a table that exists as it is with --if-not-exists', async () => {
    const create = (...args: string[]) => stowage('tables', 'create', 'Orders', '--json', ...args);
    expect((await create()).code).toBe(5);
    const again = await create('--if-not-exists');
    expect([again.code, JSON.parse(again.out)]).toEqual([0, { created: null, exists: 'Orders' }]);
  });

  it('ends with the documented codes', async () => {
    await put(entity('X', { A: text('1') }));
    expect((await put(entity('X', { A: text('2') }), '--mode', 'insert')).code).toBe(5);
    expect((await put(entity('none', { A: text('2') }), '--mode', 'merge')).code).toBe(4);
    expect((await put(entity('none', { A: text('2') }), '--mode', 'merge', '--etag', '*')).code).toBe(4);
    expect((await put(entity('none', { A: text('2') }), '--mode', 'replace')).code).toBe(4);
    expect((await stowage('entity', 'get', 'Orders', 'p', 'none')).code).toBe(4);
    expect((await stowage('entity', 'get', 'NoSuchTable', 'p', 'none')).code).toBe(4);
    expect((await stowage('entity', 'delete', 'Orders', 'p', 'none')).code).toBe(4);
    expect((await stowage('entity', 'put', 'Orders', join(line.dir, 'nothing.json'))).code).toBe(4);
    expect((await put('{"PartitionKey":"p"}')).err).toContain('RowKey');
    expect((await put(entity('X', {}), '--mode', 'sideways')).err).toContain('--mode');
    expect((await put(entity('X', {}), '--mode', 'insert', '--etag', 'x')).err).toContain('--etag');
    const wrong = await put(entity('a/b', { '1st': text(''), Timestamp: text('') }), '--mode', 'insert');
    expect(wrong.code).toBe(2);
    expect(wrong.err.trim().split('\n')).toHaveLength(3);
    expect((await stowage('entity', 'delete', 'Orders', 'p', 'X')).code).toBe(0);
    expect((await stowage('entity', 'get', 'Orders', 'p', 'X')).code).toBe(4);
  });

  it('prints a readable form, too', async () => {
    await put(entity('T', delicate));
    const { out } = await stowage('entity', 'get', 'Orders', 'p', 'T');
    expect(out).toMatch(/^Big +Edm\.Int64 +9007199254740993$/m);
  });

  it('names the differences when another client has written', async () => {
    await put(entity('W', { A: text('theirs'), B: text('both') }));
    const mine = entity('W', { A: text('mine'), B: text('both') }, 'W/"old"');
    await writeFile(join(line.dir, 'mine.json'), JSON.stringify(mine));
    const { code, err } = await stowage('entity', 'put', 'Orders', join(line.dir, 'mine.json'));
    expect([code, err]).toEqual([5, expect.stringContaining('A: yours "mine", current "theirs"')]);
    expect(err).not.toContain('B:');
  });

  it('stores undo records that only their owner can read', async () => {
    await put(entity('U', { A: text('kept for undo') }));
    const [file = ''] = await readdir(join(line.stateDir, 'undo'));
    const path = join(line.stateDir, 'undo', file);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toContain('kept for undo');
  });
});

// The last one, after everything that the others ran.
it.skipIf(process.platform === 'win32')(
  'state folder: shows nothing to other users, whatever commands and the store wrote',
  async () => {
    expect(await line.openToOthers()).toEqual([]);
  },
);
