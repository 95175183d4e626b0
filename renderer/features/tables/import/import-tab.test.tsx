// The import of a table as a person meets it: what is detected can be changed, the dry run starts by itself, can be
// stopped, and nothing is started that was not seen.
import '@renderer/testing/missing-in-jsdom';
import { StowageError } from '@shared/errors';
import type { CallHandlers, Host, StreamHandlers } from '@shared/ipc/contract';
import type { ImportPreview, ImportReport } from '@shared/model/table-import';
import type { TableJob } from '@shared/model/table-job';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { jobWith } from '../jobs/fixtures/job';
import { askForImport } from './asked-import';
import { ImportTab } from './import-tab';

const preview: ImportPreview = {
  name: 'pasted rows',
  bytes: 120,
  reading: { format: 'csv', encoding: 'utf-8', delimiter: ';', header: 'first-row', notes: [] },
  columns: [
    { name: 'PartitionKey', declaredType: null },
    { name: 'Id', declaredType: null },
    { name: 'Tons', declaredType: 'Edm.Double' },
  ],
  rows: [
    ['p', '1', '2.5'],
    ['p', '2', 'many'],
  ],
};

const column = { nulls: 0, samples: ['1'], note: '', typeFrom: 'values' as const, use: 'import' as const };
const report: ImportReport = {
  reading: preview.reading,
  rows: 3,
  bytes: 120,
  columns: [
    { ...column, name: 'PartitionKey', property: 'PartitionKey', type: 'Edm.String', use: 'key' },
    { ...column, name: 'Id', property: 'Id', type: 'Edm.String', use: 'key' },
    { ...column, name: 'Tons', property: 'Tons', type: 'Edm.Double', typeFrom: 'header' },
  ],
  partitions: 1,
  largestPartition: { key: 'p', rows: 2 },
  batches: 1,
  duplicateKeys: 0,
  duplicates: [],
  rejects: [{ line: 4, code: 'invalid.entity', message: 'Tons: "many" is not a number.', text: 'p;2;many' }],
  rejectedRows: 1,
  emptyRowKeys: 0,
  appendOnly: false,
  warnings: [],
  transactions: 1,
  leastMs: 20,
  paces: [{ batchSize: 20, concurrency: 4, transactions: 1, label: 'quickest answers' }],
  batchesBySize: [
    { size: 20, batches: 1 },
    { size: 100, batches: 1 },
  ],
};

let bridge: TestBridge;
afterEach(() => {
  cleanup();
  bridge.dispose();
  localStorage.clear();
});

const reportAtOnce: StreamHandlers<Host>['imports.check'] = (_input, { push }) => {
  push({ kind: 'report', report });
  return Promise.resolve();
};

interface Shown {
  readonly calls?: Partial<CallHandlers<Host>>;
  readonly check?: StreamHandlers<Host>['imports.check'];
  readonly readOnly?: 'read-only';
  /** `kept`: that of the last time, if there is one. */
  readonly input?: 'given' | 'kept';
  readonly jobs?: readonly TableJob[];
}

