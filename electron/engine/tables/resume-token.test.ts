import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { Position } from './page';
import { type QueryIdentity, decodeToken, encodeToken } from './resume-token';

const identity: QueryIdentity = { accountName: 'acc', table: 'Movies', filters: ['A', 'B', ''] };
const text = fc.string({ unit: 'grapheme' });
const position: fc.Arbitrary<Position> = fc.oneof(
  fc.constant<Position>({ kind: 'start' }),
  fc.constant<Position>({ kind: 'end' }),
  fc.record({ kind: fc.constant('at' as const), partitionKey: text, rowKey: fc.option(text) }),
);
const point = fc.record({
  positions: fc.array(position, { minLength: 3, maxLength: 3 }),
  after: fc.option(fc.record({ partitionKey: text, rowKey: text })),
});

describe('a continuation token', () => {
  it('restores the position of the query', () => {
    fc.assert(
      fc.property(point, (stood) => {
        expect(decodeToken(identity, encodeToken(identity, stood))).toEqual(stood);
      }),
    );
  });

  it('is rejected when any character is changed, added or missing', () => {
    fc.assert(
      fc.property(point, fc.nat(), fc.constantFrom('', 'A', '.', '-A'), (stood, at, instead) => {
        const token = encodeToken(identity, stood);
        const index = at % token.length;
        const changed = token.slice(0, index) + instead + token.slice(index + 1);
        fc.pre(changed !== token);
        expect(() => decodeToken(identity, changed)).toThrow(StowageError);
      }),
    );
  });

  it.each<[string, Partial<QueryIdentity>]>([
    ['account', { accountName: 'other' }],
    ['table', { table: 'Orders' }],
    ['filter', { filters: ['A', 'B', 'C'] }],
    ['number of ranges', { filters: ['A', 'B'] }],
  ])('belongs to one %s', (_, change) => {
    const token = encodeToken(identity, {
      positions: [{ kind: 'end' }, { kind: 'start' }, { kind: 'start' }],
      after: null,
    });
    try {
      decodeToken({ ...identity, ...change }, token);
      expect.unreachable();
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: 'invalid.token', context: { problem: 'it belongs to another query.' } });
    }
  });
});
