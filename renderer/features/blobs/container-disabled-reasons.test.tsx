// Actions that a connection cannot perform in a container are disabled with the reason before an attempt, and a
// shortcut shows it too.
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { SasScope } from '@shared/model/connection';
import { viewActions } from '@renderer/pane/view-actions';
import { connectionWith } from '@renderer/testing/connection-with';
import { ToastRegion } from '@renderer/ui';
import { rejectionOf } from '@renderer/testing/rejection-of';
import { blob, forgetBetweenTests, showContainer, shown } from './fixtures/shown-container';
import { type ContainerDisabledReasons, disabledReasonsOf } from './container-disabled-reasons';

forgetBetweenTests();

const target = { container: 'photos', access: 'writable', failure: null } as const;
const quay = (sas: SasScope | undefined) => ({ connection: { name: 'Quay', sas } });
const signed = (rights: SasScope['rights'], more: Partial<SasScope> = {}): SasScope => ({
  level: 'container',
  resource: 'photos',
  rights,
  ...more,
});

const ofAccount = (resourceTypes: NonNullable<SasScope['resourceTypes']>): SasScope => ({
  level: 'account',
  rights: ['read', 'write', 'delete', 'create', 'other'],
  resourceTypes,
});

/** All reasons that can occur, except the reported ones. */
const allBut = (...allowed: readonly (keyof ContainerDisabledReasons)[]): readonly string[] =>
  Object.keys(disabledReasonsOf({ ...target, ...quay(undefined) })).filter(
    (what) => !allowed.some((one) => one === what),
  );
/** Of no SAS, whatever it allows. */
const ofKey = ['sign', 'shareContainer'] as const;
const ofContainer = ['editContainer', 'leaseContainer', ...ofKey] as const;
const ofReading = ['download', 'cut', 'duplicate', 'rename', 'restore'] as const;

it.each([
  ['no SAS', undefined, []],
  ['all rights to a container', signed(['read', 'write', 'delete', 'create', 'other']), ofContainer],
  // A new blob needs no more; one that is there is not changed, and none is moved away.
  ['the right to create alone', signed(['create']), allBut('upload', 'copy', 'snapshot')],
  [
    'the rights to write and create',
    signed(['create', 'write']),
    [...ofReading, 'tags', 'remove', 'removeVersion', ...ofContainer],
  ],
  ['the right to read alone', signed(['read', 'list']), allBut('download')],
  // An earlier state is read, and written over the current one; deleted blobs are only written.
  [
    'the rights to read and write',
    signed(['read', 'write']),
    allBut('upload', 'copy', 'snapshot', 'edit', 'restore', 'undelete', 'download', 'duplicate', 'lease'),
  ],
  [
    'the rights to read and create',
    signed(['read', 'create']),
    allBut('upload', 'copy', 'snapshot', 'download', 'duplicate'),
  ],
  ['the right to append alone', signed(['add']), allBut()],
  // It also breaks leases, and blobs cut here may be pasted elsewhere.
  [
    'the right to delete alone',
    signed(['read', 'delete']),
    allBut('remove', 'removeVersion', 'lease', 'download', 'cut'),
  ],
  // Tags and versions have rights of their own.
  ['another right alone', signed(['other']), allBut('tags', 'removeVersion')],
  ['rights of a stored policy', signed([], { policy: 'crew' }), ofContainer],
  [
    'all rights to one blob',
    signed(['read', 'write', 'delete', 'create', 'other'], { level: 'blob', blob: 'a.txt' }),
    ['duplicate', 'rename', ...ofContainer],
  ],
  ['an account SAS for what is in containers', ofAccount(['object']), ofContainer],
  [
    'an account SAS for containers themselves',
    ofAccount(['service', 'container']),
    allBut('editContainer', 'leaseContainer'),
  ],
] as const)('%s', (_what, sas, disabledActions) => {
  const disabledReasons = Object.entries(disabledReasonsOf({ ...target, ...quay(sas) }));
  expect(disabledReasons.flatMap(([what, why]) => (why === null ? [] : [what])).sort()).toEqual(
    [...disabledActions].sort(),
  );
});

it('leaves reading to a connection that is read-only', () => {
  const disabledReasons = Object.entries(disabledReasonsOf({ ...target, ...quay(undefined), access: 'read-only' }));
  expect(disabledReasons.flatMap(([what, why]) => (why === null ? [what] : []))).toEqual(['download', 'sign']);
});

it('disables downloads and copies when a SAS permits uploads but no reads, like that of a drop box', async () => {
  showContainer({}, 'writable', signed(['write', 'create', 'list']));
  render(<ToastRegion />);
  const user = userEvent.setup();
  await user.click(await screen.findByText('🌊 wave.png'));
  const why = 'The SAS of Local has no read permission. Use one that has it, or another connection.';
  expect(await rejectionOf(screen.getByRole('button', { name: 'Download' }))).toBe(why);
  expect(await rejectionOf(screen.getByRole('button', { name: 'Upload' }))).toBeNull();
  await user.keyboard('{Control>}c{/Control}');
  expect(await screen.findByText('Nothing was copied')).toBeTruthy();
});

