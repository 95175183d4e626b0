// The summary of a copy, a move and a download before they start; uploads are in ../upload/uploading.test.tsx.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import { smallFiles, preflightOf } from '@shared/model/fixtures/transfer-preflight';
import { defaultSettings } from '@shared/model/settings';
import type { OverwritePolicy } from '@shared/model/transfer';
import type { TransferPreflight } from '@shared/model/transfer-preflight';
import { concernsOf } from '@shared/preflight/concerns';
import { MiB } from '@shared/units';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import type { RunOn } from '@renderer/jobs/run-on';
import { noProperties } from './blob-properties';
import { TransferSummary } from './transfer-summary';
import { type TransferKind, titleOf } from './wanted-transfer';

let bridge: TestBridge;
afterEach(() => {
  vi.restoreAllMocks();
  cleanup();
  bridge.dispose();
});

const none: RunOn = { hubs: [], hub: null, choose: () => undefined };

function show(
  kind: TransferKind,
  preflight: TransferPreflight,
  policy: OverwritePolicy = 'never',
  runOn: RunOn = none,
) {
  bridge = installBridge({ calls: { 'settings.read': () => defaultSettings } });
  const nothing = (): void => undefined;
  render(
    <TransferSummary
      kind={kind}
      preflight={preflight}
      title="What is asked"
      connectionId="far"
      fromConnectionId="near"
      prefix=""
      begins="when-told"
      policy={policy}
      preserved={{ preserveTimes: false, emptyFolders: false, followLinks: false, preserveProperties: false }}
      onPreserved={nothing}
      changesType={false}
      onChangesType={nothing}
      properties={noProperties}
      onProperties={nothing}
      onPolicy={nothing}
      runOn={runOn}
      onStart={nothing}
      onCancel={nothing}
    />,
  );
  return within(screen.getByRole('dialog', { name: 'What is asked' }));
}

const taken = [{ source: 'newer' as const, size: 'same' as const, sum: smallFiles(1, 100), early: [] }];

it('a copy between accounts shows which side carries it, what is skipped, and what it costs', () => {
  const summary = show('copy', preflightOf({ way: 'between-accounts', all: smallFiles(3, 300), taken }));
  expect(summary.getByText('3 blobs, 300 B')).toBeTruthy();
  expect(summary.getByText(/^To another account: a server-side copy if the service can read/)).toBeTruthy();
  expect(summary.getByText('1 blob is skipped. To copy: 2 blobs, 200 B.')).toBeTruthy();
  // Two written and looked at, two read and looked at, one looked for.
  expect(summary.getByText('Cost: about 9 requests.')).toBeTruthy();
});

it('a move shows that its source is deleted, what stays, and what leaves its tier early', () => {
  const early = [{ tier: 'Cool', blobs: 2, bytes: 200, maxDays: 12 }];
  const summary = show('move', preflightOf({ way: 'service', all: smallFiles(3, 300), taken, early }));
  expect(summary.getByText(/Each source blob is deleted after its copy has been verified\.$/)).toBeTruthy();
  expect(
    summary.getByText('1 blob is skipped. Skipped blobs stay where they are. To move: 2 blobs, 200 B.'),
  ).toBeTruthy();
  expect(within(summary.getByRole('list', { name: 'Early deletion charges' })).getByRole('listitem')).toBeTruthy();
  expect(summary.getByRole('button', { name: 'Move' })).toBe(document.activeElement);
});

it('an upload to names that another transfer still writes shows which', () => {
  const summary = show('upload', preflightOf({ writing: ['cargo'] }));
  expect(summary.getByText(/^Another unfinished transfer writes to the same names: cargo\./)).toBeTruthy();
});

it('of many transfers that still write the first are named, and how many more there are', () => {
  const summary = show('upload', preflightOf({ writing: ['cargo', 'crew', 'quay', 'dock', 'pier'] }));
  expect(
    summary.getByText(/^Other unfinished transfers .* to the same names: cargo, crew, quay and 2 more\. /),
  ).toBeTruthy();
});

it('a move reports no early deletion for blobs that it skips', () => {
  const early = [{ tier: 'Cool', blobs: 1, bytes: 100, maxDays: 12 }];
  const skipped = taken.map((one) => ({ ...one, early }));
  const summary = show('move', preflightOf({ way: 'service', all: smallFiles(3, 300), taken: skipped }));
  expect(summary.queryByRole('list', { name: 'Early deletion charges' })).toBeNull();
});

