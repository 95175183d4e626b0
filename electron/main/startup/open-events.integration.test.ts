// Links and files to open, from the command line to a window: before a window exists, after, and from a second
// instance.
import { EventEmitter } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenRequest } from '@shared/links/open-request';
import { renderLink } from '@shared/links/link';
import { renderQueryFile } from '@shared/links/query-file';
import type { QueryTerms } from '@shared/model/saved-query';
import { createPendingOpens } from './pending-opens';
import { type OpenedThings, createOpenedThings, openCalls } from './opened-things';
import { listenToOpenings } from './open-events';
import { type SecondStarts, listenToSecondStarts } from './second-instance';

const link = (table: string): string => renderLink({ kind: 'table', account: 'acc', table });
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-openings-'));
  file = join(folder, 'late.stowage-query');
  const terms: QueryTerms = { partitionKey: { kind: 'is', value: 'a' }, rowKey: { kind: 'any' }, select: [] };
  await writeFile(
    file,
    renderQueryFile({ name: 'Late', description: '' }, { kind: 'table', account: 'acc', table: 'Orders' }, terms),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let app: EventEmitter;
let starts: SecondStarts;
let things: OpenedThings;
/** Events of the windows, in order. */
let seen: string[];
let isOver: boolean;
let again: (readonly string[])[];

beforeEach(() => {
  app = new EventEmitter();
  starts = listenToSecondStarts(app as never);
  things = createOpenedThings();
  seen = [];
  isOver = false;
  again = [];
});
const listen = (): void =>
  listenToOpenings(
    app as never,
    starts,
    things,
    {
      showFront: () => seen.push('shown'),
      notify: (notice, who = 'all') => seen.push(`${notice.stowage} to ${who}`),
      restoreWindows: () => seen.push('opened as kept'),
    },
    { hasBegun: () => isOver, startAgain: (opens) => void again.push(opens) },
  );
/** As a window receives them. */
async function taken(): Promise<readonly OpenRequest[]> {
  const dialogs = { open: () => Promise.reject(new Error('asked')), save: () => Promise.reject(new Error('asked')) };
  const calls = openCalls(dialogs, things, { resolve: () => null });
  return calls['openings.take']({}, {} as never);
}
const secondStart = (data: unknown): boolean => app.emit('second-instance', {}, [], folder, data);

describe('opening before a window exists', () => {
  it('waits for the window, which receives it when it loads', async () => {
    const pendingOpens = createPendingOpens();
    pendingOpens.request([link('Movies')]);
    pendingOpens.listen((each) => things.options(each));
    listen();
    expect(seen, 'there is nobody to tell').toEqual([]);
    expect(await taken()).toMatchObject([{ from: 'link' }]);
    expect(await taken(), 'handed over once').toEqual([]);
  });

  it('waits when it came with a second instance, whatever else was started meanwhile', async () => {
    secondStart({ opens: [link('Movies')] });
    secondStart(undefined);
    secondStart({ opens: [link('Orders')] });
    expect(seen).toEqual([]);
    listen();
    expect(await taken()).toHaveLength(2);
    expect(seen).toContain('shown');
    seen = [];
    secondStart({ opens: [link('Invoices')] });
    expect(await taken(), 'none of the earlier ones').toHaveLength(1);
  });
});

describe('opening while the app runs', () => {
  beforeEach(listen);

  it('focuses the front window, notifies only that window, and is received by it', async () => {
    things.options([link('Movies')]);
    expect(seen).toEqual(['shown', 'opened to front']);
    expect(await taken()).toMatchObject([{ from: 'link' }]);
  });

  it('reads the file before it notifies a window', async () => {
    secondStart({ opens: [file] });
    expect(seen, 'of the second start itself').toEqual(['shown']);
    await expect.poll(() => seen).toEqual(['shown', 'shown', 'opened to front']);
    expect(await taken()).toMatchObject([{ from: 'file' }]);
  });

  it('opens what a second instance passes on, and shows the window in any case', async () => {
    secondStart({ opens: [link('Movies'), link('Orders'), link('Movies')] });
    expect(await taken()).toHaveLength(2);
    seen = [];
    secondStart({ opens: [] });
    expect(seen).toEqual(['shown']);
  });

  it.each([
    ['nothing', undefined],
    ['no list', { opens: link('Movies') }],
    ['too many', { opens: Array.from({ length: 1_000 }, (_, index) => link(`Table${index}`)) }],
    ['what is no text', { opens: [{ path: '/etc/passwd' }] }],
    ['one without end', { opens: [`stowage:${'x'.repeat(1_000_000)}`] }],
    ['other files', { opens: ['/etc/passwd', 'https://a.example/q'] }],
  ])('opens nothing when a second instance passes on %s', async (_what, data) => {
    secondStart(data);
    expect(seen).toEqual(['shown']);
    expect(await taken()).toEqual([]);
  });

  it('opens the windows of last time when the icon is pressed', () => {
    app.emit('activate');
    expect(seen).toEqual(['opened as kept']);
  });
});

describe('a start while everything is put away', () => {
  it('opens no window while the app quits, and completes once it has quit', () => {
    listen();
    isOver = true;
    secondStart({ opens: [link('Movies'), '/etc/passwd'] });
    secondStart(undefined);
    app.emit('activate');
    expect(seen).toEqual([]);
    expect(again).toEqual([[link('Movies')], []]);
  });
});

describe('a file that a window names', () => {
  it('reads a file only by its token, never by a path', async () => {
    const dialogs = { open: () => Promise.resolve([file]), save: () => Promise.reject(new Error('asked')) };
    const calls = openCalls(dialogs, things, { resolve: (token) => (token === 'known' ? file : null) });
    expect(await calls['openings.read']({ token: 'known' }, {} as never)).toMatchObject({
      from: 'file',
      state: 'read',
    });
    expect(await calls['openings.read']({ token: file }, {} as never)).toMatchObject({ state: 'refused' });
    expect(JSON.stringify(await calls['openings.pick']({}, {} as never))).not.toContain(folder);
  });
});
