// An upload from the drop to its job: starts at once if nothing needs a decision, otherwise as the user decides in the
// summary.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { smallFiles, preflightOf } from '@shared/model/fixtures/transfer-preflight';
import { type Settings, defaultSettings } from '@shared/model/settings';
import type { OverwritePolicy } from '@shared/model/transfer';
import type { TransferPreflight } from '@shared/model/transfer-preflight';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { ToastRegion } from '@renderer/ui';
import { dropOnContainer } from './dropped-on-container';
import { useTransferPrompts } from '../preflight/use-transfer-prompts';
import { useUploading } from './use-uploading';

let bridge: TestBridge;
afterEach(() => {
  cleanup();
  bridge.dispose();
});

const file = { token: 'one', name: 'one.txt', kind: 'file' as const, bytes: 1 };

interface Setting {
  readonly overwrite?: OverwritePolicy;
  readonly settings?: Partial<Settings>;
  /** `the container`: outside of its tab, before that is there. */
  readonly on?: 'the folder' | 'the container' | 'its tab';
  /** Why nothing can be uploaded there. */
  readonly disabledReason?: string;
  /** Resolves when the engine has the job. */
  readonly begun?: Promise<void>;
}

interface PreflightCall {
  /** Sends the window what was found until now. */
  readonly notify: (preflight: TransferPreflight) => void;
  readonly end: () => void;
  /** How many preflights the window has requested since the drop. */
  readonly count: () => number;
}

/** Drops one file; resolves with its preflight, as soon as the window requests one. */
async function drop(setting: Setting): Promise<PreflightCall> {
  const {
    overwrite = 'never',
    settings = {},
    on = 'the folder',
    disabledReason = null,
    begun = Promise.resolve(),
  } = setting;
  let count = 0;
  let notify = (_preflight: TransferPreflight): void => undefined;
  let requested: ((preflight: PreflightCall) => void) | null = null;
  const preflight = new Promise<PreflightCall>((resolve) => (requested = resolve));
  bridge = installBridge({
    dropped: () => [file],
    calls: {
      'settings.read': () => ({ ...defaultSettings, ...settings }),
      'transfers.upload': () => begun.then(() => ({ jobId: 'job' })),
    },
    streams: {
      'transfers.survey-upload': (_input, { push, signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve());
          count += 1;
          notify = push;
          requested?.({ notify: (found) => notify(found), end: resolve, count: () => count });
        }),
    },
  });
  if (on !== 'the folder') {
    const into = on === 'its tab' ? ('folder shown' as const) : ('top' as const);
    const files = { types: ['Files'], files: [new File(['x'], 'one.txt')] } as unknown as DataTransfer;
    await new Promise<void>((resolve) =>
      dropOnContainer({ connectionId: 'local', container: 'photos', into }, files, resolve),
    );
  }
  render(<Harness overwrite={overwrite} disabledReason={disabledReason} />);
  if (on === 'the folder') await userEvent.click(screen.getByRole('button', { name: 'Drop' }));
  return preflight;
}

function Harness({
  overwrite,
  disabledReason = null,
}: {
  readonly overwrite: OverwritePolicy;
  readonly disabledReason?: string | null;
}) {
  const location = { connectionId: 'local', container: 'photos', prefix: '2026/' };
  const prompts = useTransferPrompts((work) => void work);
  const uploading = useUploading({ location, disabledReason, overwrite, prompts, run: (work) => void work });
  return (
    <>
      <button onClick={() => uploading.take(Promise.resolve([file]), '2026/')}>Drop</button>
      {prompts.element}
    </>
  );
}

const uploads = (): readonly unknown[] =>
  bridge.requested.filter(({ name }) => name === 'transfers.upload').map(({ input }) => input);
