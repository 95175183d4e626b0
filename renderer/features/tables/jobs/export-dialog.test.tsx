// The export dialog: its choices, its promises, and its requests to the engine.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entity } from '@shared/model/entity';
import type { TableQuery } from '@shared/model/table-query';
import { StowageError } from '@shared/errors';
import { neutralFormats, writeAs } from '@shared/strings/formats';
import { withoutIndexRows } from '@shared/indexes/without-index-rows';
import type { IndexDefinition } from '@shared/model/table-index';
import type { TableJob } from '@shared/model/table-job';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { ExportDialog } from './export-dialog';
import { tableJobOf } from '@shared/model/fixtures/table-job';
import { type ExportOptions, amountText, columnsOf, defaultScope, scopesOf, suggestedName } from './export-draft';

const everything: TableQuery = {
  table: 'Orders',
  partitionKey: { kind: 'any' },
  rowKey: { kind: 'any' },
  select: [],
  pageSize: 1000,
};
const late: TableQuery = { ...everything, partitionKey: { kind: 'is', value: 'late' } };

function optionsWith(change: Partial<ExportOptions> = {}): ExportOptions {
  return {
    table: 'Orders',
    query: late,
    rowsRead: 3_000,
    bytesRead: 3_000_000,
    isComplete: true,
    selectedRows: 1,
    shownColumns: ['PartitionKey', 'RowKey', 'Total'],
    knownColumns: ['PartitionKey', 'RowKey', 'Total', 'Note', 'When'],
    readColumns: [],
    ...change,
  };
}

let bridge: TestBridge;
/** The list of jobs, while a component subscribes to it. */
let list: { readonly push: (jobs: TableJob[]) => void; readonly left: Promise<unknown> } | null = null;
let picked: 'a file' | 'nothing' = 'a file';
let rejection: StowageError | null = null;

/** Of the table. */
let indexes: readonly IndexDefinition[] = [];
/** All but the listing of indexes, which happens when the dialog opens. */
const requested = () => bridge.requested.filter(({ name }) => name !== 'indexes.list');

beforeEach(() => {
  localStorage.clear();
  indexes = [];
  picked = 'a file';
  rejection = null;
  bridge = installBridge({
    calls: {
      'dialogs.pick-export-file': ({ suggestedName: name }) =>
        picked === 'nothing' ? null : { token: 't', name, kind: 'file', bytes: 0 },
      'indexes.list': () => [...indexes],
      'exports.hand-over': () => ({}),
      'exports.start': () => {
        if (rejection !== null) throw rejection;
        return { jobId: 'x' };
      },
    },
    streams: {
      'jobs.watch': (_input, { push, signal }) => {
        const left = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
        list = { push, left };
        return left;
      },
    },
  });
});
afterEach(async () => {
  cleanup();
  writeAs(neutralFormats);
  // The start notification is withdrawn once the job has ended, and the subscription to the list ends.
  list?.push([tableJobOf({ id: 'x', state: 'done', endedAtMs: 2_000 })]);
  await list?.left;
  list = null;
  bridge.dispose();
});

async function* someRows(): AsyncGenerator<Entity> {
  for (const rowKey of ['1', '2']) {
    yield await Promise.resolve({ partitionKey: 'p', rowKey, timestamp: '', etag: 'e', properties: [] });
  }
}

const onClose = vi.fn();
function open(options: ExportOptions): void {
  onClose.mockReset();
  render(
    <ExportDialog
      connectionId="local"
      options={options}
      readSelectedKeys={() => Promise.resolve([{ partitionKey: 'p', rowKey: '1' }])}
      readSelectedRows={() => someRows()}
      onShowJobs={() => undefined}
      onClose={onClose}
    />,
  );
}
const choose = (name: RegExp | string): Promise<void> => userEvent.setup().click(screen.getByRole('radio', { name }));
const confirm = (): Promise<void> => userEvent.setup().click(screen.getByRole('button', { name: 'Export…' }));

