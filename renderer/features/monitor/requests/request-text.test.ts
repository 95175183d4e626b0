import { describe, expect, it } from 'vitest';
import type { LoggedRequest } from '@shared/model/monitor';
import { exactMs, phaseMs, requestText, statusText, toneOf } from './request-text';

const request: LoggedRequest = {
  number: 1,
  atMs: Date.UTC(2026, 9, 14, 8, 21, 7, 140),
  connectionId: 'c',
  service: 'table',
  operation: 'QueryEntities',
  resource: 'Ships',
  partition: 'Quay',
  entities: 0,
  method: 'GET',
  address: 'https://harbour.example/Ships()',
  status: 200,
  errorCode: '',
  overLimit: '',
  attempt: 1,
  bytesUp: 0,
  bytesDown: 2_048,
  queueMs: 0.4,
  firstByteMs: 20,
  totalMs: 31,
  reusedConnection: true,
};

describe('the text of a logged request', () => {
  it('divides its time into parts that add up to it', () => {
    expect(phaseMs(request)).toEqual({ queue: 0.4, 'first-byte': 20, answer: 11 });
    expect(phaseMs({ ...request, firstByteMs: 0, totalMs: 5 })).toEqual({ queue: 0.4, 'first-byte': 0, answer: 5 });
  });

  it('never calls a time zero that was not', () => {
    expect([0, 0.0002, 0.4, 3.14, 31].map(exactMs)).toEqual(['0', '1 µs', '400 µs', '3.1 ms', '31 ms']);
  });

  it('names the outcome, and distinguishes throttling from failing', () => {
    const busy = { ...request, status: 503, errorCode: 'ServerBusy' };
    const lost = { ...request, status: 0, errorCode: 'network.reset' };
    expect([request, busy, lost].map(statusText)).toEqual(['200', '503 ServerBusy', 'network.reset']);
    expect([request, busy, lost].map(toneOf)).toEqual(['good', 'caution', 'bad']);
  });

  it('is copied with all that is known of it', () => {
    expect(requestText(request, 'Harbour')).toBe(`QueryEntities Ships
GET https://harbour.example/Ships()
Time: 2026-10-14T08:21:07.140Z
Connection: Harbour
Partition: Quay
Status: 200
Try: 1
Sent: 0 B, received: 2.0 KiB
Took: queue 400 µs, first byte 20 ms, answer 11 ms
Connection kept alive`);
  });
});
