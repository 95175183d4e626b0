import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConflictPick } from '../model/edit-outcome';
import type { Entity, Property } from '../model/entity';
import { withChanges } from './changes';
import { describeConflict, resolveConflict } from './conflict';
import { encodeProperties } from './encode-entity';
import { properties, update } from './fixtures/arbitraries';
import { resultOf } from './plan-edit';

const sorted = (all: readonly Property[]): string[] => all.map((each) => encodeProperties([each])).sort();
/** My edit, and what somebody else made of the entity meanwhile. */
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

  it('with a deletion makes the entity anew', () => {
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
});
