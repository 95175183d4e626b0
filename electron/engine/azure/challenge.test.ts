// Challenges as services and Resource Manager send them.
import { expect, it } from 'vitest';
import { parseChallenge } from './challenge';

const tenant = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const claims = '{"access_token":{"nbf":{"essential":true,"value":"1604106651"}}}';

it.each([
  [
    'unquoted values, as storage sends them',
    `Bearer authorization_uri=https://login.microsoftonline.com/${tenant}/oauth2/authorize resource_id=https://storage.azure.com`,
    { tenant, authority: 'https://login.microsoftonline.com', claims: null },
  ],
  [
    'quoted values with claims, as Resource Manager sends them',
    `Bearer realm="", authorization_uri="https://login.windows.net/${tenant}", error="insufficient_claims", claims="${Buffer.from(claims).toString('base64')}"`,
    { tenant, authority: 'https://login.windows.net', claims },
  ],
  [
    'no tenant',
    'Bearer authorization_uri="https://login.microsoftonline.com/common/oauth2/authorize"',
    { tenant: null, authority: 'https://login.microsoftonline.com', claims: null },
  ],
  [
    'an address without TLS',
    `Bearer authorization_uri=http://evil.example/${tenant}`,
    { tenant: null, authority: null, claims: null },
  ],
  [
    'damaged claims',
    'Bearer error="insufficient_claims", claims="e30"x',
    { tenant: null, authority: null, claims: '{}' },
  ],
  ['no JSON in the claims', 'Bearer claims="bm90IGpzb24="', { tenant: null, authority: null, claims: null }],
])('challenge: reads %s', (_, header, expected) => {
  expect(parseChallenge(header)).toEqual(expected);
});

it.each([undefined, '', 'Basic realm="x"', 'BearerX authorization_uri=https://a/b'])(
  'challenge: is none in %j',
  (header) => {
    expect(parseChallenge(header)).toBeNull();
  },
);
