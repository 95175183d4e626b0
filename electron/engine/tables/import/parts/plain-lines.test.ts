import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edmType } from '@shared/model/entity';
import { type ImportSettings, type SettledReading, defaultImportSettings } from '@shared/model/table-import';
import { DelimitedRows } from '../rows/delimited-rows';
import { type InputBytes, openInput } from '../rows/input-text';
import { rawOf } from '../rows/raw-row';
import type { MappedColumn } from './row-mapping';
import { rowParts } from './row-parts';
import { RowFeed } from '../worker/row-feed';
import type { FeedTask, FromReader } from '../worker/messages';

const frame = {
  contentType: 'multipart/mixed; boundary=b',
  head: 'HEAD\r\n',
  beforePart: '--c\r\n\r\n',
  tail: '--c--',
};
const reading: SettledReading = { format: 'csv', encoding: 'utf-8', delimiter: ',', header: 'first-row', notes: [] };
const location = { kind: 'text', text: '' } as const;

/** The input in pieces that end at the given positions. */
async function inPieces(text: string, cuts: readonly number[]): Promise<InputBytes> {
  const bytes = Buffer.from(text);
  const positions = [...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].sort(
    (left, right) => left - right,
  );
  const input = await openInput({ kind: 'text', text });
  return {
    ...input,
    async *pieces() {
      // One memory for all of them, as of a file.
      const memory = Buffer.alloc(bytes.length);
      let start = 0;
      for (const end of positions) {
        memory.fill(0x2a);
        yield await Promise.resolve(memory.subarray(0, bytes.copy(memory, 0, start, end)));
        start = end;
      }
    },
  };
}

/** By row: its part of a transaction or why it has none, its position, and how it is reported. */
type Outcome = readonly [index: number, line: number, what: string, raw: unknown];

async function byFeed(task: FeedTask, input: InputBytes): Promise<readonly Outcome[]> {
  const found: Outcome[] = [];
  const pieces: Extract<FromReader, { t: 'batch' }>[] = [];
  const feed = new RowFeed(task, (message) => {
    if (message.t === 'batch') pieces.push(message);
    else if (message.t === 'rejected')
      for (const { row, message: why } of message.rows) found.push([row.index, row.line, why, row.raw]);
    else if (message.t === 'rows') {
      const piece = pieces.find(({ id }) => id === message.id);
      message.rows.forEach((row, at) => {
        const start = at === 0 ? frame.head.length : piece?.ends[at - 1];
        const part = Buffer.from(piece?.body ?? []).toString('utf8', start, piece?.ends[at]);
        expect(piece?.indexes[at]).toBe(row.index);
        found.push([row.index, row.line, part, row.raw]);
      });
    }
  });
  await feed.run(input);
  for (const { id } of pieces) feed.receive({ t: 'tell-rows', id });
  return found.sort(([left], [right]) => left - right);
}

/** By way of texts, all at once. */
async function byTexts(task: FeedTask, input: InputBytes): Promise<readonly Outcome[]> {
  const found: Outcome[] = [];
  const part = rowParts(task);
  for await (const { rows } of new DelimitedRows(input, task.reading).pieces()) {
    for (const row of rows) {
      const made = part(row);
      const what = made.kind === 'part' ? frame.beforePart + made.text : made.message;
      found.push([row.index, row.line, what, rawOf(row, task.reading.delimiter)]);
    }
  }
  return found;
}

