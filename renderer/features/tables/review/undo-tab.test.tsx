// The tab of applied changes: what restoring would do, what was restored and what was not, discarding, and bulk
// changes.
import { rejectionOf } from '@renderer/testing/rejection-of';
import { describeConflict } from '@shared/edit/conflict';
import { undoLineOf } from '@shared/edit/undo-line';
import type { RestoreResult, UndoEntry } from '@shared/model/edit-outcome';
import { MiB } from '@shared/units';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listPage } from '../fixtures/list-page';
import { berth, double, entityOf, set, text, updateOf } from '../fixtures/edits';
import { runRestore } from './undo-restore';
import { type UndoTabProps, UndoTab } from './undo-tab';
import '@renderer/testing/missing-in-jsdom';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import type { TableJob } from '@shared/model/table-job';
import { tableJobOf } from '@shared/model/fixtures/table-job';

const page = listPage(560);

const deeper = [
  { name: 'Depth', value: double('12.5') },
  { name: 'Crane', value: text('north') },
];
const changed: UndoEntry = {
  id: 'changed',
  applyId: 'second',
  atMs: 2_000,
  table: 'Berths',
  state: 'applied',
  before: entityOf('B1', berth),
  after: entityOf('B1', deeper, { etag: 'W/"2"' }),
};
const inserted: UndoEntry = { ...changed, id: 'inserted', before: null, after: entityOf('B2', berth) };
const deleted: UndoEntry = { ...changed, id: 'deleted', applyId: 'first', atMs: 1_000, table: 'Ships', after: null };
const blind: UndoEntry = { ...changed, id: 'blind', applyId: 'first', atMs: 1_000, table: 'Ships', before: 'unknown' };
const entries = [changed, inserted, deleted, blind];

function show(
  restore: (ids: readonly string[]) => RestoreResult = (ids) => ({ restored: [...ids], notRestored: [] }),
  props: Partial<UndoTabProps> = {},
  { recorded = entries, values = recorded }: Partial<Record<'recorded' | 'values', readonly UndoEntry[]>> = {},
) {
  let remaining = recorded;
  page.answer({
    'undo.list': ({ after, limit }) => {
      const from = after === undefined ? 0 : remaining.findIndex(({ id }) => id === after) + 1;
      const lines = remaining.slice(from, from + limit).map(undoLineOf);
      return { lines, total: remaining.length, more: from + limit < remaining.length };
    },
    'undo.entries': ({ ids }) => values.filter(({ id }) => ids.includes(id)),
    'undo.size': () => ({ bytes: remaining.length * MiB, maxBytes: 32 * MiB }),
    'undo.restore': ({ ids }) => restore(ids),
    'undo.forget': () => {
      remaining = [];
      return {};
    },
  });
  const onTableChange = vi.fn();
  render(
    <UndoTab
      connectionId="c"
      connectionName="Harbour"
      readOnly={false}
      environment="other"
      isActive
      onTableChange={onTableChange}
      {...props}
    />,
  );
  return { user: userEvent.setup(), onTableChange };
}

const list = (): Promise<HTMLElement> => screen.findByRole('listbox', { name: 'Applied changes' });
const restored = (): string[][] => page.requested('undo.restore').map(({ ids }) => ids);

