import { describe, expect, it } from 'vitest';
import { messageOf, objectOf, overLimitOf, serviceCodeOf } from './failure-facts';

describe('the limit that a busy service names', () => {
  it.each([
    [
      '<Error><Code>ServerBusy</Code><Message>Egress is over the account limit.\nRequestId:1</Message></Error>',
      'egress',
    ],
    ['<Error><Code>ServerBusy</Code><Message>Ingress is over the account limit.</Message></Error>', 'ingress'],
    ['{"odata.error":{"message":{"value":"Operations per second is over the account limit."}}}', 'operations'],
    ['<Error><Code>ServerBusy</Code><Message>The server is busy.</Message></Error>', ''],
    ['', ''],
  ])('%s: %s', (bodyText, limit) => {
    expect(overLimitOf(bodyText)).toBe(limit);
  });
});

describe('error code of a response', () => {
  const ofBody = (bodyText: string, headers: Record<string, string> = {}): string =>
    serviceCodeOf({ status: 400, headers, bodyText });
  const longest = `A${'a'.repeat(59)}`;

  it.each([
    ['<Error><Code>ServerBusy</Code></Error>', 'ServerBusy'],
    ['<m:error><m:code>TableNotFound</m:code></m:error>', 'TableNotFound'],
    ['{"odata.error":{"code":"EntityTooLarge"}}', 'EntityTooLarge'],
    ['{ "error" : { "code" : "InvalidInput" } }', 'InvalidInput'],
    [`<Code>${longest}</Code>`, longest],
    [`<Code>${longest}a</Code>`, ''],
    ['<Code>xServerBusy</Code>', ''],
    ['<Code>ServerBusy=</Code>', ''],
    ['<Code>AuthorizationSourceIPMismatch</Code>', 'AuthorizationSourceIPMismatch'],
    ['<Code>Md5Mismatch</Code>', 'Md5Mismatch'],
    ["<Code>InvalidOperation</Code><Message>ContentMD5 doesn't match</Message>", 'Md5Mismatch'],
    ["<Code>InvalidInput</Code><Message>contentMD5 doesn't match</Message>", 'InvalidInput'],
    ['<Code>InvalidOperation</Code><Message>Other</Message>', 'InvalidOperation'],
    ['', ''],
  ])('%j is %j', (bodyText, code) => {
    expect(ofBody(bodyText)).toBe(code);
  });

  it('is that of its header, where there is one', () => {
    expect(ofBody('<Code>ServerBusy</Code>', { 'x-ms-error-code': 'InternalError' })).toBe('InternalError');
  });
});

it.each([
  ['<Message>One.\nRequestId:1</Message>', 'One.'],
  ['<m:message xml:lang="en-US">One.\r\nRequestId:1</m:message>', 'One.'],
  ['{"odata.error":{"message":{"lang":"en-US","value":"Say \\"one\\".\\nRequestId:1"}}}', 'Say \\"one\\".'],
  [`<Message>${'a'.repeat(300)}</Message>`, 'a'.repeat(300)],
  [`<Message>${'a'.repeat(301)}</Message>`, 'a'.repeat(300)],
  ['', ''],
])('the message of %j is its first line, of 300 characters at most', (bodyText, message) => {
  expect(messageOf(bodyText)).toBe(message);
});

it.each([
  [{ service: 'blob', resource: '', path: '/' }, {}],
  [{ service: 'table', resource: 'Ships', path: "/Ships(PartitionKey='a',RowKey='b')" }, { table: 'Ships' }],
  [{ service: 'blob', resource: 'photos', path: '/photos' }, { container: 'photos' }],
  [
    { service: 'blob', resource: 'photos', path: '/photos/a%20b' },
    { container: 'photos', blob: 'a b' },
  ],
  [
    { service: 'blob', resource: 'photos', path: '/photos/a/b' },
    { container: 'photos', blob: 'a/b' },
  ],
  [{ service: 'blob', resource: 'photos', path: '/photos/%' }, { container: 'photos' }],
] as const)('the object of %j is %j', (facts, object) => {
  expect(objectOf(facts)).toEqual(object);
});
