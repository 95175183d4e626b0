import { describe, expect, it } from 'vitest';
import type { StagedEdit } from '../model/edit';
import { read, requestsOf, review, text, whole } from './fixtures/reviews';

describe('rejected edits', () => {
  const edit = (
    changes: Extract<StagedEdit, { kind: 'update' }>['changes'],
    more: Partial<typeof whole> = {},
  ): StagedEdit => ({
    kind: 'update',
    id: 'u',
    ...whole,
    ...more,
    mode: 'merge',
    changes,
  });
  it.each<[string, StagedEdit, string, string]>([
    ['a change of nothing', edit([]), 'properties', 'nothing is changed.'],
    ['a name that is none', edit([{ kind: 'set', ...text('a-b', '') }]), '“a-b”', 'this is not a valid property name.'],
    [
      'a name of the service',
      edit([{ kind: 'rename', name: 'A', to: 'RowKey' }]),
      'RowKey',
      'the service sets this property.',
    ],
    [
      'a name that is taken',
      edit([{ kind: 'rename', name: 'A', to: 'B' }]),
      'A',
      'the entity already has a property B.',
    ],
    [
      'a name that is too long',
      edit([{ kind: 'set', ...text('x'.repeat(256), '') }]),
      `“${'x'.repeat(80)}”`,
      'the name is 256 characters long.',
    ],
    ['what is not there', edit([{ kind: 'remove', name: 'C' }]), 'C', 'the entity has no such property.'],
    [
      'a text of another type',
      edit([{ kind: 'set', name: 'A', value: { type: 'Edm.Int32', value: 'x' } }]),
      'A',
      '“x” is not a whole number.',
    ],
    [
      'an ETag that is none',
      edit([{ kind: 'set', ...text('A', '') }], { read: { ...read, etag: '' } }),
      'ETag',
      'the entity was read without a usable ETag.',
    ],
    [
      'an ETag that breaks the header',
      edit([{ kind: 'set', ...text('A', '') }], { read: { ...read, etag: 'W/"1"\r\nX: y' } }),
      'ETag',
      'the entity was read without a usable ETag.',
    ],
    [
      'the same keys',
      { kind: 'change-keys', id: 'u', ...whole, to: { partitionKey: 'P', rowKey: 'R' }, changes: [] },
      'RowKey',
      'the keys are the same as before.',
    ],
    [
      'a replacement of what was read in part',
      { ...whole, kind: 'update', id: 'u', readColumns: 'some', mode: 'replace', changes: [] },
      'properties',
      'only some columns of the entity were read, and this change sends all of them.',
    ],
    [
      'too many properties',
      edit(Array.from({ length: 251 }, (_, index) => ({ kind: 'set', ...text(`N${index}`, '') }) as const)),
      'properties',
      'the entity has 253.',
    ],
    [
      'too much',
      edit(
        Array.from({ length: 20 }, (_, index) => ({ kind: 'set', ...text(`N${index}`, 'x'.repeat(30_000)) }) as const),
      ),
      'entity',
      expect.stringMatching(/^the entity has 120\d{4} bytes\.$/) as string,
    ],
  ])('%s', (_, rejected, field, problem) => {
    expect(review([rejected]).violations.map((violation) => [violation.field, violation.problem])).toEqual([
      [field, problem],
    ]);
    expect(review([rejected]).steps).toEqual([]);
  });

  it('an entity that is edited twice', () => {
    const twice = [
      edit([{ kind: 'set', ...text('A', '') }]),
      { ...edit([{ kind: 'set', ...text('B', '') }]), id: 'again' },
    ];
    expect(review(twice).violations).toMatchObject([{ editId: 'again', field: 'RowKey' }]);
  });

  it('edits that share an id, none of which is sent', () => {
    const insert = (rowKey: string, id: string): StagedEdit => ({
      kind: 'insert',
      id,
      mode: 'insert',
      entity: { partitionKey: 'P', rowKey, properties: [] },
    });
    const { violations, steps } = review([insert('1', 'a'), insert('2', 'b'), insert('3', 'a'), insert('4', 'a')]);
    expect(violations).toMatchObject([
      { editId: 'a', field: 'id', fix: 'Give each change its own ID.' },
      { editId: 'a', field: 'id' },
    ]);
    expect(steps.flatMap(requestsOf).map(({ rowKey }) => rowKey)).toEqual(['2']);
  });
});