describe('list of applied changes', () => {
  it('groups changes by apply, newest first, with the effect of each', async () => {
    show();
    await screen.findByRole('table', { name: 'Effect of restoring' });
    const lines = within(await list()).getAllByRole('option');
    expect(lines.map((line) => line.textContent)).toEqual([
      expect.stringContaining('Berths2 changes'),
      'ChangedQuay / B1Depth 12.0 → 12.5',
      'InsertedQuay / B2',
      expect.stringContaining('Ships2 changes'),
      'DeletedQuay / B1',
      'OverwrittenQuay / B1',
    ]);
    const detail = screen.getByRole('region', { name: 'Selected change' });
    expect(
      within(detail)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['PropertyAfter the changeRestored', 'DepthDouble12.5Double12.0']);
    expect(screen.getByText('4 records, 4.0 MiB of at most 32.0 MiB. The oldest are removed first.')).toBeTruthy();
  });

  it('keeps the active change when others are applied', async () => {
    const later: UndoEntry = { ...inserted, id: 'later', applyId: 'third', atMs: 3_000, after: entityOf('B9', berth) };
    const recorded = [...entries];
    const { user } = show(undefined, {}, { recorded, values: [later, ...entries] });
    const listed = await list();
    const active = (): string | undefined =>
      document.getElementById(listed.getAttribute('aria-activedescendant') ?? '')?.textContent;
    listed.focus();
    await user.keyboard('{ArrowDown}');
    expect(active()).toBe('InsertedQuay / B2');
    recorded.unshift(later);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await within(listed).findByText('Quay / B9')).toBeTruthy();
    expect(active()).toBe('InsertedQuay / B2');
  });

  it('shows the changes of one table only when filtered by it', async () => {
    show(undefined, { table: 'Ships' });
    expect(within(await list()).getAllByRole('option')).toHaveLength(3);
  });

  it('reads thousands page by page, and only the values in view', async () => {
    const many = Array.from({ length: 2500 }, (_, index) => ({ ...changed, id: String(index), applyId: 'second' }));
    const { user } = show(undefined, {}, { recorded: many });
    expect(await screen.findByText('2,500 records', { exact: false })).toBeTruthy();
    await screen.findByText('2,500 changes');
    expect(page.requested('undo.list').length).toBeGreaterThanOrEqual(3);
    const lines = within(await list()).getAllByRole('option');
    expect(lines.length).toBeLessThan(60);
    expect(lines[0]?.getAttribute('aria-setsize')).toBe('2501');
    await waitFor(() => expect(lines[1]?.textContent).toContain('Depth 12.0 → 12.5'));

    (await list()).focus();
    await user.keyboard('{End}');
    await waitFor(() => {
      const wanted = page.requested('undo.entries').flatMap(({ ids }) => ids);
      expect(wanted).toContain('2499');
      expect(wanted.length).toBeLessThan(120);
    });
    await user.keyboard('{Home} ');
    expect(screen.getByRole('button', { name: 'Restore 2,500 changes' })).toBeTruthy();
  });

  it('reports a change whose record was dropped in the meantime', async () => {
    show(undefined, {}, { values: [] });
    expect(await screen.findByText(/^The record was removed/)).toBeTruthy();
  });
});

