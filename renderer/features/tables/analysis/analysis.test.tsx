// Schema and partitions as a person meets them: what is covered is said, the whole can be read, paused and let go.
import '@renderer/testing/missing-in-jsdom';
import { type Bridge, replaceBridge } from '@renderer/bridge';
import { ResultAnalysis } from '@shared/analysis/result-analysis';
import { StowageError } from '@shared/errors';
import type { AnalysisProgress } from '@shared/ipc/contract/analysis';
import type { Entity } from '@shared/model/entity';
import type { TableQuery } from '@shared/query/filter';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnalysedRun, type AnalysisPort, createAnalysisSession } from './analysis-session';
import { AnalysisView } from './analysis-view';
import { partitionsCsv, schemaCsv } from './as-csv';
import { CountVerb } from './count-verb';
import { heatCells, partitionOrder } from './heat-cells';
import { RowList } from '../session/row-list';
import { asFound, nextSort, shownProperties } from './schema-order';
import { fillText } from './value-words';

const query: TableQuery = {
  table: 'Movies',
  partitionKey: { kind: 'any' },
  rowKey: { kind: 'any' },
  select: [],
  pageSize: 1000,
};

function entity(index: number): Entity {
  return {
    partitionKey: `p${String(index % 3)}`,
    rowKey: String(index).padStart(4, '0'),
    timestamp: '2026-10-14T02:00:00Z',
    etag: '',
    properties: [
      { name: 'Year', value: { type: 'Edm.Int32', value: String(1990 + (index % 4)) } },
      ...(index % 2 === 0
        ? [{ name: 'Note', value: { type: 'Edm.String' as const, value: 'say "hello", twice' } }]
        : []),
      {
        name: 'Score',
        value: index === 0 ? { type: 'Edm.String', value: 'none' } : { type: 'Edm.Int64', value: '9007199254740993' },
      },
    ],
  };
}
const rows = Array.from({ length: 40 }, (_, index) => entity(index));

function stateOf(change: Partial<AnalysedRun> = {}): AnalysedRun {
  const stats = { latencyMs: 20, firstByteMs: 5, bytes: 2000, retries: 0, decodeMs: 1, ended: 'boundary' as const };
  return {
    status: 'waiting',
    run: 1,
    query,
    rowCount: 20,
    pages: [
      { ...stats, rows: 12 },
      { ...stats, rows: 0 },
      { ...stats, rows: 8 },
    ],
    ...change,
  };
}

/** Answers when told to. */
function heldPort() {
  const asked: {
    readonly analysisId: string;
    readonly depth: string;
    readonly from: string;
    readonly signal: AbortSignal;
  }[] = [];
  const forgotten: string[] = [];
  let tell: (rowsRead: number, ended: AnalysisProgress['ended']) => void = () => undefined;
  let breakOff: (error: StowageError) => void = () => undefined;
  let isKnown = true;
  const progressOf = (rowsRead: number, ended: AnalysisProgress['ended']): AnalysisProgress => ({
    rows: rowsRead,
    distinctPartitions: { count: Math.min(3, rowsRead), exactness: 'exact' },
    pages: 2,
    emptyPages: 0,
    requests: 2,
    retries: 0,
    bytes: rowsRead * 100,
    elapsedMs: 120,
    ended,
  });
  const resultOf = (rowsRead: number) => {
    const analysis = new ResultAnalysis({ depth: 'profile' });
    analysis.addPage(rows.slice(0, rowsRead), { bytes: rowsRead * 100, latencyMs: 10 });
    return analysis.result();
  };
  const port: AnalysisPort = {
    analyse: ({ analysisId, depth, from }, onEvent, signal) =>
      new Promise((resolve, reject) => {
        asked.push({ analysisId, depth, from, signal });
        breakOff = reject;
        tell = (rowsRead, ended) => {
          onEvent({ progress: progressOf(rowsRead, ended), result: ended === 'no' ? null : resultOf(rowsRead) });
          if (ended !== 'no') resolve();
        };
      }),
    soFar: () =>
      isKnown
        ? Promise.resolve({ progress: progressOf(25, 'no'), result: resultOf(25) })
        : Promise.reject(new StowageError('not-found.session', 'Nothing is known of this reading any more.')),
    forget: ({ analysisId }) => {
      forgotten.push(analysisId);
      return Promise.resolve({});
    },
  };
  return {
    port,
    asked,
    forgotten,
    tell: (rowsRead: number, ended: AnalysisProgress['ended']) => act(() => tell(rowsRead, ended)),
    /** `kept`: the engine still has what was read. */
    breakOff: (read: 'kept' | 'lost') => {
      isKnown = read === 'kept';
      return act(async () => {
        breakOff(new StowageError('network.reset', 'The connection was reset.'));
        await Promise.resolve();
      });
    },
  };
}

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
  replaceBridge({ engineState: () => 'running', onEngineState: () => () => undefined } as unknown as Bridge);
});
afterEach(() => {
  cleanup();
  replaceBridge(null);
  vi.restoreAllMocks();
});

