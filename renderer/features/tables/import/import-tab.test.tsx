// The import tab: detected choices can be changed, the dry run starts automatically and can be stopped, nothing starts
// without a review, and the set-up survives a restart.
import type { Host, StreamHandlers } from '@shared/ipc/contract';
import type { ImportReport } from '@shared/model/table-import';
import { act, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { tableJobOf } from '@shared/model/fixtures/table-job';
import { requestImport } from './import-target';
import { endWindow, openTab, preview, report, requests } from '../fixtures/opened-tab';
import userEvent from '@testing-library/user-event';
import { StowageError } from '@shared/errors';

it('import tab: returns from a cancelled import to its set-up, and reports the written rows', async () => {
  const cancelled = tableJobOf({ state: 'cancelled', rowsDone: 2_000, rowsTotal: 5_000, endedAtMs: 2_000 });
  const user = openTab({ jobs: [cancelled] });
  await user.click(await screen.findByRole('button', { name: 'Import 2 rows into Orders' }));
  expect(await screen.findByText('At least 2,000 rows were written and remain in Orders.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Set it up again' }));
  expect(await screen.findByRole('button', { name: 'Import 2 rows into Orders' })).toBeTruthy();
});

it('import tab: shows the plan and the invalid rows, and starts with the chosen settings', async () => {
  const user = openTab();
  const start = await screen.findByRole('button', { name: 'Import 2 rows into Orders' });
  await user.click(screen.getByRole('radio', { name: 'Bad rows · 1' }));
  expect(screen.getByRole('group', { name: 'Rows that cannot be written' }).textContent).toContain('p;2;many');
  await user.click(screen.getByRole('button', { name: /^20/ }));
  await user.click(start);
  expect(requests('imports.start')).toEqual([
    expect.objectContaining({
      table: 'Orders',
      settings: expect.objectContaining({
        partitionKey: { kind: 'column', column: 'PartitionKey' },
        rowKey: { kind: 'column', column: 'Id' },
        batchSize: 20,
        concurrency: 4,
      }) as unknown,
    }),
  ]);
});

it('columns: show the share of readable rows that are filled', async () => {
  const found: ImportReport = {
    ...report,
    rows: 5,
    rejectedRows: 3,
    columns: report.columns.map((column) => ({ ...column, filled: column.name === 'Tons' ? 1 : 2, nulls: 0 })),
  };
  const [first, second, tons] = found.columns;
  if (first === undefined || second === undefined || tons === undefined) throw new Error('Three columns.');
  openTab({
    check: (_input, { push }) => {
      push({ kind: 'report', report: { ...found, columns: [first, second, { ...tons, nulls: 1 }] } });
      return Promise.resolve();
    },
  });
  await screen.findByLabelText('Plan');
  const filled = screen.getAllByTitle(/ have a value$/).map(({ title, textContent }) => `${title}: ${textContent}`);
  expect(filled).toEqual([
    expect.stringMatching(/^2 of 2 rows have a value: 100.% non-empty$/),
    expect.stringMatching(/^2 of 2 rows have a value: 100.% non-empty$/),
    expect.stringMatching(/^1 of 2 rows have a value: 50.% non-empty$/),
  ]);
});

it.each([
  ['an empty file', { bytes: 0, columns: [], rows: [] }, 'This input is empty (0 bytes). Choose another file.'],
  [
    'an empty list',
    { bytes: 2, columns: [], rows: [] },
    'This input has no rows. Choose another file or another format.',
  ],
  [
    'rows that are empty objects',
    { bytes: 8, columns: [], rows: [[], []] },
    'The rows of this input have no properties. Choose another file.',
  ],
  ['names of columns alone', { rows: [] }, 'This input has a header but no rows. Choose another file.'],
] as const)('import tab: reports that there is nothing to import in %s', async (_name, part, text) => {
  const none: ImportReport = { ...report, rows: 0, rejectedRows: 0, rejects: [], columns: [], largestPartition: null };
  openTab({
    calls: {
      'imports.preview': () => ({
        ...preview,
        ...part,
        rows: part.rows.map(() => []),
        columns: 'columns' in part ? [] : preview.columns,
      }),
    },
    check: (_input, { push }) => {
      push({ kind: 'report', report: none });
      return Promise.resolve();
    },
  });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByText('Choose a source for both keys to see the plan.')).toBeNull();
});