const started = (overwrite: OverwritePolicy): object => ({
  connectionId: 'local',
  container: 'photos',
  prefix: '2026/',
  sources: ['one'],
  options: { overwrite, verify: 'md5', blockBytes: 'auto', concurrency: 'auto' },
});
const dialog = (): Promise<HTMLElement> => screen.findByRole('dialog', { name: 'Upload to photos / 2026' });

const taken = preflightOf({
  all: smallFiles(3, 300),
  taken: [{ source: 'newer', size: 'other', sum: smallFiles(2, 200), early: [] }],
  examples: ['a.txt', 'b.txt'].map((name) => ({
    name: `2026/${name}`,
    sourceBytes: 100,
    sourceModifiedMs: Date.parse('2026-11-20T08:00:00Z'),
    storedBytes: 50,
    storedModified: '2026-10-01T07:00:00Z',
  })),
});

describe('an upload', () => {
  it('of few new files starts at once and shows nothing', async () => {
    const preflight = await drop({});
    preflight.notify(preflightOf());
    await waitFor(() => expect(uploads()).toEqual([started('never')]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('of files dropped on the container targets its top once its tab is open, and once only', async () => {
    const preflight = await drop({ on: 'the container' });
    preflight.notify(preflightOf());
    await waitFor(() => expect(uploads()).toEqual([{ ...started('never'), prefix: '' }]));
    cleanup();
    render(<Harness overwrite="never" />);
    expect(uploads()).toHaveLength(1);
  });

  it('of files dropped on the container is rejected with a message when its connection may not upload', async () => {
    render(<ToastRegion />);
    const disabledReason = 'The SAS of Quay has no write permission.';
    // The window requests no preflight, which this would wait for.
    void drop({ on: 'the container', disabledReason });
    expect((await screen.findByText('Nothing was uploaded')).parentElement?.textContent).toContain(disabledReason);
    expect(uploads()).toEqual([]);
  });

  it('of files dropped on its tab targets the displayed folder', async () => {
    const preflight = await drop({ on: 'its tab' });
    preflight.notify(preflightOf());
    await waitFor(() => expect(uploads()).toEqual([started('never')]));
  });

  it('is started once, as requested, when its tab closes before anything was shown', async () => {
    await drop({});
    cleanup();
    await waitFor(() => expect(uploads()).toEqual([started('never')]));
  });

  it('that waits behind another one is started with it when their tab closes', async () => {
    await drop({});
    await userEvent.click(screen.getByRole('button', { name: 'Drop' }));
    // Both are queued when the settings of the second are known.
    await waitFor(() => expect(bridge.requested.filter(({ name }) => name === 'settings.read')).toHaveLength(4));
    await Promise.resolve();
    cleanup();
    await waitFor(() => expect(uploads()).toEqual([started('never'), started('never')]));
  });

  it('that waits behind another one is looked at once the job of that one is there', async () => {
    let begin = (): void => undefined;
    const first = await drop({ begun: new Promise<void>((resolve) => (begin = resolve)) });
    await userEvent.click(screen.getByRole('button', { name: 'Drop' }));
    await waitFor(() => expect(bridge.requested.filter(({ name }) => name === 'settings.read')).toHaveLength(4));
    first.notify(preflightOf());
    await waitFor(() => expect(uploads()).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(first.count()).toBe(1);
    begin();
    await waitFor(() => expect(first.count()).toBe(2));
  });

  it('whose tab closes while the settings are read is started all the same', async () => {
    let notify = (_settings: Settings): void => undefined;
    const read = new Promise<Settings>((resolve) => (notify = resolve));
    bridge = installBridge({ calls: { 'settings.read': () => read, 'transfers.upload': () => ({ jobId: 'job' }) } });
    render(<Harness overwrite="never" />);
    await userEvent.click(screen.getByRole('button', { name: 'Drop' }));
    cleanup();
    notify(defaultSettings);
    await waitFor(() => expect(uploads()).toEqual([started('never')]));
  });

  it('that would lose empty folders shows it, and carries what is ticked there', async () => {
    const user = userEvent.setup();
    const preflight = await drop({ settings: { preserveTimes: true } });
    preflight.notify(preflightOf({ links: 1, emptyFolders: 2 }));
    const summary = within(await dialog());
    expect(summary.getByText('2 empty folders are skipped.')).toBeTruthy();
    expect(summary.getByRole('checkbox', { name: 'Modification times' })).toMatchObject({ checked: true });
    await user.click(summary.getByRole('checkbox', { name: 'Empty folders' }));
    await user.click(summary.getByRole('checkbox', { name: /^Targets of symbolic links/ }));
    await waitFor(() => expect(preflight.count()).toBe(3));
    await user.click(summary.getByRole('button', { name: 'Upload' }));
    const preserved = { preserveTimes: true, emptyFolders: true, followLinks: 'inside' };
    await waitFor(() => expect(uploads()).toMatchObject([{ options: preserved }]));
  });

  it('upload: stores the properties that are entered in its summary, and offers them for the next one', async () => {
    const user = userEvent.setup();
    const preflight = await drop({ settings: { preserveProperties: true, uploadSummary: 'always' } });
    preflight.notify(preflightOf());
    const summary = within(await dialog());
    const field = (name: string): HTMLElement => summary.getByRole('textbox', { name });
    expect(summary.getByRole('checkbox', { name: 'Properties of replaced blobs' })).toMatchObject({ checked: true });
    expect(summary.queryByRole('textbox', { name: 'Cache-Control' })).toBeNull();
    await user.click(summary.getByRole('button', { name: 'Properties of the new blobs' }));
    await user.type(field('Content-Type'), 'html');
    expect(summary.getByRole('button', { name: 'Upload' })).toMatchObject({ disabled: true });
    await user.clear(field('Content-Type'));
    await user.type(field('Cache-Control'), 'no-store');
    await user.click(summary.getByRole('button', { name: 'Add entry' }));
    await user.type(field('Name'), 'owner');
    await user.type(field('Value'), 'me');
    await user.click(summary.getByRole('button', { name: 'Upload' }));
    const blob = { cacheControl: 'no-store', metadata: { owner: 'me' } };
    await waitFor(() => expect(uploads()).toMatchObject([{ options: { preserveProperties: true, blob } }]));
    // One preflight: typing does not count the files again.
    expect(preflight.count()).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Drop' }));
    await waitFor(() => expect(preflight.count()).toBe(2));
    preflight.notify(preflightOf());
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Cache-Control' })).value).toBe('no-store');
  });

  it('upload: replaces page and append blobs when that is ticked in its summary', async () => {
    const user = userEvent.setup();
    const preflight = await drop({ overwrite: 'always' });
    const inTheWay = new StowageError('conflict.blob-type', 'no', {
      context: { blob: 'disk.vhd', blobType: 'PageBlob' },
    });
    preflight.notify(
      preflightOf({
        taken: [{ source: 'newer', size: 'other', otherType: true, sum: smallFiles(1, 3), early: [] }],
        otherType: { files: 1, examples: [{ source: '/disk.vhd', error: inTheWay.toShape() }] },
      }),
    );
    const summary = within(await dialog());
    await user.click(summary.getByRole('checkbox', { name: /^Also replace page and append blobs/u }));
    await waitFor(() => expect(preflight.count()).toBe(2));
    await user.click(summary.getByRole('button', { name: /^Upload/u }));
    await waitFor(() => expect(uploads()).toMatchObject([{ options: { overwrite: 'always', changeBlobType: true } }]));
  });

  it('of names that exist is shown, and the policy chosen there is that of the job', async () => {
    const user = userEvent.setup();
    const preflight = await drop({});
    preflight.notify(taken);
    const summary = within(await dialog());
    expect(summary.getByText('3 files, 300 B')).toBeTruthy();
    const rows = within(summary.getByRole('table', { name: 'Already exists' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      '2 names already existThis fileExisting blob',
      'a.txt100 Bnewer2026-11-20 08:00:00 UTC50 B2026-10-01 07:00:00 UTC',
      'b.txt100 Bnewer2026-11-20 08:00:00 UTC50 B2026-10-01 07:00:00 UTC',
    ]);
    expect(summary.getByText('2 files are skipped. To upload: 1 file, 100 B.')).toBeTruthy();
    expect(document.activeElement).toBe(summary.getByRole('button', { name: 'Upload' }));

    // By the keyboard alone: back to the select, another policy, on to the button.
    await user.tab({ shift: true });
    await user.tab({ shift: true });
    await user.tab({ shift: true });
    expect(document.activeElement?.textContent).toBe('Skip existing');
    // Arrows, not letters: typed letters form one word for a second only.
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('option'));
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(await summary.findByText('2 existing blobs are replaced. To upload: 3 files, 300 B.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Replace if newer'));
    await user.tab();
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(summary.getByRole('button', { name: 'Upload, replacing 2' }));
    expect(uploads()).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(uploads()).toEqual([started('if-newer')]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that Escape ends sends nothing, and replacing is not what Enter does at first', async () => {
    const user = userEvent.setup();
    const preflight = await drop({ overwrite: 'always' });
    preflight.notify(taken);
    const summary = within(await dialog());
    expect(document.activeElement).toBe(summary.getByRole('button', { name: 'Cancel' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(uploads()).toEqual([]);
  });

  it('whose preflight takes long shows its progress, and starts automatically when there is nothing to decide', async () => {
    const preflight = await drop({});
    const summary = within(await dialog());
    expect(summary.getByText('Counting files.')).toBeTruthy();
    expect(summary.getByText(/^Starts automatically after counting/)).toBeTruthy();
    preflight.notify(preflightOf({ state: 'under-way', all: smallFiles(2500, 4096) }));
    expect(await summary.findByText('2,500 files, 4.0 KiB so far')).toBeTruthy();
    expect(uploads()).toEqual([]);
    preflight.notify(preflightOf({ all: smallFiles(5000, 8192) }));
    await waitFor(() => expect(uploads()).toEqual([started('never')]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('names what cannot be sent, and which checks failed', async () => {
    const preflight = await drop({});
    const denied = new StowageError('local.denied', 'EACCES', { context: { path: '/cargo/locked' } }).toShape();
    preflight.notify(
      preflightOf({
        rejected: { files: 7, examples: [{ source: '/cargo/locked', error: denied }] },
        links: 1,
        looked: 'some',
        problem: new StowageError('auth.denied', 'no').toShape(),
      }),
    );
    const summary = within(await dialog());
    expect(summary.getByRole('heading', { name: '7 files cannot be uploaded' })).toBeTruthy();
    expect(summary.getByText('/cargo/locked')).toBeTruthy();
    expect(
      summary.getByText(/Check its permissions, or close it in the other program, then try again\.$/),
    ).toBeTruthy();
    expect(summary.getByText('and 6 more')).toBeTruthy();
    expect(summary.getByText('1 symbolic link is not followed.')).toBeTruthy();
    expect(summary.getByText(/^Not all names could be checked: /)).toBeTruthy();
    preflight.end();
    expect(uploads()).toEqual([]);
  });

  it.each([
    ['always', 'asks about every one', 0, 1],
    ['never', 'asks about none and looks at none', 1, 0],
  ] as const)('with the setting %s: %s', async (uploadSummary, _what, jobs, dialogs) => {
    const preflight = drop({ overwrite: 'always', settings: { uploadSummary } });
    if (dialogs === 1) {
      (await preflight).notify(preflightOf());
      expect(within(await dialog()).getByText('3 files, 3 B')).toBeTruthy();
    } else await waitFor(() => expect(uploads()).toEqual([started('always')]));
    expect(uploads()).toHaveLength(jobs);
    expect(screen.queryAllByRole('dialog')).toHaveLength(dialogs);
  });
});