const value = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-0',
    '-',
    '007',
    '12',
    '-2147483648',
    '999999999',
    '9007199254740993',
    '1e400',
    '1E+5',
    '1e-',
  ),
  fc.constantFrom(
    '1.50',
    '.5',
    '5.',
    '1.e3',
    '1e1234',
    'NaN',
    'true',
    'TRUE',
    'false',
    'x\\y',
    'é',
    '\u2028',
    ' 7 ',
    '\t',
  ),
  fc.constantFrom(
    '2024-02-29T23:59:59.1234567Z',
    '2024-02-30T00:00:00Z',
    '2024-05-01',
    '"a,b"',
    '"a""b"',
    '"a\nb"',
    'a"b',
  ),
  fc.constantFrom('1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e', 'AQID', 'x'.repeat(33_000), '\u007f'),
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
);
const key = fc.oneof(
  fc.constantFrom(
    'p',
    'q',
    "o'n",
    'a b',
    'a/b',
    'a%b',
    'ü',
    'k'.repeat(513),
    '"q"',
    '',
    '(1)!*~',
    '2024-01-01T00:00:00Z',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 5 }).filter((text) => !/[",\r\n]/.test(text)),
);
const line = fc.oneof(
  { weight: 20, arbitrary: fc.tuple(key, key, value, value).map((cells) => cells.join(',')) },
  fc.constantFrom('', 'p', 'p,1,2,3,', 'p,1,2,3,4', 'p,"1', '\r'),
);
const lineEnd = fc.constantFrom('\n', '\n', '\r\n');
const column = (name: string): fc.Arbitrary<MappedColumn> =>
  fc.record({
    name: fc.constant(name),
    property: fc.constantFrom(name, `Of${name}`, 'ä'),
    type: fc.constantFrom(...edmType.options),
    typeFrom: fc.constantFrom<MappedColumn['typeFrom']>('setting', 'header', 'values'),
    use: fc.constantFrom<MappedColumn['use']>('import', 'import', 'leave-out'),
  });
const keyColumn = (name: string): MappedColumn => ({
  name,
  property: name,
  type: 'Edm.String',
  typeFrom: 'values',
  use: 'key',
});
const settings: fc.Arbitrary<ImportSettings> = fc.record({
  rowKey: fc.constant({ kind: 'column', column: 'RowKey' } as const),
  columns: fc.constant([]),
  partitionKey: fc.constant({ kind: 'column', column: 'PartitionKey' } as const),
  emptyCells: fc.constantFrom<ImportSettings['emptyCells']>('skip', 'empty-string'),
  mode: fc.constantFrom<ImportSettings['mode']>('insert', 'upsert-merge', 'upsert-replace'),
  rejectedRows: fc.constant('collect' as const),
  batchSize: fc.constant(100),
  concurrency: fc.constant(4),
});

describe('rows from the bytes of their lines', () => {
  it('are the same as by way of their texts, wherever the input is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(line, lineEnd), { maxLength: 12 }),
        fc.array(fc.nat(300), { maxLength: 4 }),
        fc.tuple(column('A'), column('B')),
        settings,
        fc.constantFrom<FeedTask['keysRepeat']>('never', 'perhaps'),
        async (lines, cuts, [a, b], chosen, keysRepeat) => {
          const text = `PartitionKey,RowKey,A,B\n${lines.map(([one, end]) => one + end).join('')}`;
          const task: FeedTask = {
            location,
            reading,
            frame,
            settings: chosen,
            keysRepeat,
            salt: 's',
            endpoint: 'http://h/a',
            service: 'storage',
            table: 'T',
            columns: [keyColumn('PartitionKey'), keyColumn('RowKey'), a, b],
            done: '',
            ahead: 1000,
          };
          const whole = await inPieces(text, []);
          const expected = await byTexts(task, whole).catch(String);
          expect(await byFeed(task, await inPieces(text, cuts)).catch(String)).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('create no text from plain values', async () => {
    const rows = Array.from({ length: 500 }, (_, row) => `p,${row},${row / 4},text ${row}\n`).join('');
    const input = await inPieces(`PartitionKey,RowKey,A,B\n${rows}`, []);
    const reader = new DelimitedRows(input, reading);
    const { LineCursor } = await import('../rows/line-cursor');
    const cursor = new LineCursor(reader, ',', 1000);
    for await (const piece of input.pieces()) {
      cursor.begin(piece);
      const found = [];
      for (let next = cursor.next(); next !== 'none'; next = cursor.next())
        found.push([next, cursor.index, cursor.line]);
      expect(found).toEqual(Array.from({ length: 500 }, (_, row) => ['line', row, row + 2]));
    }
  });

  it('are read also where lines end with returns, and where the first row is no header', async () => {
    const task: FeedTask = {
      location,
      frame,
      settings: defaultImportSettings,
      keysRepeat: 'never',
      salt: 's',
      endpoint: 'http://h/a',
      service: 'storage',
      columns: [keyColumn('PartitionKey'), keyColumn('RowKey')],
      done: '',
      ahead: 1000,
      table: 'T',
      reading,
    };
    for (const text of [
      '\ufeffPartitionKey,RowKey\rp,1\rp,2\r',
      'PartitionKey,RowKey\r\np,1\r\n\r\np,2',
      '\nPartitionKey,RowKey\n\np,1',
    ]) {
      const expected = await byTexts(task, await inPieces(text, []));
      expect(await byFeed(task, await inPieces(text, [3, 23, 24]))).toEqual(expected);
      expect(expected.length).toBeGreaterThan(0);
    }
  });
});

it('counts the cells of a row that has too few or too many', async () => {
  const input = await openInput({ kind: 'text', text: 'A,B\nx\n1,2,3\n' });
  const problems: unknown[] = [];
  for await (const { rows } of new DelimitedRows(input, reading).pieces()) {
    problems.push(...rows.map(({ problem }) => problem));
  }
  expect(problems).toEqual(['The row has one cell, the header 2.', 'The row has 3 cells, the header 2.']);
});