it('a rename is called so, from one name to the other', () => {
  const summary = show('rename', preflightOf({ way: 'service', all: smallFiles(3, 300), taken }));
  expect(summary.getByText(/Skipped blobs stay where they are\. To rename: 2 blobs, 200 B\.$/)).toBeTruthy();
  expect(summary.getByRole('button', { name: 'Rename' })).toBe(document.activeElement);
  const from = { connectionId: 'near', container: 'photos' };
  const wish = { kind: 'move' as const, from, blobs: [], prefixes: [{ prefix: '2026/in/', as: '2026/done/in/' }] };
  expect(titleOf({ kind: 'rename', to: { ...from, prefix: '2026/' }, wish })).toBe('Rename in to done/in');
});

it('a download shows what is in the folder already, the free disk space, and what it costs', () => {
  const examples = [
    {
      name: 'a/one.txt',
      sourceBytes: 100,
      sourceModifiedMs: 2000,
      storedBytes: 7,
      storedModified: '1970-01-01T00:00:01Z',
    },
  ];
  const preflight = preflightOf({ way: 'down', all: smallFiles(3, 300), taken, examples, freeBytes: 5 * MiB });
  const summary = show('download', preflight);
  expect(summary.getByText('Free disk space: 5.0 MiB.')).toBeTruthy();
  const rows = within(summary.getByRole('table', { name: 'Already exists' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    '1 name already existsThis blobExisting file',
    'a/one.txt100 Bnewer1970-01-01 00:00:02 UTC7 B1970-01-01 00:00:01 UTC',
  ]);
  expect(summary.getByText('1 blob is skipped. To download: 2 blobs, 200 B.')).toBeTruthy();
  expect(summary.getByText('Cost: about 2 requests.')).toBeTruthy();
  expect(summary.getByRole('button', { name: 'Download' })).toBe(document.activeElement);
});

it('a download shows which names a later upload cannot turn back', () => {
  const preflight = preflightOf({ way: 'down', all: smallFiles(3, 300), oneWay: { blobs: 2, example: 'a/../b' } });
  expect(concernsOf(preflight, 'never')).toEqual(['not-all']);
  const text = show('download', preflight).getByText(/names that no upload can use/).textContent;
  expect(text).toBe(
    '2 blobs have names that no upload can use (first: a/../b). Their files get %XX, which a later upload does not reverse.',
  );
});

it('a download that would bring nothing offers none, unless the count or the choice leaves something', () => {
  const all = smallFiles(1, 100);
  const buttons = (preflight: TransferPreflight, policy: OverwritePolicy): string[] => {
    const names = show('download', preflight, policy)
      .getAllByRole('button')
      .flatMap(({ textContent }) => (/^(Cancel|Close|Download)/.test(textContent) ? [textContent] : []));
    cleanup();
    bridge.dispose();
    return names;
  };
  const skipped = preflightOf({ way: 'down', all, taken });
  expect(buttons(skipped, 'never')).toEqual(['Close']);
  expect(buttons(skipped, 'rename')).toEqual(['Cancel', 'Download']);
  expect(buttons(skipped, 'if-different')).toEqual(['Cancel', 'Download']);
  for (const unsure of [{ state: 'under-way' }, { counted: 'at-least' }, { looked: 'some' }] as const) {
    expect(buttons({ ...skipped, ...unsure }, 'never')).toEqual(['Cancel', 'Download']);
  }
});

it('a download that does not fit on its disk shows how much is missing under the chosen policy', () => {
  const preflight = preflightOf({ way: 'down', all: smallFiles(3, 300), taken, freeBytes: 299 });
  expect(
    show('download', preflight, 'always').getByText('Not enough disk space: 299 B free, 1 B more needed.'),
  ).toBeTruthy();
  cleanup();
  bridge.dispose();
  expect(show('download', preflight, 'never').getByText('Free disk space: 299 B.')).toBeTruthy();
});

it('a download of a name that exists in the folder is rejected, or numbered when that is chosen', () => {
  const inTheWay = { context: { path: '/here/a', what: 'folder' } };
  const error = new StowageError('conflict.target-exists', 'There is a folder.', inTheWay).toShape();
  const onlyNumbered = { files: 1, examples: [{ source: 'a', error }], sum: smallFiles(1, 50) };
  const preflight = preflightOf({ way: 'down', all: smallFiles(3, 300), onlyNumbered });
  const rejected = show('download', preflight, 'if-newer');
  expect(rejected.getByText('3 blobs, 300 B')).toBeTruthy();
  expect(rejected.getByRole('heading', { name: '1 blob cannot be downloaded' })).toBeTruthy();
  cleanup();
  bridge.dispose();
  const numbered = show('download', preflight, 'rename');
  expect(numbered.getByText('4 blobs, 350 B')).toBeTruthy();
  expect(numbered.getByText('1 blob gets a number in its name. To download: 4 blobs, 350 B.')).toBeTruthy();
  expect(numbered.queryByRole('heading', { name: /cannot be downloaded/ })).toBeNull();
});

it('a folder that is rejected as a whole is counted as a folder', () => {
  const error = new StowageError('invalid.input', 'Into itself.', { context: { problem: 'lies in itself' } }).toShape();
  const rejections = [
    { source: 'a/', error },
    { source: 'b.txt', error },
  ];
  const heading = (sources: typeof rejections): string => {
    const rejected = { files: sources.length, examples: sources };
    const summary = show('copy', preflightOf({ way: 'service', all: smallFiles(3, 300), rejected }));
    const name = summary.getByRole('heading', { name: /cannot be copied/ }).textContent;
    cleanup();
    bridge.dispose();
    return name ?? '';
  };
  expect(heading(rejections.slice(0, 1))).toBe('1 folder cannot be copied');
  expect(heading(rejections)).toBe('1 blob and 1 folder cannot be copied');
});

it('a rejected name hides none of its characters', () => {
  const error = new StowageError('invalid.name', 'No.', {
    context: { problem: 'contains a control character' },
  }).toShape();
  const rejected = { files: 1, examples: [{ source: 'tab\tname\u202egnp', error }] };
  const preflight = preflightOf({ way: 'service', all: smallFiles(3, 300), rejected, writing: ['x\u202egpj.exe'] });
  const summary = show('copy', preflight);
  expect(summary.getByText('tab\u2409name[U+202E]gnp')).toBeTruthy();
  expect(summary.getByText(/same names: x\[U\+202E\]gpj\.exe\./)).toBeTruthy();
});

it('a name that is rejected more than once has a line for each rejection', () => {
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const rejections = (['not-found.blob', 'conflict.target-exists', 'conflict.target-exists'] as const).map(
    (code, at) => ({
      source: 'a',
      error: new StowageError(code, 'Not this one.', { context: { path: `/here/${at}`, what: 'folder' } }).toShape(),
    }),
  );
  const rejected = { files: 3, examples: rejections };
  const summary = show('download', preflightOf({ way: 'down', all: smallFiles(3, 300), rejected }));
  const list = within(
    summary.getByRole('heading', { name: '3 blobs cannot be downloaded' }).nextElementSibling as HTMLElement,
  );
  expect(list.getAllByText('a')).toHaveLength(3);
  expect(complained).not.toHaveBeenCalled();
});

it('offers the hubs of the user for what their workers can do, and says what they cannot', () => {
  const hub = { id: 'h1', name: 'Harbour', address: 'h:4222', role: 'worker' as const, state: 'joined' as const };
  const runOn: RunOn = { hubs: [hub], hub, choose: () => undefined };
  const dialog = show('upload', preflightOf({}), 'never', runOn);
  expect(dialog.getByRole('button', { name: /Run on/ }).textContent).toContain('Harbour');
  expect(dialog.getByText(/every worker has at the same place.*a connection of its own/)).toBeTruthy();
  cleanup();
  const move = show('move', preflightOf({}), 'never', runOn);
  expect(move.getByText('Workers of a hub copy, but do not move or rename.')).toBeTruthy();
  expect(move.getByRole('button', { name: /Run on/ }).textContent).toContain('This computer');
  cleanup();
  expect(show('upload', preflightOf({})).queryByRole('button', { name: /Run on/ })).toBeNull();
});