function open({ calls = {}, check, readOnly, input = 'given', jobs = [] }: Shown = {}) {
  bridge = installBridge({
    calls: { 'imports.preview': () => preview, 'imports.start': () => ({ jobId: 'job-1' }), ...calls },
    streams: {
      'imports.check': check ?? reportAtOnce,
      'table-jobs.watch': async (_input, { push, signal }) => {
        push([...jobs]);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    },
  });
  if (input === 'given') askForImport('c', 'Orders', { kind: 'text', text: 'PartitionKey;Id;Tons\np;1;2.5\n' });
  render(
    <ImportTab
      connectionId="c"
      connectionName="Quay"
      table="Orders"
      readOnly={readOnly === 'read-only'}
      isActive
      onOpenTable={vi.fn()}
    />,
  );
  return userEvent.setup();
}

const asked = (name: string): unknown[] => bridge.asked.filter((each) => each.name === name).map(({ input }) => input);

it('shows the plan, names the bad rows, and starts with what was chosen', async () => {
  const user = open();
  const start = await screen.findByRole('button', { name: 'Import 2 rows into Orders' });
  await user.click(screen.getByRole('radio', { name: 'Bad rows · 1' }));
  expect(screen.getByRole('group', { name: 'Rows that cannot be written' }).textContent).toContain('p;2;many');
  await user.click(screen.getByRole('button', { name: /^20/ }));
  await user.click(start);
  expect(asked('imports.start')).toEqual([
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

it('leaves the choice of the delimiter where the input cannot be read with the one that was found', async () => {
  const user = open({
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
  expect(asked('imports.preview').at(-1)).toMatchObject({ reading: { delimiter: '|' } });
});

it('leaves the format open, and the keyboard where it is, while an input is tried to be read otherwise', async () => {
  const user = open({
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
  expect(asked('imports.preview').at(-1)).toMatchObject({ reading: { encoding: 'utf-8' } });
  expect(document.activeElement).toBe(encoding);
  await screen.findByRole('alert');
  expect(document.activeElement).toBe(encoding);
  await user.click(format);
  await user.click(await screen.findByRole('option', { name: 'CSV' }));
  expect(await screen.findByRole('button', { name: 'Import 2 rows into Orders' })).toBeTruthy();
});

it('tells how long it takes by the last import on the connection, else what it takes at least', async () => {
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
  open({ check });
  expect(await timeOfPlan()).toBe('at least 15 s');
  cleanup();
  bridge.dispose();
  const measured = { connectionId: 'c', meanRowsPerSecond: 1_000, rowsDone: 50_000, batches: 500 } as const;
  open({ check, jobs: [jobWith({ ...measured, state: 'done', endedAtMs: Date.now() })] });
  await screen.findByText('The last import here went at 1,000 rows/s.');
  expect(await timeOfPlan()).toBe('about 1 min 40 s');
});

it('asks for an expression before it calls one wrong', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: /PartitionKey from/ }));
  await user.click(await screen.findByRole('option', { name: /^Random|^Expression/ }));
  const expression = await screen.findByRole('textbox', { name: 'PartitionKey expression' });
  await user.clear(expression);
  expect(expression.getAttribute('aria-invalid')).toBeNull();
  expect(screen.getByText('Write an expression, such as {Date:yyyyMMdd};{Id}.')).toBeTruthy();
  await user.type(expression, '{{Gone}');
  expect(expression.getAttribute('aria-invalid')).toBe('true');
});

it('marks cells of the first rows that do not fit their type', async () => {
  const user = open();
  await user.click(await screen.findByRole('radio', { name: 'First rows' }));
  const rows = within(screen.getByRole('group', { name: 'First rows' }));
  expect(rows.getByText(', is not a number').closest('td')?.textContent).toContain('many');
  expect(rows.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'PartitionKey',
    'RowKey',
    'TonsDouble',
  ]);
});

it('can be stopped while it reads, and started again', async () => {
  const signals: AbortSignal[] = [];
  const user = open({
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
  await user.click(screen.getByRole('button', { name: 'Check the input' }));
  expect(await screen.findByText('1,234 rows, 60 B of 120 B')).toBeTruthy();
  expect(signals).toHaveLength(2);
});

it('keeps what can be changed on the page where the input cannot be read as chosen', async () => {
  const user = open({
    calls: {
      'imports.preview': ({ reading }) => {
        if (reading.format !== 'json') return preview;
        throw new StowageError('invalid.input', 'no array', {
          context: { field: 'Line 1', problem: 'this is no array of objects.', fix: 'Choose another format.' },
        });
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: /Format/ }));
  await user.click(screen.getByRole('option', { name: /^JSON An array/ }));
  expect((await screen.findByRole('alert')).textContent).toContain('this is no array of objects');
  await user.click(screen.getByRole('button', { name: 'Detect again' }));
  expect(await screen.findByRole('button', { name: 'Import 2 rows into Orders' })).toBeTruthy();
});

it('says why nothing can be written to a read-only connection', async () => {
  open({ readOnly: 'read-only' });
  expect(await screen.findByText('Quay is read-only. Unlock it to import.')).toBeTruthy();
  const start = await screen.findByRole('button', { name: 'Import 2 rows into Orders' });
  expect(start.hasAttribute('disabled')).toBe(true);
});

it('takes another input that is asked for while one is set up', async () => {
  open();
  await screen.findByRole('button', { name: 'Import 2 rows into Orders' });
  act(() => askForImport('c', 'Orders', { kind: 'text', text: 'PartitionKey;Id\nq;1\n' }));
  await vi.waitFor(() =>
    expect(asked('imports.preview').at(-1)).toMatchObject({ source: { text: 'PartitionKey;Id\nq;1\n' } }),
  );
});

it('is not set up again where it was started and the app ended before it could forget that', async () => {
  open();
  await screen.findByRole('button', { name: 'Import 2 rows into Orders' });
  cleanup();
  bridge.dispose();
  open({ input: 'kept', jobs: [jobWith({ connectionId: 'c', state: 'interrupted', createdAtMs: Date.now() })] });
  expect(await screen.findByText('Import rows into Orders')).toBeTruthy();
});

it('is set up as it was when the window comes back, until it is closed', async () => {
  const user = open();
  await screen.findByRole('button', { name: 'Import 2 rows into Orders' });
  await user.type(screen.getByRole('textbox', { name: 'Property for Tons' }), 'Weight');
  await user.click(screen.getByRole('button', { name: /Rows that exist/ }));
  await user.click(screen.getByRole('option', { name: /^Insert or replace/ }));
  cleanup();
  bridge.dispose();

  const later = open({ input: 'kept' });
  expect(await screen.findByRole('textbox', { name: 'Property for Tons' })).toHaveProperty('value', 'Weight');
  await later.click(await screen.findByRole('button', { name: 'Import 2 rows into Orders' }));
  expect(asked('imports.start')).toEqual([
    expect.objectContaining({
      source: { kind: 'text', text: 'PartitionKey;Id;Tons\np;1;2.5\n' },
      settings: expect.objectContaining({
        mode: 'upsert-replace',
        columns: [{ column: 'Tons', property: 'Weight' }],
      }) as unknown,
    }),
  ]);
  cleanup();
  bridge.dispose();

  open({ input: 'kept' });
  expect(await screen.findByText('Import rows into Orders'), 'what runs is among the jobs').toBeTruthy();
  act(() => askForImport('c', 'Orders', { kind: 'text', text: 'PartitionKey;Id\nq;1\n' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  cleanup();
  bridge.dispose();
  open({ input: 'kept' });
  expect(await screen.findByText('Import rows into Orders')).toBeTruthy();
});
