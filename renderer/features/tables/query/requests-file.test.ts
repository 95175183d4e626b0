// A run as a file for other tools: valid, complete, and without secrets.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testRequest } from '../fixtures/test-port';
import { requestsHar, requestsJson } from './requests-file';

const run = {
  table: 'Movies',
  totals: { rows: 1000 },
  requests: [
    { request: testRequest(0), startToken: null, atMs: 0 },
    { request: testRequest(1, { rows: 0, ended: 'boundary' }), startToken: 's1.b.c', atMs: 40 },
  ],
};

const named = z.array(z.strictObject({ name: z.string(), value: z.string() }));
const ms = z.number().min(-1);
/** The requirements of HAR 1.2, without the members that start with an underscore. */
const har = z.strictObject({
  log: z.strictObject({
    version: z.literal('1.2'),
    creator: z.strictObject({ name: z.string(), version: z.string() }),
    comment: z.string(),
    entries: z.array(
      z.object({
        startedDateTime: z.iso.datetime(),
        time: z.number().min(0),
        request: z.strictObject({
          method: z.string(),
          url: z.url(),
          httpVersion: z.string(),
          cookies: named,
          headers: named,
          queryString: named,
          headersSize: z.int(),
          bodySize: z.int(),
        }),
        response: z.strictObject({
          status: z.int(),
          statusText: z.string(),
          httpVersion: z.string(),
          cookies: named,
          headers: named,
          content: z.strictObject({ size: z.int(), mimeType: z.string() }),
          redirectURL: z.string(),
          headersSize: z.int(),
          bodySize: z.int(),
        }),
        cache: z.strictObject({}),
        timings: z.strictObject({ blocked: ms, dns: ms, connect: ms, send: ms, wait: ms, receive: ms, ssl: ms }),
      }),
    ),
  }),
});

describe('HAR', () => {
  const file = har.parse(JSON.parse(requestsHar(run, '1.0.0')));

  it('matches the format, with an entry per request', () => {
    expect(file.log.entries).toHaveLength(2);
    expect(file.log.creator).toEqual({ name: 'Stowage', version: '1.0.0' });
  });

  it('adds up: the time of an entry is that of its phases', () => {
    for (const { time, timings } of file.log.entries) {
      expect(time).toBe(Object.values(timings).reduce((all, each) => all + Math.max(0, each), 0));
    }
  });

  it('has addresses that read back as the same parameters', () => {
    for (const { request } of file.log.entries) {
      expect([...new URL(request.url).searchParams].map(([name, value]) => ({ name, value }))).toEqual(
        request.queryString,
      );
    }
  });
});

it('as JSON keeps times, ends and the tokens to continue from', () => {
  expect(JSON.parse(requestsJson(run))).toMatchObject({
    table: 'Movies',
    totals: { rows: 1000 },
    requests: [
      { atMs: 0, queueMs: 2, startToken: null },
      { atMs: 40, rows: 0, ended: 'boundary', startToken: 's1.b.c' },
    ],
  });
});