describe('restoring', () => {
  it('sends the chosen changes newest first, without those that cannot be restored, by keyboard', async () => {
    const { user } = show();
    (await list()).focus();
    await user.keyboard('{End} {Home} ');
    await user.click(screen.getByRole('button', { name: 'Restore 2 changes' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Restore 2 changes' });
    expect(dialog.textContent).toContain('This deletes 1 entity.');
    await user.click(within(dialog).getByRole('button', { name: 'Restore 2 changes' }));
    expect(await screen.findByText('2 changes restored')).toBeTruthy();
    expect(restored()).toEqual([['changed', 'inserted']]);
  });

  it('is disabled with the reason when the SAS has no write permission', async () => {
    show(undefined, { sas: { level: 'table', resource: 'Ships', rights: ['query'] } });
    const button = await screen.findByRole('button', { name: /^Restore/ });
    expect(await rejectionOf(button)).toMatch(/^The SAS of Harbour has no write permission/);
  });

  it('applies to the active line when nothing is ticked', async () => {
    const { user } = show();
    (await list()).focus();
    await user.keyboard('{Home}{ArrowDown}');
    await user.click(screen.getByRole('button', { name: 'Restore 1 change' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Restore 1 change' }));
    expect(await screen.findByText('1 change restored')).toBeTruthy();
    expect(restored()).toEqual([['changed']]);
  });

  it('lists rows that could not be restored, with the reason and the present values', async () => {
    const theirs = entityOf('B1', [{ name: 'Depth', value: double('13.0') }, ...berth.slice(1)], { etag: 'W/"3"' });
    const edit = updateOf(entityOf('B1', deeper), set('Depth', double('12.0')));
    const conflict = describeConflict(edit, theirs);
    const { user } = show(() => ({
      restored: [],
      notRestored: [{ id: 'changed', reason: 'The entity has changed since.', conflict }],
    }));
    (await list()).focus();
    await user.keyboard(' ');
    await user.click(screen.getByRole('button', { name: 'Restore 1 change' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Restore 1 change' }));
    const report = await screen.findByRole('region', { name: 'Restore results' });
    await waitFor(() => expect(report.textContent).toContain('0 changes restored, 1 not.'));
    expect(report.textContent).toContain('Quay / B1 The entity has changed since.');
    const detail = screen.getByRole('region', { name: 'Selected change' });
    expect(
      within(detail)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['PropertyAfter restoreCurrentAfter the change', 'Depthchanged by bothDouble12.0Double13.0Double12.5']);
  });

  it('requires the typed name when production would lose an entity', async () => {
    const { user } = show(undefined, { environment: 'production' });
    (await list()).focus();
    await user.keyboard('{ArrowDown} ');
    await user.click(screen.getByRole('button', { name: 'Restore 1 change' }));
    const dialog = await screen.findByRole('alertdialog');
    const confirm = within(dialog).getByRole('button', { name: 'Restore 1 change' });
    expect(confirm).toHaveProperty('disabled', true);
    await user.type(within(dialog).getByRole('textbox', { name: 'Type “Harbour” to confirm' }), 'Harbour');
    await user.click(confirm);
    await waitFor(() => expect(restored()).toEqual([['inserted']]));
  });

  it('is recorded as one when it needs several calls', async () => {
    const recorded = Array.from({ length: 30 }, (_, index) => ({ ...changed, id: String(index) }));
    const { user } = show(undefined, {}, { recorded });
    await screen.findByText('30 changes');
    (await list()).focus();
    await user.keyboard('{Home} ');
    await user.click(screen.getByRole('button', { name: 'Restore 30 changes' }));
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Restore 30 changes' }),
    );
    await screen.findByText('30 changes restored');
    const applies = page.requested('undo.restore').map(({ applyId }) => applyId);
    expect(applies).toHaveLength(2);
    expect(new Set(applies).size).toBe(1);
    expect(applies[0]).toBeTruthy();
  });

  it('runs in parts and stops between them', async () => {
    const stopping = new AbortController();
    const calls: string[][] = [];
    const error = await runRestore(
      Array.from({ length: 60 }, (_, index) => String(index)),
      {
        restore: (ids) => {
          calls.push(ids);
          if (calls.length === 2) stopping.abort();
          return Promise.resolve({ restored: ids, notRestored: [] });
        },
        onProgress: () => undefined,
        signal: stopping.signal,
      },
    );
    expect(error).toBeNull();
    expect(calls.map((ids) => [ids[0], ids.length])).toEqual([
      ['0', 25],
      ['25', 25],
    ]);
  });
});

it('forgetting: removes all records after showing their size', async () => {
  const { user } = show();
  await list();
  await user.click(screen.getByRole('button', { name: 'Delete records…' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete the undo records of Harbour' });
  expect(dialog.textContent).toContain('Delete 4 records (4.0 MiB) for all tables on Harbour?');
  await user.click(within(dialog).getByRole('button', { name: 'Delete 4 records' }));
  expect(await screen.findByText('Nothing to undo')).toBeTruthy();
});

describe('bulk changes', () => {
  let bridge: TestBridge;
  afterEach(() => {
    cleanup();
    bridge.dispose();
  });

  function showJobs(jobs: readonly TableJob[]): void {
    bridge = installBridge({
      calls: {
        'undo.list': () => ({ lines: [], total: 0, more: false }),
        'undo.size': () => ({ bytes: 0, maxBytes: 1 }),
        'bulk.undo': () => ({ jobId: 'undoing' }),
      },
      streams: {
        'jobs.watch': (_input, { push, signal }) => {
          push([...jobs]);
          return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
        },
      },
    });
    render(
      <UndoTab
        connectionId="local"
        connectionName="Harbour"
        readOnly={false}
        environment="other"
        isActive
        table="Orders"
        onTableChange={() => undefined}
      />,
    );
  }

  function bulk(id: string, change: Partial<TableJob> = {}, undo: 'none' | 'kept' | 'used' = 'kept'): TableJob {
    return tableJobOf({
      id,
      kind: 'update',
      state: 'done',
      title: `Orders: set Status to ${id}`,
      endedAtMs: 2_000,
      bulk: { rowsUnchanged: 0, rowsPerSecondAllowed: null, undo, restores: null },
      ...change,
    });
  }

  it('lists those of this table that can be undone, and undoes one as a whole', async () => {
    showJobs([
      bulk('retrying'),
      bulk('used', {}, 'used'),
      bulk('elsewhere', { connectionId: 'other' }),
      bulk('ships', { table: 'Ships' }),
      bulk('still', { state: 'running' }),
      tableJobOf({ id: 'import' }),
    ]);
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Undo Orders: set Status to retrying' }));
    await waitFor(() => expect(bridge.requested.filter(({ name }) => name === 'bulk.undo')).toHaveLength(1));
    expect(screen.getAllByRole('button', { name: /^Undo Orders/ })).toHaveLength(1);
    expect(screen.queryByText('Nothing to undo')).toBeNull();
  });

  it('shows an empty state when there are none', async () => {
    showJobs([bulk('used', {}, 'used')]);
    expect(await screen.findByText('Nothing to undo')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Bulk changes' })).toBeNull();
  });
});
