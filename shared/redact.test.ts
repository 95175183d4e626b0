import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redacted } from './redact';

describe('text removed as secret', () => {
  it.each([
    ['http://ann:p@ss@proxy.example:3128/', 'http://…@proxy.example:3128/'],
    ['http://ann:p/ss@proxy.example:3128/', 'http://…@proxy.example:3128/'],
    ['through http://ann:/p@s/s@@proxy.example:3128 to b.example', 'through http://…@proxy.example:3128 to b.example'],
    ['http://ann@a.example:p/ss@proxy.example/', 'http://…@proxy.example/'],
    ['http://ann@proxy.example', 'http://…@proxy.example'],
    ['http://:secret@proxy.example', 'http://…@proxy.example'],
  ])('the whole login of an address, %s', (text, safe) => {
    expect(redacted(text)).toBe(safe);
  });

  it('a login, whatever its password contains', () => {
    const password = fc
      .string({ unit: fc.constantFrom('p', '@', '/', ':', '?', '#', '&', '%'), maxLength: 8 })
      .map((some) => `${some}secret`);
    fc.assert(
      fc.property(password, (secret) => {
        expect(redacted(`no way to http://ann:${secret}@proxy.example:1/`)).toBe('no way to http://…@proxy.example:1/');
      }),
    );
  });

  it.each(['SharedKey quay:c2ln', 'SharedKeyLite quay:c2ln=', 'sharedkeylite  quay:c2ln'])(
    'the signature behind the account, %s',
    (text) => {
      expect(redacted(`sent ${text} to quay`)).toBe('sent SharedKey… to quay');
    },
  );

  it.each([
    ['https://a.example/box?se=2030&sig=a%2Fb&sp=r', 'https://a.example/box?se=2030&sig=…&sp=r'],
    ['SIG=a', 'SIG=…'],
    ['AccountName=a;AccountKey=YQ==;X=b', 'AccountName=a;AccountKey=…;X=b'],
    ['SharedAccessSignature=sv=1;X=b', 'SharedAccessSignature=…;X=b'],
    ['the design=a stays', 'the design=a stays'],
  ])('the value of a name in a connection string or SAS, %s', (text, safe) => {
    expect(redacted(text)).toBe(safe);
  });

  it('forty characters that may be a key, and not thirty-nine', () => {
    expect(redacted(`a ${'k'.repeat(39)} b`)).toBe(`a ${'k'.repeat(39)} b`);
    expect(redacted(`a ${'k'.repeat(40)}== b`)).toBe('a … b');
  });

  it('a path that may be a key, but in a frame', () => {
    const path = `${'ab/'.repeat(20)}c.js`;
    expect(redacted(`    at ${path}:1:2`)).toBe(`    at ${path}:1:2`);
    for (const line of [`x    at ${path}:1:2`, `    at ${path}:1:2 and`, `key ${path}`])
      expect(redacted(line)).not.toContain('ab/');
  });

  it.each([
    ['token eyJ0eXAiOiJKV1Qi.eyJhdWQi.c2ln-_x was sent', 'token … was sent'],
    ['grant_type=refresh_token&refresh_token=0.AXo-b_c&scope=a', 'grant_type=refresh_token&refresh_token=…&scope=a'],
    ['{"device_code":"DAQAB-x_y","user_code":"ABCD"}', '{"device_code":"…","user_code":"ABCD"}'],
    ['GET http://localhost:4711/?code=0.AX-o_b&state=4f-1', 'GET http://localhost:4711/?code=…&state=…'],
    [`a ${'aB3-'.repeat(50)} b`, 'a … b'],
    [`a ${'aB3-'.repeat(49)} b`, `a ${'aB3-'.repeat(49)} b`],
    ['code: auth.denied, status=403', 'code: auth.denied, status=403'],
  ])('tokens and codes of an authority, %s', (text, safe) => {
    expect(redacted(text)).toBe(safe);
  });

  it.each([
    ['Authorization: Bearer canary', 'Authorization: Bearer …'],
    ['{"authorization":"Basic YW5uOmNhbmFyeQ==","host":"a"}', '{"authorization":"Basic …","host":"a"}'],
    ['Proxy-Authorization: basic YW5uOmNhbmFyeQ==\r\nHost: a', 'Proxy-Authorization: basic …\r\nHost: a'],
    ['sent Bearer eyJ0eXAiOiJKV1Qi.eyJhdWQi.c2ln-_x to a.example', 'sent Bearer … to a.example'],
    ['sent Basic YTpi.', 'sent Basic …'],
  ])('the value behind Bearer and Basic, %s', (text, safe) => {
    expect(redacted(text)).toBe(safe);
  });
});

it.each([
  `    at ${'A1b2C3d4'.repeat(11)}==`,
  `    at read (/app/${'A1b2C3d4'.repeat(5)}:1:2)`,
  `first\n    at read (/app/${'A1b2C3d4'.repeat(5)}:1:2)\nthird`,
])('a key is taken out also where a frame is expected, %s', (text) => {
  expect(redacted(text)).not.toContain('A1b2C3d4');
});

describe('text left unchanged', () => {
  it.each([
    'http://127.0.0.1:10000/devstoreaccount1/box/a@b.txt',
    'https://ships.blob.core.windows.net/box/a@b:c.txt',
    'http://[::1]:10000/box/a@b.txt',
    'file:///home/ann/a@b.txt',
    'went wrong\n    at list (/usr/lib/stowage/resources/app/out/engine/transfers/index.js:1:2)\n    at C.run (/a/b.js:3:4)',
    '    at async /usr/lib/stowage/resources/application/output/engine/transfers:10:20',
    'a basic answer, and a bearer that is missing. Basic authentication is not supported.',
  ])('%s', (text) => {
    expect(redacted(text)).toBe(text);
  });
});