describe('export dialog', () => {
  it('exports all columns of the result as CSV by default', async () => {
    open(optionsWith());
    expect(screen.getByLabelText('Filter of the result').textContent).toBe("PartitionKey eq 'late'");
    await confirm();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(requested()).toEqual([
      { name: 'dialogs.pick-export-file', input: { suggestedName: 'Orders-result.csv', pickedFor: 'export-rows' } },
      {
        name: 'exports.start',
        input: {
          connectionId: 'local',
          request: { source: { kind: 'query', query: late }, columns: [], format: 'csv', targetToken: 't' },
        },
      },
    ]);
  });

  it('offers to leave out index rows where the table has indexes, and adds the condition to the query', async () => {
    indexes = [{ name: 'byTotal', property: 'Total', state: 'ready', createdAt: '2026-10-14T02:00:00Z', writer: '1' }];
    open(optionsWith());
    const box = await screen.findByRole('checkbox', { name: 'Leave out index rows and definitions' });
    await userEvent.setup().click(box);
    await choose('Whole table');
    await confirm();
    await waitFor(() => expect(requested()).toHaveLength(2));
    expect(requested()[1]?.input).toMatchObject({
      request: { source: { kind: 'query', query: withoutIndexRows(everything) } },
    });
    await choose('Selected row');
    expect(screen.queryByRole('checkbox', { name: /index rows/ })).toBeNull();
  });

  it.each([
    { numbers: 'comma', decimals: 'point' },
    { numbers: 'dot', decimals: 'comma' },
  ] as const)(
    'writes CSV for spreadsheets with the decimal sign of the window: $decimals',
    async ({ numbers, decimals }) => {
      writeAs({ ...neutralFormats, numbers });
      open(optionsWith());
      await choose('Spreadsheet');
      expect(screen.getByText(new RegExp(`Uses a decimal ${decimals}`))).toBeTruthy();
      await confirm();
      await waitFor(() => expect(requested().map(({ name }) => name)).toContain('exports.start'));
      const [picking, started] = requested();
      expect(picking?.input).toEqual({ suggestedName: 'Orders-result.csv', pickedFor: 'export-rows' });
      expect(started?.input).toMatchObject({ request: { format: 'spreadsheet', decimals } });
    },
  );

  it('hands over the selected rows as they were read, and remembers the format', async () => {
    open(optionsWith({ selectedRows: 2 }));
    await choose(/shown columns/);
    await choose('JSON Lines');
    await confirm();
    await waitFor(() => expect(requested().at(-1)?.name).toBe('exports.start'));
    const [, handed, started] = requested();
    expect(handed?.input).toMatchObject({ rows: [{ rowKey: '1' }, { rowKey: '2' }] });
    const { handId } = handed?.input as { readonly handId: string };
    expect(started?.input).toMatchObject({
      request: {
        source: { kind: 'rows', table: 'Orders', handId, rows: 2 },
        columns: ['PartitionKey', 'RowKey', 'Total'],
        format: 'jsonl',
      },
    });
    cleanup();
    open(optionsWith());
    expect(screen.getByRole('radio', { name: 'JSON Lines' }).getAttribute('aria-checked')).toBe('true');
  });

  it('reads the selected rows again on request, or when some of their properties were not fetched', async () => {
    open(optionsWith({ selectedRows: 120, readColumns: ['Total'] }));
    expect(screen.queryByRole('radio', { name: 'As loaded' })).toBeNull();
    await choose(/shown columns/);
    await choose('Read again');
    await confirm();
    await waitFor(() => expect(requested().at(-1)?.name).toBe('exports.start'));
    expect(requested().at(-1)?.input).toMatchObject({
      request: { source: { kind: 'keys', table: 'Orders', keys: [{ partitionKey: 'p', rowKey: '1' }] } },
    });
  });

  it('writes the chosen columns in the order set by keyboard', async () => {
    const user = userEvent.setup();
    open(optionsWith());
    await choose('Custom');
    await user.click(screen.getByRole('checkbox', { name: 'When' }));
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'When' })));
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    await user.click(screen.getByRole('button', { name: 'Move Note up' }));
    await confirm();
    await waitFor(() => expect(requested().at(-1)?.name).toBe('exports.start'));
    const columns = ['PartitionKey', 'RowKey', 'When', 'Total'];
    expect(requested().at(-1)?.input).toMatchObject({ request: { columns } });
  });

  it('exports the whole table regardless of the query bar', async () => {
    open(optionsWith());
    await choose('Whole table');
    await confirm();
    await waitFor(() => expect(requested().at(-1)?.name).toBe('exports.start'));
    expect(requested()[1]?.input).toMatchObject({ request: { source: { kind: 'query', query: everything } } });
  });

  it('starts nothing when no file was chosen, and explains a failed start', async () => {
    picked = 'nothing';
    open(optionsWith());
    await confirm();
    await waitFor(() => expect(requested()).toHaveLength(1));
    expect(onClose).not.toHaveBeenCalled();
    picked = 'a file';
    rejection = new StowageError('not-found.source', 'The picked place is not known.');
    await confirm();
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('explains how Parquet stores the types', async () => {
    open(optionsWith());
    await choose('Parquet');
    expect(screen.getByText('TIMESTAMP, nanoseconds of UTC')).toBeTruthy();
  });

  it('is disabled for more selected rows than can be read one by one', async () => {
    open(optionsWith({ selectedRows: 60_000 }));
    await choose('60,000 selected rows');
    await choose('Read again');
    expect(screen.getByText(/^At most 50,000 selected rows/)).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Export…' });
    expect(button.hasAttribute('disabled') || button.getAttribute('aria-disabled') === 'true').toBe(true);
  });
});

describe('export sources', () => {
  it('omit the result when it is the whole table', () => {
    expect(scopesOf(optionsWith({ query: everything, selectedRows: 0 }))).toEqual(['table']);
    expect(scopesOf(optionsWith({ query: { ...everything, limit: 5 } }))).toEqual(['result', 'selection', 'table']);
    expect(defaultScope(optionsWith())).toBe('result');
    expect(defaultScope(optionsWith({ selectedRows: 2 }))).toBe('selection');
    expect(defaultScope(optionsWith({ query: undefined }))).toBe('table');
  });

  it('show no count when it is unknown', () => {
    expect(amountText('result', optionsWith(), 'again')).toBe(
      '3,000 rows when the query ran, about 2.9 MiB in 3 requests or slightly more.',
    );
    expect(amountText('result', optionsWith({ isComplete: false }), 'again')).toMatch(
      /^At least 3,000 rows; the total is unknown/,
    );
    expect(amountText('table', optionsWith(), 'again')).toBe('The number of rows is unknown until they are read.');
    expect(amountText('table', optionsWith({ query: everything }), 'again')).toMatch(/^3,000 rows/);
    expect(amountText('selection', optionsWith(), 'again')).toMatch(/^Reads the rows again by their keys/);
  });

  it('suggest file names and columns', () => {
    expect(suggestedName('table', 'parquet', optionsWith())).toBe('Orders.parquet');
    expect(columnsOf('all', optionsWith(), [])).toEqual([]);
    expect(columnsOf('shown', optionsWith(), [])).toEqual(['PartitionKey', 'RowKey', 'Total']);
  });
});
