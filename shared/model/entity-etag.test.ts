import { expect, it } from 'vitest';
import { etagOf, timestampOf } from './entity-etag';

it('reads the Timestamp that an ETag was made of, and nothing from another ETag', () => {
  const timestamp = '2026-10-14T08:21:07.1402918Z';
  expect(etagOf(timestamp)).toBe(`W/"datetime'2026-10-14T08%3A21%3A07.1402918Z'"`);
  expect(timestampOf(etagOf(timestamp))).toBe(timestamp);
  expect(etagOf('a\ud800\u{1f6a2}')).toBe(`W/"datetime'a%EF%BF%BD%F0%9F%9A%A2'"`);
  expect(timestampOf('W/"0x8D"')).toBe('');
  expect(timestampOf(`x${etagOf(timestamp)}`)).toBe('');
  expect(timestampOf(`${etagOf(timestamp)}x`)).toBe('');
  expect(timestampOf(`W/"datetime'%'"`)).toBe('');
});
