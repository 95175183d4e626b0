import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SasRequest, grantsWriting, orderedRights, sasProblems, sasRights, sasTime } from './sas-request';
import { sasSentence } from './sas-sentence';
import { sasToken, stringToSign } from './string-to-sign';

const nowMs = Date.parse('2026-03-01T00:00:00Z');
const request: SasRequest = {
  resource: { kind: 'blob', container: 'photos', name: 'a b/ü.png' },
  rights: 'rw',
  startsOn: '2026-03-01T08:00:00Z',
  expiresOn: '2026-03-02T08:00:00Z',
  ipRange: '203.0.113.4-203.0.113.9',
  protocol: 'https',
  policy: '',
};

describe('the signed fields', () => {
  it('has sixteen lines for a blob, in the order of the service', () => {
    expect(stringToSign(request, 'acct').split('\n')).toEqual([
      'rw',
      '2026-03-01T08:00:00Z',
      '2026-03-02T08:00:00Z',
      '/blob/acct/photos/a b/ü.png',
      '',
      '203.0.113.4-203.0.113.9',
      'https',
      '2021-12-02',
      'b',
      ...['', '', '', '', '', '', ''],
    ]);
  });

  it('has twelve for a table, its name in lower case', () => {
    const lines = stringToSign({ ...request, resource: { kind: 'table', table: 'Orders' } }, 'acct').split('\n');
    expect(lines).toHaveLength(12);
    expect([lines[3], lines[7]]).toEqual(['/table/acct/orders', '2019-02-02']);
  });

  it('of a container names it alone', () => {
    const lines = stringToSign({ ...request, resource: { kind: 'container', container: 'photos' } }, 'acct').split(
      '\n',
    );
    expect([lines[3], lines[8]]).toEqual(['/blob/acct/photos', 'c']);
  });
});

describe('a token', () => {
  it('describes the signed fields, omits unsigned ones, and can be parsed back', () => {
    const query = new URLSearchParams(sasToken({ ...request, startsOn: '', ipRange: '' }, 'a+b/c='));
    expect(Object.fromEntries(query)).toEqual({
      sv: '2021-12-02',
      se: '2026-03-02T08:00:00Z',
      spr: 'https',
      sr: 'b',
      sp: 'rw',
      sig: 'a+b/c=',
    });
    expect([...query.keys()].at(-1)).toBe('sig');
  });

  it('has the version that was signed, and names a table or the kind of resource', () => {
    const of = (resource: SasRequest['resource']): string[] => {
      const query = new URLSearchParams(sasToken({ ...request, resource }, 's'));
      return ['sv', 'sr', 'tn', 'st', 'sip'].map((name) => query.get(name) ?? '');
    };
    const rest = ['2026-03-01T08:00:00Z', '203.0.113.4-203.0.113.9'];
    expect(of({ kind: 'table', table: 'Orders' })).toEqual(['2019-02-02', '', 'Orders', ...rest]);
    expect(of({ kind: 'container', container: 'photos' })).toEqual(['2021-12-02', 'c', '', ...rest]);
  });
});

describe('rights', () => {
  it('come in the order of the service, each once, whatever the order of choosing', () => {
    expect(orderedRights('container', 'tlwr')).toBe('rwlt');
    const all = (['blob', 'container', 'table'] as const).map((kind) => ({
      kind,
      letters: sasRights[kind].map(({ letter }) => letter as string),
    }));
    fc.assert(
      fc.property(
        fc.constantFrom(...all).chain(({ kind, letters }) => fc.tuple(fc.constant(kind), fc.shuffledSubarray(letters))),
        ([kind, chosen]) => {
          const ordered = orderedRights(kind, chosen.join(''));
          expect([...ordered].sort()).toEqual([...chosen].sort());
          expect(orderedRights(kind, ordered)).toBe(ordered);
        },
      ),
    );
  });

  it('distinguish write permissions from read permissions', () => {
    expect(['', 'r', 'rl'].map(grantsWriting)).toEqual([false, false, false]);
    expect(['w', 'ra', 'd', 't'].map(grantsWriting)).toEqual([true, true, true, true]);
  });
});

describe('problems', () => {
  it('are none for a good request, and none where a policy gives rights and expiry', () => {
    expect(sasProblems(request, nowMs)).toEqual({});
    expect(sasProblems({ ...request, rights: '', startsOn: '', expiresOn: '', policy: 'crew' }, nowMs)).toEqual({});
  });

  it.each([
    [{ rights: '' }, 'rights'],
    [{ rights: 'wr' }, 'rights'],
    [{ rights: 'rl' }, 'rights'],
    [{ startsOn: 'tomorrow' }, 'startsOn'],
    [{ expiresOn: '2027-02-30T00:00:00Z' }, 'expiresOn'],
    [{ expiresOn: '2027-02-03T24:00:00Z' }, 'expiresOn'],
    [{ expiresOn: '' }, 'expiresOn'],
    [{ expiresOn: '2026-02-01T00:00:00Z' }, 'expiresOn'],
    [{ startsOn: '2026-03-03T00:00:00Z' }, 'expiresOn'],
    [{ ipRange: '203.0.113' }, 'ipRange'],
    [{ ipRange: '203.0.113.256' }, 'ipRange'],
    [{ ipRange: '203.0.113.9-203.0.113.4' }, 'ipRange'],
    [{ ipRange: '1.1.1.1-2.2.2.2-3.3.3.3' }, 'ipRange'],
  ] as const)('%j are of %s', (wrong, field) => {
    expect(Object.keys(sasProblems({ ...request, ...wrong }, nowMs))).toEqual([field]);
  });
});

it.each([
  ['2026-03-01', '2026-03-01T00:00:00Z'],
  [' 2026-03-01 8:05 ', '2026-03-01T08:05:00Z'],
  ['2026-03-01T08:05Z', '2026-03-01T08:05:00Z'],
  ['2026-03-01T08:05:06Z', '2026-03-01T08:05:06Z'],
  ['tomorrow', 'tomorrow'],
  ['', ''],
])('a time typed as %j is %j', (typed, time) => {
  expect(sasTime(typed)).toBe(time);
});

describe('the sentence', () => {
  it('states who may do what, where, when, from which addresses and over which protocol', () => {
    expect(sasSentence(request)).toBe(
      'Anyone with this SAS can read and write the blob a b/ü.png, from 2026-03-01 08:00:00 UTC, until 2026-03-02 08:00:00 UTC, from the addresses 203.0.113.4-203.0.113.9, over HTTPS only. To revoke it, rotate the account key.',
    );
    const resource = { kind: 'table', table: 'Orders' } as const;
    expect(sasSentence({ ...request, resource, rights: 'raud' })).toContain(
      'query, add, update and delete entities in the table Orders',
    );
  });

  it('names the keys whose revocation ends a SAS signed with a user delegation key', () => {
    const text = sasSentence(request, 'user-delegation-key');
    expect(text).toContain('To revoke it, revoke the user delegation keys of the account.');
    expect(text).not.toContain('rotate');
  });

  it('states that revoking the policy revokes the token', () => {
    const text = sasSentence({ ...request, rights: '', policy: 'crew' });
    expect(text).toContain('do what the policy crew allows with the blob');
    expect(text).toContain('To revoke the SAS, delete the policy');
  });
});