function show(view: 'schema' | 'partitions', state: AnalysedRun) {
  const held = heldPort();
  const session = createAnalysisSession(held.port, () => ({ rest: () => undefined }));
  const list = new RowList();
  list.append(rows.slice(0, state.rowCount));
  const copied: string[] = [];
  const read: string[] = [];
  const columns: string[] = [];
  render(
    <>
      <CountVerb analysis={session} connectionId="c" query={state.query} run={state.run} />
      <AnalysisView
        view={view}
        analysis={session}
        input={{
          connectionId: 'c',
          state,
          rows: list,
          onCopy: (text) => copied.push(text),
        }}
        onReadPartition={(key) => read.push(key)}
        onShowColumn={({ name }) => columns.push(name)}
      />
    </>,
  );
  return { ...held, session, copied, read, columns };
}

describe('the schema', () => {
  it('describes the loaded rows and says that they are not all', async () => {
    show('schema', stateOf());
    expect((await screen.findAllByText('20 loaded rows, more to come')).length).toBeGreaterThan(0);
    const year = screen.getByRole('row', { name: /^Year/ });
    expect(year.textContent).toContain('1990');
    expect(year.textContent).toContain('1993');
    expect(screen.getByRole('row', { name: /^Note/ }).textContent).toContain('50 %');
    expect(screen.getByRole('row', { name: /^Score/ }).textContent).toContain('9007199254740993');
    expect(screen.getByText(/1 with mixed types/)).toBeTruthy();
  });

  it('leads from a property to its column', async () => {
    const { columns } = show('schema', stateOf());
    await userEvent.click(await screen.findByRole('button', { name: 'Note' }));
    expect(columns).toEqual(['Note']);
  });

  it('says when it covers all, and when a limit ended it', async () => {
    show('schema', stateOf({ status: 'complete' }));
    expect((await screen.findAllByText('All 20 rows of the result')).length).toBeGreaterThan(0);
    cleanup();
    show('schema', stateOf({ status: 'complete', query: { ...query, limit: 20 } }));
    expect((await screen.findAllByText('The 20 rows up to the limit; there may be more')).length).toBeGreaterThan(0);
  });

  it('of the whole result is read live, paused with what it has, continued and let go', async () => {
    const user = userEvent.setup();
    const { tell, asked, forgotten } = show('schema', stateOf());
    await user.click(await screen.findByRole('button', { name: 'Read the whole result' }));
    tell(10, 'no');
    expect(screen.getByText('Reading the whole result: 10 rows so far')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(asked[0]?.signal.aborted).toBe(true);
    expect((await screen.findAllByText('Paused after 25 rows, more to come')).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(asked[1]?.analysisId).toBe(asked[0]?.analysisId);
    tell(40, 'end');
    expect(screen.getAllByText('The whole result: 40 rows in 3 partitions').length).toBeGreaterThan(0);
    expect(screen.getByRole('row', { name: /^Year/ }).textContent).toContain('40');
    await user.click(screen.getByRole('button', { name: 'Back to the loaded rows' }));
    expect(forgotten).toEqual([asked[0]?.analysisId]);
    expect(screen.getAllByText('20 loaded rows, more to come').length).toBeGreaterThan(0);
  });

  it('that breaks off shows what it has, and goes on where it stopped', async () => {
    const user = userEvent.setup();
    const { tell, breakOff, asked } = show('schema', stateOf());
    await user.click(await screen.findByRole('button', { name: 'Read the whole result' }));
    tell(10, 'no');
    await breakOff('kept');
    expect((await screen.findAllByText('Broke off after 25 rows, more to come')).length).toBeGreaterThan(0);
    expect(screen.getByRole('row', { name: /^PartitionKey/ }).textContent).toContain('25');
    await user.click(screen.getByRole('button', { name: 'Continue where it stopped' }));
    expect(asked[1]).toMatchObject({ analysisId: asked[0]?.analysisId, from: 'where-it-stopped' });
    expect(screen.queryByRole('alert')).toBeNull();
    tell(40, 'end');
    expect(screen.getAllByText('The whole result: 40 rows in 3 partitions').length).toBeGreaterThan(0);
  });

  it('that breaks off for good only starts over', async () => {
    const user = userEvent.setup();
    const { tell, breakOff, asked, forgotten } = show('schema', stateOf());
    await user.click(await screen.findByRole('button', { name: 'Read the whole result' }));
    tell(10, 'no');
    await breakOff('lost');
    expect(screen.getAllByText('Broke off after 10 rows, more to come').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Continue where it stopped' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Start over' }));
    expect(forgotten).toEqual([asked[0]?.analysisId]);
    expect(asked[1]).toMatchObject({ depth: 'profile', from: 'start' });
    expect(asked[1]?.analysisId).not.toBe(asked[0]?.analysisId);
    expect(screen.getAllByText('Reading the whole result').length).toBeGreaterThan(0);
  });

  it('is sorted by its headings, searched, and copied as it is shown', async () => {
    const user = userEvent.setup();
    const { copied } = show('schema', stateOf());
    await user.click(await screen.findByRole('button', { name: 'Property' }));
    const names = (): readonly string[] => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(names()).toEqual(['Note', 'PartitionKey', 'RowKey', 'Score', 'Timestamp', 'Year']);
    await user.type(screen.getByRole('searchbox'), 'int');
    expect(names()).toEqual(['Score', 'Year']);
    await user.click(screen.getByRole('button', { name: 'Copy as CSV' }));
    expect(copied[0]?.split('\r\n').map((line) => line.split(',')[0])).toEqual([
      'Property',
      'Score',
      'Score',
      'Year',
      '',
    ]);
  });
});

