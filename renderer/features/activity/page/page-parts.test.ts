// What a transfer's page computes: cells of blocks, figures of a timeline, bins of rates, the verdict, the CSV.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FileBlocks, TraceSpan } from '@shared/model/transfer-trace';
import { blockNumber } from '@shared/model/block-number';
import { MiB } from '@shared/units';
import { blockName } from './block-name';
import { blockSizesText, verdictOf } from './speed-view';
import { blockGroups, blockSummary } from './block-groups';
import { fileListCsv } from './save-file-list';
import { rateBins } from './rate-density';
import { spanText, timelineFacts } from './timeline-facts';

const blocks = (states: string, change: Partial<FileBlocks> = {}): FileBlocks => ({
  name: 'a.bin',
  bytes: states.length * MiB,
  blockBytes: MiB,
  numbers: [],
  states,
  latencyMs: [...states].map((state, index) => (state === '2' ? 10 + index : null)),
  retried: [],
  ...change,
});

describe('the blocks of a file', () => {
  it('have a cell each while there is room', () => {
    expect(blockGroups(blocks('2103'), 10).map(({ state }) => state)).toEqual(['2', '1', '0', '3']);
    expect(blockGroups(blocks('22', { retried: [1] }), 10).map(({ wasRetried }) => wasRetried)).toEqual([false, true]);
  });

  it('share cells beyond that, and the most urgent of them shows', () => {
    const [first, second] = blockGroups(blocks('22232221'), 2);
    expect(first).toEqual({ first: 0, last: 3, state: '3', wasRetried: false, latencyMs: 12 });
    expect(second).toMatchObject({ first: 4, last: 7, state: '1', latencyMs: 16 });
  });

  it('are partly done where some are and nothing moves', () => {
    expect(blockGroups(blocks('220022220000'), 3).map(({ state }) => state)).toEqual(['4', '2', '0']);
  });

  it('cover every block once, whatever the room', () => {
    const states = fc.array(fc.constantFrom('0', '1', '2', '3'), { minLength: 1, maxLength: 500 });
    fc.assert(
      fc.property(states, fc.integer({ min: 1, max: 100 }), (list, room) => {
        const groups = blockGroups(blocks(list.join('')), room);
        expect(groups.length).toBeLessThanOrEqual(room);
        const covered = groups.flatMap(({ first, last }) =>
          Array.from({ length: last - first + 1 }, (_, i) => first + i),
        );
        expect(covered).toEqual(list.map((_, index) => index));
      }),
    );
  });

  it('are summed up in a sentence', () => {
    expect(blockSummary(blocks('2210', { retried: [0] }), 4 * MiB)).toBe(
      '2 of 4 blocks done, 1 in flight, 1 sent again; a block took 10 ms to 11 ms',
    );
    expect(blockSummary(blocks('00'), null)).toBe('0 of 2 blocks done');
  });

  it('are not taken for all where the others were moved before', () => {
    expect(blockSummary(blocks('22'), 8 * MiB)).toBe(
      '2 blocks done last, the others earlier; a block took 10 ms to 11 ms',
    );
    expect(blockSummary(blocks('20'), 8 * MiB)).toMatch(/^1 of 2 blocks done/);
  });
  it('names a block by its position, and also a part of one', () => {
    expect(blockName(blockNumber(0, 1203))).toBe('1,204');
    expect(blockName(blockNumber(2, 4 * 12 + 1))).toBe('13, part 2 of 4');
  });
});

describe('sizes of blocks over time', () => {
  it('are named as they followed each other, whatever moved without blocks between them', () => {
    expect(blockSizesText([0, 4, 4, 0, 8, 8, 4, 4, 0].map((size) => size * MiB))).toBe(
      'blocks of 4.0 MiB → 8.0 MiB → 4.0 MiB',
    );
    expect(blockSizesText([0, 4, 0, 4].map((size) => size * MiB))).toBe('blocks of 4.0 MiB');
    expect(blockSizesText([0, 0])).toBe('no blocks');
  });

  it('are summed up where they changed often', () => {
    expect(blockSizesText([4, 8, 4, 2, 1, 8].map((size) => size * MiB))).toBe(
      'blocks of 1.0 MiB to 8.0 MiB, changed 5 times',
    );
  });
});