it('plan: estimates the duration from the last import on the connection, or gives a minimum', async () => {
  const long: ImportReport = {
    ...report,
    rows: 100_000,
    rejectedRows: 0,
    batchesBySize: [{ size: 100, batches: 1_000 }],
  };
  const check: StreamHandlers<Host>['imports.check'] = (_input, { push }) => {
    push({ kind: 'report', report: long });
    return Promise.resolve();
  };
  const timeOfPlan = async (): Promise<string | undefined> => {
    const plan = await screen.findByLabelText('Plan');
    return within(plan).getByText('Time').nextElementSibling?.textContent;
  };
  openTab({ check });
  expect(await timeOfPlan()).toBe('at least 15 s');
  endWindow();
  const measured = { connectionId: 'c', meanRowsPerSecond: 1_000, rowsDone: 50_000, batches: 500 } as const;
  openTab({ check, jobs: [tableJobOf({ ...measured, state: 'done', endedAtMs: Date.now() })] });
  await screen.findByText('The last import here wrote 1,000 rows/s.');
  expect(await timeOfPlan()).toBe('about 1 min 40 s');
});

it('keys: ask for an expression before reporting one as invalid', async () => {
  const user = openTab();
  await user.click(await screen.findByRole('button', { name: /Source of PartitionKey/ }));
  await user.click(await screen.findByRole('option', { name: /^Random|^Expression/ }));
  const expression = await screen.findByRole('textbox', { name: 'PartitionKey expression' });
  await user.clear(expression);
  expect(expression.getAttribute('aria-invalid')).toBeNull();
  expect(screen.getByText('Enter an expression, such as {Date:yyyyMMdd};{Id}.')).toBeTruthy();
  await user.type(expression, '{{Gone}');
  expect(expression.getAttribute('aria-invalid')).toBe('true');
});

it('first rows: mark cells that do not fit their type', async () => {
  const user = openTab();
  await user.click(await screen.findByRole('radio', { name: 'First rows' }));
  const rows = within(screen.getByRole('group', { name: 'First rows' }));
  expect(rows.getByText(', is not a number').closest('td')?.textContent).toContain('many');
  expect(rows.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'PartitionKey',
    'RowKey',
    'TonsDouble',
  ]);
});

it('dry run: can be stopped and started again', async () => {
  const signals: AbortSignal[] = [];
  const user = openTab({
    check: async (_input, { push, signal }) => {
      signals.push(signal);
      push({ kind: 'progress', rows: 1234, bytesDone: 60, bytesTotal: 120 });
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    },
  });
  expect(await screen.findByText('1,234 rows, 60 B of 120 B')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await vi.waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true]));
  expect(screen.getByText('The dry run was stopped. Nothing was written.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Import into Orders' }).hasAttribute('disabled')).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Check input' }));
  expect(await screen.findByText('1,234 rows, 60 B of 120 B')).toBeTruthy();
  expect(signals).toHaveLength(2);
});

it('import tab: explains why nothing can be written to a read-only connection', async () => {
  openTab({ readOnly: 'read-only' });
  expect(await screen.findByText('Quay is read-only. Unlock it to import.')).toBeTruthy();
  const start = await screen.findByRole('button', { name: 'Import 2 rows into Orders' });
  expect(start.hasAttribute('disabled')).toBe(true);
});

it('import tab: replaces the input when another one is requested', async () => {
  openTab();
  await screen.findByRole('button', { name: 'Import 2 rows into Orders' });
  act(() => requestImport('c', 'Orders', { kind: 'text', text: 'PartitionKey;Id\nq;1\n' }));
  await vi.waitFor(() =>
    expect(requests('imports.preview').at(-1)).toMatchObject({ source: { text: 'PartitionKey;Id\nq;1\n' } }),
  );
});

it('import tab: disables changing existing rows over a SAS that only adds, with the reason', async () => {
  const user = openTab({ sas: { level: 'table', resource: 'Orders', rights: ['query', 'add'] } });
  await user.click(await screen.findByRole('button', { name: /Existing rows/ }));
  const options = await screen.findAllByRole('option');
  const off = options.filter((option) => option.getAttribute('aria-disabled') === 'true');
  expect(off.map((option) => option.textContent)).toEqual([
    expect.stringMatching(/^MergeThe SAS of Quay has no permission to update/),
    expect.stringMatching(/^ReplaceThe SAS of Quay has no permission to update/),
  ]);
  await user.keyboard('{Escape}');
  const start = await screen.findByRole('button', { name: 'Import 2 rows into Orders' });
  expect(start.hasAttribute('disabled')).toBe(false);
});

