import { describe, expect, it } from 'vitest';
import { entityPath } from '@shared/edit/entity-path';
import { encodeEntity } from '@shared/edit/encode-entity';
import type { Entity } from '@shared/model/entity';
import { createFakeClock } from '../../../testing/clock';
import type { RestAccount, ServiceRequest } from '../../azure/account';
import { earlierRows } from './earlier-writes';
import type { PreparedRows } from './prepared-batch';

const hourMs = 3_600_000;
/** By the clock of the service. */
const begun = Date.UTC(2024, 4, 1, 8);

function row(rowKey: string, values: Readonly<Record<string, string>>, atMs = 0): Entity {
  const properties = Object.entries(values).map(([name, value]) => ({
    name,
    value: { type: 'Edm.String', value } as const,
  }));
  const timestamp = atMs === 0 ? '' : new Date(atMs).toISOString().replace('Z', '4567Z');
  return { partitionKey: 'p', rowKey, timestamp, etag: 'e', properties };
}

/** The report for these rows when our clock is this much ahead of that of the service. */
async function countsOf(
  mode: 'upsert-replace' | 'upsert-merge',
  sent: readonly Entity[],
  stored: readonly Entity[],
  clockAheadMs = 0,
) {
  const byPath = new Map(stored.map((one) => [entityPath('T', one), one]));
  const date = new Date(begun + hourMs).toUTCString();
  const send = async ({ path }: ServiceRequest) => {
    const found = byPath.get(path);
    const system = `{"odata.etag":"e","Timestamp":"${found?.timestamp}",`;
    const body = found === undefined ? '{}' : system + encodeEntity(found).slice(1);
    return Promise.resolve({ status: found === undefined ? 404 : 200, headers: { date }, body });
  };
  const clock = createFakeClock(begun + hourMs + clockAheadMs);
  const account = { send, descriptor: { accountName: 'a' } } as unknown as RestAccount;
  const rows = {
    batch: { entityAt: (position: number) => sent[position] },
    positions: sent.map((_, at) => at),
  } as unknown as PreparedRows;
  const { signal } = new AbortController();
  return earlierRows({ account, table: 'T', mode, clock, signal, begunAtMs: begun + clockAheadMs }, rows);
}

describe('of rows that an earlier run may have written', () => {
  const stored = [
    row('0', { A: '1', B: '2' }, begun + 1),
    row('1', { A: 'theirs' }, begun + 1),
    row('2', { A: 'old' }, begun - 1),
  ];
  const sent = ['0', '1', '2', '3'].map((rowKey) => row(rowKey, { A: '1', ...(rowKey === '0' ? { B: '2' } : {}) }));

  it.each([0, 6 * hourMs, -6 * hourMs])(
    'those that are as they were sent, or were changed since the import began, are left alone: clock %i ms ahead',
    async (clockAheadMs) => {
      const found = await countsOf('upsert-replace', sent, stored, clockAheadMs);
      expect(found).toMatchObject({ written: [0], changedSince: [1], rest: [2, 3], requests: 4 });
    },
  );

  it('those of a merge may have more than was sent', async () => {
    const one = [row('0', { A: '1' })];
    const wider = [row('0', { A: '1', B: 'other' }, begun + 1)];
    expect(await countsOf('upsert-merge', one, wider)).toMatchObject({ written: [0], changedSince: [] });
    expect(await countsOf('upsert-replace', one, wider)).toMatchObject({ written: [], changedSince: [0] });
  });
});
