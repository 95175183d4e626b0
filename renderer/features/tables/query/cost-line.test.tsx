// The actions that the cost line offers: reading in parallel, and the way to the key that a filter lacks.
import type { PageStats } from '@shared/model/query-page';
import type { TableService } from '@shared/model/table-service';
import type { SessionState } from '../result/run-state';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CostLine, measuredCost, scanText } from './cost-line';
import { type QueryDraft, draftQuery, emptyQueryDraft, previewQuery } from './query-draft';

const shape = { table: 'Movies', pageSize: 1000, select: [] };
const text = (filterText: string): QueryDraft => ({ ...emptyQueryDraft, mode: 'text', filterText });

function previewOf(filterText: string, service: TableService = 'storage') {
  const preview = previewQuery(text(filterText), { ...shape, service });
  if (preview.state !== 'ready') throw new Error('The filter is wrong.');
  return preview;
}

describe('a preview', () => {
  it.each<[string, number | undefined, boolean]>([
    ['', undefined, false],
    ["PartitionKey eq 'a'", 1, false],
    ["PartitionKey eq 'a' or PartitionKey eq 'b' or PartitionKey eq 'a' and RowKey eq 'x'", 2, false],
    ["PartitionKey ge 'a'", undefined, false],
    ["RowKey eq 'x'", undefined, true],
    ["RowKey ge 'x' and RowKey lt 'y'", undefined, true],
    ["PartitionKey ge 'a' and RowKey ge 'x'", undefined, false],
  ])('of %s knows the partitions and the key that is missing', (filter, partitions, missesPartitionKey) => {
    expect(previewOf(filter)).toMatchObject({ partitions, missesPartitionKey });
  });
});

describe('a draft', () => {
  it('read in parallel shows the number of ranges, eight by default', () => {
    const requestedQuery = (draft: Partial<QueryDraft>) => draftQuery({ ...emptyQueryDraft, ...draft }, shape);
    expect(requestedQuery({ reading: 'parallel' })).toMatchObject({ query: { parallel: 8 } });
    expect(requestedQuery({ reading: 'parallel', concurrency: 3 })).toMatchObject({ query: { parallel: 3 } });
    expect(requestedQuery({ reading: 'whole', concurrency: 3 })).not.toHaveProperty('query.parallel');
  });
});

describe('the measured cost', () => {
  const page = (index: number): PageStats => ({ index }) as never;
  const run = (status: SessionState['status'], pages: number) =>
    measuredCost({ status, pages: Array.from({ length: pages }, (_, index) => page(index)) });

  it('is unknown while a few pages were read and more are available', () => {
    expect(run('waiting', 1)).toBeUndefined();
    expect(run('idle', 0)).toBeUndefined();
  });

  it('is light when one page was all there is, moderate after several, and heavy after many', () => {
    expect(run('complete', 1)).toBe('light');
    expect(run('complete', 20)).toBe('moderate');
    expect(run('waiting', 21)).toBe('heavy');
    expect(run('complete', 21)).toBe('heavy');
  });
});

describe('the state of a scan', () => {
  const scan = { concurrency: 8, allowed: 8, ranges: 33, rangesDone: 12, throttles: 0 };

  it('is described in text', () => {
    expect(scanText(scan)).toBe('12 of 33 ranges read');
    expect(scanText({ ...scan, rangesDone: 33 })).toBe('33 ranges read');
    expect(scanText({ ...scan, throttles: 1 })).toBe('12 of 33 ranges read · throttled 1 time');
    expect(scanText({ ...scan, throttles: 3, allowed: 2 })).toBe(
      '12 of 33 ranges read · throttled 3 times, currently 2 at once',
    );
  });
});

describe('the cost line', () => {
  beforeEach(() => {
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });

  function show(filter: string, reading: QueryDraft['reading'] = 'whole', service: TableService = 'storage') {
    const handlers = { onReadingChange: vi.fn(), onConcurrencyChange: vi.fn(), onGivePartitionKey: vi.fn() };
    render(
      <CostLine
        {...handlers}
        preview={previewOf(filter, service)}
        service={service}
        freshness="current"
        run={{ status: 'idle', pages: [] }}
        reading={reading}
        concurrency={undefined}
        scan={undefined}
        offer={() => null}
        sharing={() => null}
      />,
    );
    return handlers;
  }

  it('offers neither ranges nor parallel reading where the service promises no order', () => {
    show("PartitionKey eq 'a' or PartitionKey eq 'b'", 'whole', 'cosmos');
    expect(screen.getByText('every partition searched')).toBeDefined();
    expect(screen.queryByRole('button', { name: /ranges|parallel/ })).toBeNull();
  });

  it('offers parallel ranges for any query that may be long, and the number while they are chosen', async () => {
    const { onReadingChange } = show('');
    expect(screen.queryByRole('textbox', { name: 'Ranges read in parallel' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Read in parallel' }));
    expect(onReadingChange).toHaveBeenCalledWith('parallel');
    cleanup();
    show("PartitionKey eq 'a' and RowKey eq 'b'");
    expect(screen.queryByRole('button', { name: 'Read in parallel' })).toBeNull();
  });

  it('takes another number at any time', async () => {
    const { onConcurrencyChange } = show('', 'parallel');
    const field = screen.getByRole('textbox', { name: 'Ranges read in parallel' });
    await userEvent.clear(field);
    await userEvent.type(field, '16{Enter}');
    expect(onConcurrencyChange).toHaveBeenCalledWith(16);
  });

  it('leads to the PartitionKey where only RowKey is given', async () => {
    const { onGivePartitionKey } = show("RowKey eq 'x'");
    await userEvent.click(screen.getByRole('button', { name: 'Requires a PartitionKey' }));
    expect(onGivePartitionKey).toHaveBeenCalledTimes(1);
  });

  it('names the partitions that parallel filters touch', () => {
    show("PartitionKey eq 'a' or PartitionKey eq 'b'", 'ranges');
    expect(screen.getByText('2 filters in parallel in 2 partitions, one whole partition each')).toBeDefined();
  });
});
