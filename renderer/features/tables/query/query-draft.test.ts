// From the user's input to the query that is sent, and the messages when it is invalid.
import { wholeFilter } from '@shared/query/key-filter';
import { describe, expect, it } from 'vitest';
import { type KeyDraft, commitPending, emptyKeyDraft, withOperator } from './key-draft';
import { type PropertyDraft, defaultOperator, operatorsFor, withType } from './property-draft';
import { type QueryDraft, draftQuery, emptyQueryDraft } from './query-draft';

const shape = { table: 'Movies', pageSize: 1000, select: [] };
const key = (change: Partial<KeyDraft>): KeyDraft => ({ ...emptyKeyDraft, ...change });
const property = (change: Partial<PropertyDraft>): PropertyDraft => ({
  id: 'c1',
  name: 'Rating',
  operator: 'gt',
  type: 'Edm.Double',
  text: '4',
  ...change,
});

function ready(draft: Partial<QueryDraft>) {
  const result = draftQuery({ ...emptyQueryDraft, ...draft }, shape);
  if (result.state !== 'ready') throw new Error(result.problems.map(({ sentence }) => sentence).join(' '));
  return result.query;
}

function sentences(draft: Partial<QueryDraft>): readonly string[] {
  const result = draftQuery({ ...emptyQueryDraft, ...draft }, shape);
  return result.state === 'problem' ? result.problems.map(({ sentence }) => sentence) : [];
}

describe('key conditions', () => {
  it('reads the picture: one category, titles that start with Sh', () => {
    expect(
      ready({
        partitionKey: key({ operator: 'is', text: 'Action' }),
        rowKey: key({ operator: 'starts-with', text: 'Sh' }),
      }),
    ).toMatchObject({
      partitionKey: { kind: 'is', value: 'Action' },
      rowKey: { kind: 'starts-with', prefix: 'Sh' },
    });
  });

  it('takes an empty key as a key, an empty prefix as no condition', () => {
    const query = ready({ partitionKey: key({ operator: 'is' }), rowKey: key({ operator: 'starts-with' }) });
    expect(query.partitionKey).toEqual({ kind: 'is', value: '' });
    expect(query.rowKey).toEqual({ kind: 'any' });
  });

  it('keeps open ends of a range open, and both kinds of bound', () => {
    expect(ready({ rowKey: key({ operator: 'range', from: 'a', fromBound: 'exclusive' }) }).rowKey).toEqual({
      kind: 'range',
      from: { value: 'a', inclusive: false },
    });
    expect(ready({ rowKey: key({ operator: 'range', to: 'b' }) }).rowKey).toEqual({
      kind: 'range',
      to: { value: 'b', inclusive: true },
    });
  });

  it('counts the value being typed as one of the values, each once', () => {
    const draft = key({ operator: 'one-of', values: ['Action', 'Drama'], pending: 'Drama' });
    expect(ready({ partitionKey: draft }).partitionKey).toEqual({ kind: 'one-of', values: ['Action', 'Drama'] });
    expect(commitPending(key({ operator: 'one-of', pending: 'a\r\nb\n\na' })).values).toEqual(['a', 'b']);
  });

  it('carries typed text to the next operator', () => {
    const is = key({ operator: 'is', text: 'Action' });
    expect(withOperator(is, 'starts-with').text).toBe('Action');
    expect(withOperator(is, 'one-of').values).toEqual(['Action']);
    expect(withOperator(is, 'range').from).toBe('Action');
  });

  it.each([
    ['a/b', 'PartitionKey contains /'],
    ['\\', 'contains \\'],
    ['x#', 'contains #'],
    ['why?', 'contains ?'],
    ['a\u0007', 'U+0007'],
    ['a\u0085', 'U+0085'],
    ['\ud83d', 'half a character at position 1'],
    ['k'.repeat(513), '513 characters long'],
  ])('rejects %j', (text, part) => {
    expect(sentences({ partitionKey: key({ operator: 'is', text }) })[0]).toContain(part);
  });

  it('accepts any text that keys may contain: quotes, percent, semicolons, emoji', () => {
    expect(sentences({ partitionKey: key({ operator: 'is', text: `o'neil;100 % 🚢` }) })).toEqual([]);
  });

  it('reports a reversed range and an empty list', () => {
    expect(sentences({ rowKey: key({ operator: 'range', from: 'b', to: 'a' }) })[0]).toContain('Swap');
    expect(sentences({ rowKey: key({ operator: 'one-of' }) })[0]).toContain('has no values yet');
  });
});