it('stored set-up: is dropped when the import had started before the app ended', async () => {
  openTab();
  await screen.findByRole('button', { name: 'Import 2 rows into Orders' });
  endWindow();
  openTab({
    input: 'kept',
    jobs: [tableJobOf({ connectionId: 'c', state: 'interrupted', createdAtMs: Date.now() })],
  });
  expect(await screen.findByText('Import rows into Orders')).toBeTruthy();
});

it('stored set-up: is restored with the window until it is closed', async () => {
  const user = openTab();
  await screen.findByRole('button', { name: 'Import 2 rows into Orders' });
  await user.type(screen.getByRole('textbox', { name: 'Property for Tons' }), 'Weight');
  await user.click(screen.getByRole('button', { name: /Existing rows/ }));
  await user.click(screen.getByRole('option', { name: /^Replace/ }));
  endWindow();

  const later = openTab({ input: 'kept' });
  expect(await screen.findByRole('textbox', { name: 'Property for Tons' })).toHaveProperty('value', 'Weight');
  await later.click(await screen.findByRole('button', { name: 'Import 2 rows into Orders' }));
  expect(requests('imports.start')).toEqual([
    expect.objectContaining({
      source: { kind: 'text', text: 'PartitionKey;Id;Tons\np;1;2.5\n' },
      settings: expect.objectContaining({
        mode: 'upsert-replace',
        columns: [{ column: 'Tons', property: 'Weight' }],
      }) as unknown,
    }),
  ]);
  endWindow();

  openTab({ input: 'kept' });
  expect(await screen.findByText('Import rows into Orders'), 'what runs is among the jobs').toBeTruthy();
  act(() => requestImport('c', 'Orders', { kind: 'text', text: 'PartitionKey;Id\nq;1\n' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  endWindow();
  openTab({ input: 'kept' });
  expect(await screen.findByText('Import rows into Orders')).toBeTruthy();
});

it('unreadable input: still offers the delimiter', async () => {
  const user = openTab({
    calls: {
      'imports.preview': ({ reading }) => {
        if (reading.delimiter === '|') return preview;
        throw new StowageError('invalid.input', 'A quoted cell never ends.', { context: {} });
      },
    },
  });
  expect(await screen.findByRole('heading', { name: 'The input cannot be read' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Delimiter/ }));
  await user.click(await screen.findByRole('option', { name: /Vertical bar/ }));
  expect(await screen.findByRole('button', { name: 'Import 2 rows into Orders' })).toBeTruthy();
  expect(requests('imports.preview').at(-1)).toMatchObject({ reading: { delimiter: '|' } });
});

it('unreadable input: leaves the format selectable and the focus unchanged while it is read differently', async () => {
  const user = openTab({
    calls: {
      'imports.preview': ({ reading }) => {
        if (reading.format === 'csv') return preview;
        throw new StowageError('invalid.input', 'no array', { context: {} });
      },
    },
  });
  const format = await screen.findByRole('button', { name: /^As detected Format/ });
  const encoding = screen.getByRole('button', { name: /Encoding/ });
  act(() => encoding.focus());
  await user.keyboard('{ArrowRight}');
  expect(requests('imports.preview').at(-1)).toMatchObject({ reading: { encoding: 'utf-8' } });
  expect(document.activeElement).toBe(encoding);
  await screen.findByRole('alert');
  expect(document.activeElement).toBe(encoding);
  await user.click(format);
  await user.click(await screen.findByRole('option', { name: 'CSV' }));
  expect(await screen.findByRole('button', { name: 'Import 2 rows into Orders' })).toBeTruthy();
});

it('unreadable input: keeps the set-up on the page when the chosen format does not fit', async () => {
  const user = openTab({
    calls: {
      'imports.preview': ({ reading }) => {
        if (reading.format !== 'json') return preview;
        throw new StowageError('invalid.input', 'no array', {
          context: { field: 'Line 1', problem: 'this is not an array of objects.', fix: 'Choose another format.' },
        });
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: /Format/ }));
  await user.click(screen.getByRole('option', { name: /^JSON Array/ }));
  expect((await screen.findByRole('alert')).textContent).toContain('this is not an array of objects');
  await user.click(screen.getByRole('button', { name: 'Detect again' }));
  expect(await screen.findByRole('button', { name: 'Import 2 rows into Orders' })).toBeTruthy();
});
