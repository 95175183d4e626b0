import { describe, expect, it } from 'vitest';
import { renderTransaction } from '@shared/edit/multipart';
import { type ImportSettings, defaultImportSettings } from '@shared/model/table-import';
import { openInput } from '../rows/input-text';
import { PreparedBatch } from '../prepared-batch';
import { rowParts } from '../parts/row-parts';
import type { MappedColumn } from '../parts/row-mapping';
import type { BatchPiece, FeedTask, FromReader } from './messages';
import { RowFeed } from './row-feed';

const columns: readonly MappedColumn[] = [
  { name: 'PartitionKey', property: 'PartitionKey', type: 'Edm.String', typeFrom: 'values', use: 'key' },
  { name: 'RowKey', property: 'RowKey', type: 'Edm.String', typeFrom: 'values', use: 'key' },
  { name: 'N', property: 'N', type: 'Edm.Double', typeFrom: 'values', use: 'import' },
];
const boundaries = { batch: 'b', changes: 'c' };
const frame = {
  contentType: 'multipart/mixed; boundary=b',
  tail: '--c--\r\n--b--\r\n',
  head: '--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n',
  beforePart: '--c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n',
};

function taskOf(text: string, change: Partial<FeedTask>): FeedTask {
  const location = { kind: 'text', text } as const;
  const settings: ImportSettings = { ...defaultImportSettings, mode: 'upsert-replace' };
  return {
    location,
    settings,
    columns,
    frame,
    salt: '',
    endpoint: 'http://h/a',
    service: 'storage',
    table: 'T',
    done: '',
    ahead: 1000,
    reading: { format: 'csv', encoding: 'utf-8', delimiter: ',', header: 'first-row', notes: [] },
    keysRepeat: 'perhaps',
    ...change,
  };
}

async function fed(text: string, change: Partial<FeedTask> = {}): Promise<FromReader[]> {
  const messages: FromReader[] = [];
  const feed = new RowFeed(taskOf(text, change), (message) => messages.push(message));
  await feed.run(await openInput({ kind: 'text', text }));
  return messages;
}

const header = 'PartitionKey,RowKey,N\n';
const batches = (messages: readonly FromReader[]): readonly BatchPiece[] =>
  messages.flatMap((message) => (message.t === 'batch' ? [message] : []));

describe('rows of an input as transactions', () => {
  it('are laid out as they are sent, whole or in part, and can be read back out of their bytes', async () => {
    const [piece] = batches(await fed(`${header}p,ä,1.50\np,'b,-0\np,c,NaN\n`));
    if (piece === undefined) throw new Error('There is no batch.');
    const batch = new PreparedBatch(piece, frame);
    const part = rowParts({
      endpoint: 'http://h/a',
      service: 'storage',
      table: 'T',
      columns,
      salt: '',
      settings: { ...defaultImportSettings, mode: 'upsert-replace' },
    });
    const texts = [
      ['p', 'ä', '1.50'],
      ['p', "'b", '-0'],
      ['p', 'c', 'NaN'],
    ].map((cells) => {
      const found = part({ index: 0, line: 2, cells, source: '', problem: null });
      return found.kind === 'part' ? found.text : '';
    });
    const sent = (positions: readonly number[]): string =>
      Buffer.from(batch.message(positions, null).body).toString('utf8');
    expect(sent([0, 1, 2])).toBe(renderTransaction(texts, boundaries));
    expect(sent([0, 2])).toBe(renderTransaction([texts[0] ?? '', texts[2] ?? ''], boundaries));
    expect([0, 1, 2].map((at) => batch.entityAt(at))).toMatchObject([
      { partitionKey: 'p', rowKey: 'ä', properties: [{ name: 'N', value: { type: 'Edm.Double', value: '1.50' } }] },
      { partitionKey: 'p', rowKey: "'b", properties: [{ name: 'N', value: { type: 'Edm.Double', value: '-0' } }] },
      { partitionKey: 'p', rowKey: 'c', properties: [{ name: 'N', value: { type: 'Edm.Double', value: 'NaN' } }] },
    ]);
  });

  it('wait for the earlier batch that holds the same row, and only where keys may come twice', async () => {
    const text = `${header}p,1,1\nq,1,1\np,1,2\np,2,3\n`;
    const found = batches(await fed(text));
    expect(found.map(({ indexes }) => [...indexes])).toEqual([[0], [1], [2, 3]]);
    expect(found.map(({ after }) => after)).toEqual([[], [], [found[0]?.id]]);
    expect(batches(await fed(text, { keysRepeat: 'never' })).flatMap(({ after }) => after)).toEqual([]);
  });

  it('omit settled rows, and report unwritable ones with their cells', async () => {
    const messages = await fed(`${header}p,1,1\np,2,2\n"p",3,"x, y"\np,4,4\n`, { done: '0-1' });
    expect(batches(messages).map(({ indexes }) => [...indexes])).toEqual([[3]]);
    expect(messages.find(({ t }) => t === 'rejected')).toMatchObject({
      rows: [{ row: { index: 2, line: 4, raw: ['p', '3', 'x, y'] }, code: 'invalid.entity' }],
    });
  });

  it('are the same where memory comes back and is filled again', async () => {
    const text = header + Array.from({ length: 3000 }, (_, row) => `p${row % 7},${row},${row}.5\n`).join('');
    const bodies = (messages: readonly FromReader[]) =>
      batches(messages).map(({ body }) => Buffer.from(body).toString('latin1'));
    const fresh = bodies(await fed(text));
    const reused: string[] = [];
    const memories = new Set<ArrayBufferLike>();
    const feed: RowFeed = new RowFeed(taskOf(text, { ahead: 2 }), (message) => {
      if (message.t !== 'batch') return;
      reused.push(Buffer.from(message.body).toString('latin1'));
      memories.add(message.body.buffer);
      const memory = message.body.buffer as ArrayBuffer;
      queueMicrotask(() => feed.receive({ t: 'release', id: message.id, memory }));
    });
    await feed.run(await openInput({ kind: 'text', text }));
    expect(reused).toEqual(fresh);
    expect(memories.size).toBeLessThan(reused.length);
  });
});