it('offers neither a preview nor properties of a blob that may not be read, and does not request them', async () => {
  let reads = 0;
  const read = (): never => {
    reads += 1;
    throw new Error('Nobody may read it.');
  };
  showContainer({ calls: { 'blob-details.read': read } }, 'writable', signed(['write', 'create', 'list']));
  const user = userEvent.setup();
  const why = 'The SAS of Local has no read permission. Use one that has it, or another connection.';
  await user.pointer({ target: await screen.findByText('🌊 wave.png'), keys: '[MouseRight]' });
  for (const name of [/^Preview/u, /^Show properties/u]) {
    const entry = await screen.findByRole('menuitem', { name });
    expect(entry.getAttribute('aria-disabled')).toBe('true');
    expect(entry.textContent).toContain(why);
  }
  await user.keyboard('{Escape}');
  render(<ToastRegion />);
  await user.click(screen.getByText('🌊 wave.png'));
  await user.keyboard('{Enter}');
  expect((await screen.findByText('Nothing was opened')).parentElement?.textContent).toContain(why);
  expect(shown.opened).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Properties' }));
  const panel = screen.getByRole('complementary', { name: 'Properties' });
  expect(await within(panel).findByText(why)).toBeTruthy();
  expect(viewActions().find(({ id }) => id === 'headers')?.disabledReason).toBe(why);
  expect(reads).toBe(0);
});

it('disables what a SAS does not allow, and shows why when Delete is pressed', async () => {
  showContainer({}, 'writable', signed(['read', 'list']));
  render(<ToastRegion />);
  const user = userEvent.setup();
  await user.click(await screen.findByText('🌊 wave.png'));
  const why = 'The SAS of Local has no write permission. Use one that has it, or another connection.';
  expect(await rejectionOf(screen.getByRole('button', { name: 'Upload' }))).toBe(why);
  expect(await rejectionOf(screen.getByRole('button', { name: 'Delete' }))).toMatch(
    /^Delete\. The SAS of Local has no/u,
  );
  await user.keyboard('{Delete}');
  expect(await screen.findByText('Nothing was deleted')).toBeTruthy();
  expect(screen.getByText(/^The SAS of Local has no delete permission\./u)).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await user.keyboard('{F2}');
  expect(await screen.findByText('Nothing was changed')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('shows why nothing deleted can be restored when a SAS creates blobs but overwrites none', async () => {
  const asOf = '2026-11-20T08:00:00.000Z';
  const gone = { ...blob('gone.txt'), deletedAt: asOf, remainingDays: 6, version: null };
  showContainer(
    {
      calls: { 'deleted-blobs.retention': () => ({ kind: 'on', days: 7, asOf }) },
      streams: {
        'deleted-blobs.list': (_input, { push }) => {
          push({ blobs: [gone], found: 1, foundBytes: 1536, seen: 1, requests: 1, state: 'complete' });
          return Promise.resolve();
        },
      },
    },
    'writable',
    signed(['read', 'create', 'delete', 'list']),
  );
  render(<ToastRegion />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('radio', { name: 'Deleted' }));
  await user.click(await screen.findByRole('gridcell', { name: 'gone.txt, deleted' }));
  const toRestore = screen.getByRole('button', { name: 'Restore' });
  expect(await rejectionOf(toRestore)).toContain('The SAS of Local has no write permission.');
  await user.keyboard('{Enter}');
  const message = await screen.findByText('Nothing was restored');
  expect(message.parentElement?.textContent).toContain('The SAS of Local has no write permission.');
});

it('disables what needs the account key rather than a SAS, in the panel and in the palette', async () => {
  const connection = {
    ...connectionWith({ id: 'local', name: 'Local' }),
    sas: signed(['read', 'write', 'create', 'delete', 'list']),
  };
  showContainer(
    {
      streams: {
        'connections.watch': async (_input, { push, signal }) => {
          push([connection]);
          await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        },
      },
    },
    'writable',
    connection.sas,
  );
  await screen.findByRole('grid');
  await userEvent.click(screen.getByRole('button', { name: 'Properties' }));
  const panel = within(screen.getByRole('complementary', { name: 'Properties' }));
  const noKey = /^This connection uses a shared access signature\./u;
  expect(await rejectionOf(await panel.findByRole('button', { name: 'Create SAS for container' }))).toMatch(noKey);
  const disabledReasonIn = (id: string): string | undefined =>
    viewActions().find((one) => one.id === id)?.disabledReason;
  expect(disabledReasonIn('sas-of-container')).toMatch(noKey);
  for (const action of ['access', 'policies'])
    expect(disabledReasonIn(action)).toMatch(/^Viewing and changing access requires the account key\./u);
  await userEvent.click(screen.getByText('🌊 wave.png'));
  await waitFor(() => expect(disabledReasonIn('sas-of-blob')).toMatch(noKey));
});

it('shows in the palette why a blob of its kind has no tier', async () => {
  showContainer({
    calls: {
      'blobs.list': () => ({ folders: [], blobs: [blob('grows.log', { blobType: 'AppendBlob' })], marker: null }),
    },
  });
  await userEvent.click(await screen.findByText('grows.log'));
  const why = 'Append blobs have no access tier; only block blobs do.';
  await waitFor(() => expect(viewActions().find(({ id }) => id === 'tier')?.disabledReason).toBe(why));
});

it('buckets of S3 have versions that can be restored and deleted, but no snapshots', () => {
  const reasons = disabledReasonsOf({ ...target, ...quay(undefined), service: 's3' });
  expect([reasons.restore, reasons.removeVersion, reasons.undelete]).toEqual([null, null, null]);
  for (const why of [reasons.snapshot, reasons.lease]) expect(why).toContain('S3 has no leases, snapshots');
});
