import { describe, expect, it } from 'vitest';
import type { PropertyChange } from '@shared/model/edit';
import type { EdmValue, Entity } from '@shared/model/entity';
import { type RowPlan, planRow } from './row-action';

const text = (value: string): EdmValue => ({ type: 'Edm.String', value });
const row = (properties: Entity['properties']): Entity => ({
  partitionKey: 'p',
  rowKey: 'r',
  timestamp: '',
  etag: 'W/"1"',
  properties,
});
const plan = (changes: readonly PropertyChange[], properties: Entity['properties']): RowPlan =>
  planRow(
    {
      table: 'T',
      action: { kind: 'update', changes: [...changes], mode: 'merge' },
      condition: 'as-read',
      readColumns: 'all',
    },
    row(properties),
  );
const set = (name: string, value: string): PropertyChange => ({ kind: 'set', name, value: text(value) });

describe('a bulk update of one row', () => {
  it('sends nothing when the row is already so', () => {
    expect(plan([set('A', 'x')], [{ name: 'A', value: text('x') }]).kind).toBe('unchanged');
    expect(plan([{ kind: 'remove', name: 'B' }], [{ name: 'A', value: text('x') }]).kind).toBe('unchanged');
  });

  it('sends nothing when its changes undo one another', () => {
    expect(plan([set('B', ''), { kind: 'remove', name: 'B' }], []).kind).toBe('unchanged');
    expect(plan([set('A', 'y'), set('A', 'x')], [{ name: 'A', value: text('x') }]).kind).toBe('unchanged');
  });

  it('counts a name or a removal only where the property is there', () => {
    const rename: PropertyChange = { kind: 'rename', name: 'A', to: 'B' };
    expect(plan([rename], [{ name: 'C', value: text('x') }]).kind).toBe('unchanged');
    expect(plan([rename], [{ name: 'A', value: text('x') }])).toMatchObject({
      kind: 'send',
      after: [{ name: 'B', value: text('x') }],
    });
    expect(plan([set('A', '')], []).kind).toBe('send');
  });

  it('sends the rest when they do not', () => {
    const sent = plan([set('A', 'y'), { kind: 'remove', name: 'B' }], [{ name: 'A', value: text('x') }]);
    expect(sent).toMatchObject({ kind: 'send', after: [{ name: 'A', value: text('y') }] });
  });
});

describe('a row that is put back', () => {
  const rules = { table: 'T', action: { kind: 'restore' }, condition: 'as-read', readColumns: 'all' } as const;
  const before = [{ name: 'A', value: text('x') }];

  it('replaces everything that the version of its ETag holds', () => {
    expect(planRow(rules, row(before))).toMatchObject({
      kind: 'send',
      request: { operation: 'replace', method: 'PUT', ifMatch: 'W/"1"', body: '{"A":"x"}' },
      after: before,
    });
  });

  it('is inserted, and over nothing, where it is gone', () => {
    expect(planRow(rules, { ...row(before), etag: '' })).toMatchObject({
      kind: 'send',
      request: { operation: 'insert', method: 'POST', ifMatch: null },
    });
  });
});