const span = (change: Partial<TraceSpan>): TraceSpan => ({
  slot: 0,
  fromMs: 0,
  toMs: 100,
  requests: 1,
  bytes: 8 * MiB,
  file: 0,
  name: 'a.bin',
  block: 3,
  outcome: 'done',
  ...change,
});

describe('a timeline in figures', () => {
  it('shows how busy the slots were and which requests took longest', () => {
    const spans = [
      span({}),
      span({ slot: 1, toMs: 50 }),
      span({ slot: 1, fromMs: 80, toMs: null, outcome: 'in-flight' }),
    ];
    const facts = timelineFacts({ elapsedMs: 100, slots: 2, spans, forgotten: 0 }, { fromMs: 0, toMs: 100 }, 2);
    expect(facts.requests).toBe(3);
    expect(facts.busyShare).toBeCloseTo(0.85);
    expect(facts.longest.map(({ tookMs }) => tookMs)).toEqual([100, 50]);
  });

  it('counts only the time that is shown', () => {
    const facts = timelineFacts(
      { elapsedMs: 100, slots: 1, spans: [span({ fromMs: 0, toMs: 60 })], forgotten: 0 },
      { fromMs: 50, toMs: 100 },
      1,
    );
    expect(facts.busyShare).toBeCloseTo(0.2);
  });

  it('describes one request and several', () => {
    expect(spanText(span({}), 0)).toBe('a.bin, block 4 · 8.0 MiB · 100 ms · done');
    expect(spanText(span({ requests: 12, block: null, outcome: 'retried' }), 0)).toBe(
      '12 requests, the first a.bin · 8.0 MiB · 100 ms · sent again',
    );
    expect(spanText(span({ toMs: null, outcome: 'in-flight' }), 250)).toContain('250 ms · in flight');
  });
});

describe('bins of rates', () => {
  it('are equally wide, start at zero and hold every sample', () => {
    const rates = fc.array(fc.integer({ min: 0, max: 3_000_000_000 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(rates, (list) => {
        const bins = rateBins(list, MiB);
        expect(bins[0]?.from).toBe(0);
        expect(bins.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
        for (const rate of list) {
          const holds = bins.filter(({ from, to }) => rate >= from && rate < to);
          expect(holds).toHaveLength(1);
        }
      }),
    );
    expect(rateBins([], MiB)).toEqual([]);
    expect(
      rateBins([3 * MiB, 71 * MiB], MiB)
        .map(({ to }) => to / MiB)
        .slice(0, 3),
    ).toEqual([5, 10, 15]);
  });
});

describe('the verdict', () => {
  const trace = {
    startedAtMs: 1,
    elapsedMs: 1,
    movedBytes: 1,
    samples: [],
    steps: [],
    waits: { diskMs: 100, cpuMs: 0, lineMs: 300, serviceMs: 0, capMs: 0 },
    bottleneck: 'line' as const,
    threadUse: 0.4,
    requests: 1,
    retries: 0,
    throttled: 0,
    latencyMs: { p50: 1, p95: 1, p99: 1 },
  };

  it('comes with its evidence, the largest wait first', () => {
    const { title, shares } = verdictOf(trace);
    expect(title).toBe('Limited by: network');
    expect(shares.slice(0, 2)).toEqual([
      { name: 'network', share: 0.75 },
      { name: 'disk', share: 0.25 },
    ]);
  });

  it('shows how busy the threads are when the processor is the limit, and nothing before anything moved', () => {
    expect(verdictOf({ ...trace, bottleneck: 'cpu', threadUse: 0.97 }).advice).toMatch(/^The busiest thread .* 97 %/u);
    const waits = { diskMs: 0, cpuMs: 0, lineMs: 0, serviceMs: 0, capMs: 0 };
    expect(verdictOf({ ...trace, bottleneck: 'none', waits }).shares).toEqual([]);
  });
});

describe('failed files as CSV', () => {
  const file = {
    file: 0,
    bytes: 7,
    bytesDone: 0,
    state: 'failed' as const,
    code: 'auth.denied',
    message: 'No, "never".',
  };

  it('quotes values that need it and lets no name be a formula', () => {
    const text = fileListCsv([{ ...file, code: '', source: '=cmd|x', target: 'a,b' }]);
    expect(text).toBe(
      'source,target,bytes,code,message,startedAt,endedAt,durationMs,bytesPerSecond,requests,tries\r\n' +
        '\'=cmd|x,"a,b",7,,"No, ""never"".",,,,,,\r\n',
    );
  });
});