describe('the partitions', () => {
  it('are listed in key order with their share, chosen by keys, asked for by Enter', async () => {
    const user = userEvent.setup();
    const { read, copied } = show('partitions', stateOf());
    const grid = await screen.findByRole('grid', { name: 'Partitions' });
    expect(
      within(grid)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['p0', 'p1', 'p2']);
    expect(within(grid).getByRole('row', { name: /p2/ }).textContent).toContain('30 %');
    grid.focus();
    await user.keyboard('{ArrowDown}{End}{Enter}');
    expect(read).toEqual(['p2']);
    expect(screen.getByText('p2: 6 rows')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Copy as CSV' }));
    expect(copied[0]?.split('\r\n')).toHaveLength(1 + 3 + 1);
  });
});

describe('the count', () => {
  it('is live, and honest while it is not over', async () => {
    const user = userEvent.setup();
    const { tell, asked } = show('schema', stateOf());
    await user.click(screen.getByRole('button', { name: 'Count' }));
    expect(asked[0]?.depth).toBe('count');
    tell(12, 'no');
    expect(screen.getByText('Counting: 12 rows in 3 partitions · 120 ms')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Pause the count' }));
    expect((await screen.findAllByText(/At least 25 rows in 3 partitions/)).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Go on counting' }));
    tell(40, 'end');
    expect(screen.getAllByText('40 rows in 3 partitions · 120 ms').length).toBeGreaterThan(0);
  });

  it('that breaks off goes on or is made again', async () => {
    const user = userEvent.setup();
    const { tell, breakOff, asked } = show('schema', stateOf());
    await user.click(screen.getByRole('button', { name: 'Count' }));
    tell(12, 'no');
    await breakOff('kept');
    expect((await screen.findAllByText(/The count broke off after 25 rows in 3 partitions/)).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Go on counting' }));
    expect(asked[1]).toMatchObject({ analysisId: asked[0]?.analysisId, from: 'where-it-stopped' });
    await breakOff('lost');
    expect(screen.queryByRole('button', { name: 'Go on counting' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Count again' }));
    expect(asked[2]).toMatchObject({ depth: 'count', from: 'start' });
  });
});

describe('the strip', () => {
  const partition = fc.record({ rows: fc.nat(), bytes: fc.nat(), readMs: fc.nat() });
  it('holds every partition in one cell and all of the measure', () => {
    fc.assert(
      fc.property(fc.array(partition, { maxLength: 400 }), fc.integer({ min: 1, max: 50 }), (partitions, most) => {
        const cells = heatCells(partitions, 'rows', most);
        expect(cells.length).toBe(Math.min(most, partitions.length));
        expect(
          cells.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at)),
        ).toEqual(partitions.map((_, index) => index));
        expect(cells.reduce((sum, { value }) => sum + value, 0)).toBe(
          partitions.reduce((sum, each) => sum + each.rows, 0),
        );
        for (const { heat } of cells) expect(heat >= 0 && heat <= 1).toBe(true);
      }),
    );
  });

  it('and the list order are the partitions again, the greatest first when asked', () => {
    expect(
      partitionOrder(
        [
          { rows: 1, bytes: 9, readMs: 0 },
          { rows: 3, bytes: 2, readMs: 0 },
        ],
        'size',
        'rows',
      ),
    ).toEqual([1, 0]);
    expect(
      partitionOrder(
        [
          { rows: 1, bytes: 9, readMs: 0 },
          { rows: 3, bytes: 2, readMs: 0 },
        ],
        'size',
        'bytes',
      ),
    ).toEqual([0, 1]);
  });
});

describe('words and files', () => {
  it('never call a part all or nothing', () => {
    expect([fillText(0, 9), fillText(1, 9999), fillText(4999, 10_000), fillText(9999, 10_000), fillText(9, 9)]).toEqual(
      ['0 %', '< 1 %', '50 %', '> 99 %', '100 %'],
    );
  });

  it('quote what CSV would misread', () => {
    const analysis = new ResultAnalysis({ depth: 'profile' });
    analysis.addPage(rows, { bytes: 4000, latencyMs: 3 });
    const result = analysis.result();
    expect(schemaCsv(result.properties, result.rows)).toContain('"say ""hello"", twice"');
    expect(partitionsCsv(result)).toContain('p0,14,');
  });

  it('headings turn round, then let go', () => {
    const once = nextSort(asFound, 'fill');
    expect(once.direction).toBe('descending');
    expect(nextSort(once, 'fill').direction).toBe('ascending');
    expect(nextSort(nextSort(once, 'fill'), 'fill')).toEqual(asFound);
    expect(shownProperties([], once, '')).toEqual([]);
  });
});