describe('property conditions', () => {
  it('types operands as the property has them', () => {
    const operand = (change: Partial<PropertyDraft>) => {
      const { where } = ready({ properties: [property(change)] });
      return where?.kind === 'comparison' ? where.operand : undefined;
    };
    expect(operand({ text: '4' })).toEqual({ type: 'Edm.Double', value: '4.0' });
    expect(operand({ text: '.5' })).toEqual({ type: 'Edm.Double', value: '0.5' });
    expect(operand({ type: 'Edm.Int64', text: '9007199254740993' })).toEqual({
      type: 'Edm.Int64',
      value: '9007199254740993',
    });
    expect(operand({ type: 'Edm.DateTime', text: '2026-10-14' })).toEqual({
      type: 'Edm.DateTime',
      value: '2026-10-14T00:00:00Z',
    });
    expect(operand({ type: 'Edm.DateTime', text: '2026-10-14 08:21:07.1402918' })).toEqual({
      type: 'Edm.DateTime',
      value: '2026-10-14T08:21:07.1402918Z',
    });
    expect(operand({ type: 'Edm.Boolean', operator: 'eq', text: 'true' })).toEqual({
      type: 'Edm.Boolean',
      value: true,
    });
    expect(operand({ type: 'Edm.Binary', operator: 'eq', text: '0x01 FF' })).toEqual({
      type: 'Edm.Binary',
      value: 'Af8=',
    });
  });

  it('requests a range with its start and without its end, and leaves an open end open', () => {
    const range = { name: 'PlacedAt', operator: 'range', type: 'Edm.DateTime' } as const;
    const queryFor = (text: string, to?: string) =>
      wholeFilter(ready({ properties: [property({ ...range, text, ...(to === undefined ? {} : { to }) })] })).text;
    expect(queryFor('2026-03-04 10:00', '2026-03-04 10:05')).toBe(
      "PlacedAt ge datetime'2026-03-04T10:00:00Z' and PlacedAt lt datetime'2026-03-04T10:05:00Z'",
    );
    expect(queryFor('2026-03-04')).toBe("PlacedAt ge datetime'2026-03-04T00:00:00Z'");
    expect(queryFor('', '2026-03-04')).toBe("PlacedAt lt datetime'2026-03-04T00:00:00Z'");
    expect(queryFor('2026-03-04 10:00', '10:05')).toBe(queryFor('2026-03-04 10:00', '2026-03-04 10:05'));
  });

  it('offers ranges for a single condition, and suggests one first for a time', () => {
    const offered = (...of: Parameters<typeof operatorsFor>) => operatorsFor(...of).map(({ operator }) => operator);
    expect(offered('Edm.DateTime', 'bar')).toContain('range');
    expect(offered('Edm.DateTime', 'group')).not.toContain('range');
    expect(offered('Edm.Guid', 'bar')).not.toContain('range');
    expect(defaultOperator('Edm.DateTime', 'bar')).toBe('range');
    expect(defaultOperator('Edm.DateTime', 'group')).toBe('ge');
    expect(defaultOperator('Edm.String', 'bar')).toBe('eq');
  });

  it.each<[Partial<PropertyDraft>, string]>([
    [{ type: 'Edm.Int32', text: '2147483648' }, 'is out of range for Int32'],
    [{ type: 'Edm.Int64', text: '9223372036854775808' }, 'is out of range for Int64'],
    [{ type: 'Edm.Int32', text: '1.5' }, 'whole number'],
    [{ text: 'many' }, 'Enter a number'],
    [{ type: 'Edm.DateTime', text: '2026-13-01' }, 'a month that does not exist'],
    [{ type: 'Edm.DateTime', text: '2026-02-30' }, '2026-02 has 28 days'],
    [{ type: 'Edm.DateTime', text: 'yesterday' }, 'UTC time'],
    [{ type: 'Edm.Guid', text: 'abc' }, '8-4-4-4-12'],
    [{ type: 'Edm.Binary', text: 'abc' }, 'hexadecimal'],
    [{ name: '' }, 'Enter the property name'],
    [{ name: 'a-b' }, 'not a valid property name'],
    [{ operator: 'starts-with', type: 'Edm.String', text: '' }, 'needs a value. Type the first'],
    [{ operator: 'range', text: ' ' }, 'needs a start, an end, or both'],
    [{ operator: 'range', text: '10', to: '9.5' }, 'is empty'],
    [{ operator: 'range', text: '4', to: '4.0' }, 'is empty'],
    [{ operator: 'range', text: '4', to: 'five' }, 'Enter a number'],
  ])('reports the mistake in %j', (change, part) => {
    expect(sentences({ properties: [property(change)] })[0]).toContain(part);
  });

  it('joins several with and, and leaves an operator that the new type lacks', () => {
    expect(ready({ properties: [property({}), property({ id: 'c2', name: 'Votes' })] }).where?.kind).toBe('and');
    expect(withType(property({ type: 'Edm.String', operator: 'starts-with', text: 'x' }), 'Edm.Boolean')).toMatchObject(
      {
        operator: 'eq',
        text: 'true',
      },
    );
  });
});

describe('filter text', () => {
  it('replaces every condition', () => {
    const query = ready({
      mode: 'text',
      filterText: ' Rating gt 4.0 ',
      partitionKey: key({ operator: 'is', text: 'Action' }),
    });
    expect(query).toMatchObject({ filterText: 'Rating gt 4.0', partitionKey: { kind: 'any' } });
  });

  it('is no filter when empty', () => {
    expect(ready({ mode: 'text', filterText: ' ' })).not.toHaveProperty('filterText');
  });
});
