// What a command line, the system or an untrusted sender requests the app to open: accepted up to a limit, parsed
// strictly, never run.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { renderLink } from '@shared/links/link';
import { longestLink } from '@shared/links/marks';
import { renderQueryFile } from '@shared/links/query-file';
import { createPendingOpens, opensOf } from './pending-opens';
import { createOpenedThings, handedOver, maxWaiting, openRequestOfPath } from './opened-things';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'stowage-opened-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const link = (table: string): string => renderLink({ kind: 'table', account: 'acc', table });
const file = renderQueryFile(
  { name: 'Late', description: '' },
  { kind: 'table', account: 'acc', table: 'Orders' },
  { partitionKey: { kind: 'is', value: 'a' }, rowKey: { kind: 'any' }, select: [] },
);

describe('a command line', () => {
  it('accepts links and files of saved queries, by path or by URL, and nothing else', () => {
    const here = join(folder, 'a b.stowage-query');
    const args = ['electron', '.', '--no-sandbox', link('Movies'), 'x.csv', './q.stowage-query', 'https://a.example/q'];
    expect(opensOf(args, folder)).toEqual([link('Movies'), join(folder, 'q.stowage-query')]);
    expect(opensOf([pathToFileURL(here).href], '/')).toEqual([here]);
    expect(opensOf(['file://elsewhere.example/q.stowage-query', 'http://x/q.stowage-query'], '/')).toEqual([]);
  });

  it('hands on no more than is read, however long and however much', () => {
    const opens = opensOf(
      Array.from({ length: 1000 }, () => `stowage:${'x'.repeat(100_000)}`),
      '/',
    );
    expect(handedOver.safeParse({ opens }).success).toBe(true);
    expect(opens.join('').length).toBeLessThanOrEqual((maxWaiting + 1) * (longestLink + 1));
  });
});

describe('request before the app has started', () => {
  it('waits, up to a limit, and is delivered to the first listener', () => {
    const pendingOpens = createPendingOpens();
    pendingOpens.request([link('Movies')]);
    pendingOpens.request(Array.from({ length: 50 }, (_, index) => link(`Table${index}`)));
    const received: string[] = [];
    pendingOpens.listen((things) => received.push(...things));
    expect(received).toHaveLength(maxWaiting + 1);
    expect(received[0]).toBe(link('Movies'));
    pendingOpens.request([link('Later')]);
    expect(received.at(-1)).toBe(link('Later'));
  });
});

describe('the file of a saved query', () => {
  it('is read when it is valid', async () => {
    const path = join(folder, 'late.stowage-query');
    await writeFile(path, `\ufeff${file}`);
    expect(await openRequestOfPath(path)).toMatchObject({ state: 'read', from: 'file', title: { name: 'Late' } });
  });

  it.each([
    ['a pipe', (path: string) => void execFileSync('mkfifo', [path]), 'not a file'],
    [
      'a file without end',
      async (path: string) => writeFile(path, '').then(() => truncate(path, 2 ** 40)),
      'too large',
    ],
    ['nothing', () => undefined, 'could not be read'],
    ['bytes', (path: string) => writeFile(path, Buffer.from([0xff, 0xfe, 0, 1])), 'not JSON'],
  ])('is rejected when it is %s', async (what, make, reason) => {
    const path = join(folder, `${what}.stowage-query`);
    await make(path);
    const openRequest = await openRequestOfPath(path);
    expect(openRequest.state === 'refused' ? openRequest.reason : openRequest).toContain(reason);
  });
});

describe('things to open', () => {
  it('wait for a window and are delivered once', () => {
    const onChange = vi.fn();
    const things = createOpenedThings();
    things.listen(onChange);
    things.options([link('Movies'), link('Movies'), 'stowage://drop/table?x']);
    expect(things.take()).toMatchObject([
      { state: 'read', target: { table: 'Movies' } },
      { state: 'refused', from: 'link' },
    ]);
    expect(onChange).toHaveBeenCalledTimes(2);
    expect(things.take()).toEqual([]);
    things.options([link('Movies')]);
    expect(things.take()).toHaveLength(1);
  });

  it('are limited, and report that some were dropped', () => {
    const things = createOpenedThings();
    things.options(Array.from({ length: 50 }, (_, index) => link(`Table${index}`)));
    const taken = things.take();
    expect(taken).toHaveLength(maxWaiting);
    const last = taken.at(-1);
    expect(last?.state === 'refused' ? last.reason : last).toContain('skipped');
  });
});
