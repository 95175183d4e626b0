import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StagedEdit } from '../model/edit';
import type { ConflictPick } from '../model/edit-outcome';
import type { Entity, Property } from '../model/entity';
import { withChanges } from './changes';
import { describeConflict, resolveConflict } from './conflict';
import { encodeProperties } from './encode-entity';
import { properties, update } from './fixtures/arbitraries';
import { resultOf } from './plan-edit';

const sorted = (all: readonly Property[]): string[] => all.map((each) => encodeProperties([each])).sort();
/** My edit, and a concurrent change of the entity by another client. */
const clash = fc.tuple(update, properties).map(([edit, others]) => ({
  edit,
  theirs: { ...edit.read, etag: 'W/"theirs"', properties: others } satisfies Entity,
}));
const takeAll = (
  take: ConflictPick['take'],
  { properties: all }: ReturnType<typeof describeConflict>,
): ConflictPick[] => all.map(({ name }) => ({ name, take }));

describe('a conflict', () => {
  it('ends as mine, theirs or as read where everything of one side is picked', () => {
    fc.assert(
      fc.property(clash, ({ edit, theirs }) => {
        const conflict = describeConflict(edit, theirs);
        const wanted = {
          mine: withChanges(edit.read.properties, edit.changes),
          theirs: theirs.properties,
          'as-read': edit.read.properties,
        };
        for (const take of ['mine', 'theirs', 'as-read'] as const) {
          const next = resolveConflict(edit, theirs, takeAll(take, conflict));
          expect(sorted(resultOf(next)?.properties ?? [])).toEqual(sorted(wanted[take]));
          expect(next.kind === 'update' && [next.read.etag, next.condition]).toEqual(['W/"theirs"', 'as-read']);
        }
      }),
    );
  });

  it('without picks keeps what each side changed alone', () => {
    fc.assert(
      fc.property(clash, ({ edit, theirs }) => {
        const next = resolveConflict(edit, theirs, []);
        const result = new Map((resultOf(next)?.properties ?? []).map(({ name, value }) => [name, value]));
        for (const { name, mine, theirs: other, changedBy } of describeConflict(edit, theirs).properties) {
          expect(result.get(name) ?? null).toEqual(changedBy === 'mine' || changedBy === 'both' ? mine : other);
        }
      }),
    );
  });

  it('with a deletion creates the entity again', () => {
    fc.assert(
      fc.property(update, (edit) => {
        expect(describeConflict(edit, null).reason).toBe('deleted');
        const next = resolveConflict(edit, null, []);
        expect(next.kind).toBe('insert');
        expect(sorted(resultOf(next)?.properties ?? [])).toEqual(
          sorted(withChanges(edit.read.properties, edit.changes)),
        );
      }),
    );
  });

  const read: Entity = {
    partitionKey: 'P',
    rowKey: '1',
    timestamp: '',
    etag: 'W/"read"',
    properties: [text('A', 'read')],
  };
  const theirs: Entity = { ...read, etag: 'W/"theirs"', properties: [text('A', 'read'), text('B', 'theirs')] };
  const staged = { id: '1', read, readColumns: 'all', condition: 'any' } as const;

  it('reports who changed which property', () => {
    const before = { ...read, properties: ['A', 'B', 'C', 'D'].map((name) => text(name, 'read')) };
    const now = { ...before, etag: 'W/"theirs"', properties: [text('A', 'read'), text('B', 'read'), text('C', 'new')] };
    const changes = ['B', 'D'].map((name) => ({ kind: 'set', ...text(name, 'mine') }) as const);
    const edit: StagedEdit = { ...staged, kind: 'update', mode: 'merge', read: before, changes };
    expect(resolveConflict(edit, now, [])).toMatchObject({ kind: 'update', mode: 'merge' });
    expect(resolveConflict({ ...edit, mode: 'replace' }, now, [])).toMatchObject({ kind: 'update', mode: 'replace' });
    const found = describeConflict(edit, now).properties.map(({ name, changedBy }) => [name, changedBy]);
    expect(Object.fromEntries(found)).toEqual({ A: 'nobody', B: 'mine', C: 'theirs', D: 'both' });
  });

  it('of an insertion is that something is there, with all that it has', () => {
    const { id } = staged;
    const mine = { partitionKey: 'P', rowKey: '1', properties: [text('A', 'mine')] };
    const edit: StagedEdit = { kind: 'insert', id, mode: 'insert', entity: mine };
    const conflict = describeConflict(edit, theirs);
    expect(conflict.reason).toBe('exists');
    expect(conflict.properties.map(({ name, changedBy }) => [name, changedBy])).toEqual([
      ['A', 'both'],
      ['B', 'theirs'],
    ]);
    expect(resolveConflict(edit, theirs, [])).toMatchObject({ kind: 'update', read: theirs, mode: 'merge' });
  });

  it('of a deletion stays a deletion, of the entity as it is now', () => {
    const edit: StagedEdit = { kind: 'delete', ...staged };
    expect(describeConflict(edit, theirs).reason).toBe('changed');
    expect(resolveConflict(edit, theirs, [])).toEqual({ ...edit, read: theirs, condition: 'as-read' });
    expect(resolveConflict(edit, null, [])).toBe(edit);
  });

  it('of new keys concerns the old or the new location', () => {
    const to = { partitionKey: 'P', rowKey: '2' };
    const edit: StagedEdit = { kind: 'change-keys', ...staged, to, changes: [] };
    expect(resolveConflict(edit, theirs, [])).toMatchObject({ kind: 'change-keys', read: theirs, to });
    for (const other of [to, { partitionKey: 'Q', rowKey: '1' }]) {
      const stored = { ...theirs, ...other };
      expect(resolveConflict(edit, stored, [])).toMatchObject({ kind: 'update', read: stored, mode: 'merge' });
    }
    expect(resolveConflict(edit, null, [])).toMatchObject({ kind: 'insert', entity: to });
  });

  it('leaves columns that were not read unchanged', () => {
    const edit: StagedEdit = {
      kind: 'update',
      ...staged,
      readColumns: 'some',
      mode: 'merge',
      changes: [{ kind: 'set', name: 'C', value: { type: 'Edm.String', value: 'mine' } }],
    };
    expect(describeConflict(edit, theirs).properties.map(({ name }) => name)).toEqual(['A', 'C']);
    const next = resolveConflict(edit, theirs, []);
    expect(sorted(resultOf(next)?.properties ?? [])).toEqual(sorted([...theirs.properties, text('C', 'mine')]));
  });
});

function text(name: string, value: string): Property {
  return { name, value: { type: 'Edm.String', value } };
}
