import { describe, expect, it } from 'vitest';
import type { LoggedRequest } from '../model/monitor';
import { requestsCsv, requestsHar } from './requests-file';

const request: LoggedRequest = {
  number: 7,
  atMs: Date.UTC(2026, 9, 14, 8, 21, 7, 140),
  connectionId: 'c1',
  service: 'table',
  operation: 'QueryEntities',
  resource: 'Ships',
  partition: 'Quay, "north"',
  entities: 0,
  method: 'GET',
  address: 'https://harbour.example/Ships()',
  status: 200,
  errorCode: '',
  overLimit: '',
  attempt: 2,
  bytesUp: 0,
  bytesDown: 12_000,
  queueMs: 1.5,
  firstByteMs: 20,
  totalMs: 31.25,
  reusedConnection: true,
};
const nameOf = (): string => 'Harbour';

describe('requests as a file', () => {
  it('quotes what CSV needs quoted', () => {
    const [head, line] = requestsCsv([request], nameOf).split('\r\n');
    expect(head?.split(',')).toHaveLength(19);
    expect(line).toBe(
      '2026-10-14T08:21:07.140Z,Harbour,table,QueryEntities,Ships,"Quay, ""north""",0,GET,https://harbour.example/Ships(),200,,,2,0,12000,1.500,20.000,31.250,yes',
    );
  });

  it('distinguishes a new connection from a reused one', () => {
    expect(requestsCsv([{ ...request, reusedConnection: false }], nameOf)).toMatch(/,no\r\n$/);
  });

  it('keeps in HAR when a request began, and where its time went', () => {
    const { log } = JSON.parse(requestsHar([request], nameOf, '1.2.3')) as {
      log: { entries: { startedDateTime: string; time: number; timings: Record<string, number> }[] };
    };
    const [entry] = log.entries;
    expect(entry?.startedDateTime).toBe('2026-10-14T08:21:07.107Z');
    expect(entry?.time).toBe(32.75);
    expect(entry?.timings).toMatchObject({ blocked: 1.5, wait: 20, receive: 11.25 });
  });
});
