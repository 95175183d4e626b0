// Staged changes stay short, mean the user's actions in their order, and can be undone one by one.
import { withChanges } from '@shared/edit/changes';
import { properties } from '@shared/edit/fixtures/arbitraries';
import type { PropertyChange } from '@shared/model/edit';
import type { Property } from '@shared/model/entity';
import { edmValue } from '@shared/query/fixtures/arbitraries';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTaken, withPropertyChange, withoutProperty } from './property-changes';

const name = fc.constantFrom('A', 'B', 'C', '__proto__', 'etag', 'New');
const change: fc.Arbitrary<PropertyChange> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), name, value: edmValue }),
  fc.record({ kind: fc.constant('remove' as const), name }),
  fc.record({ kind: fc.constant('rename' as const), name, to: name }),
);

const sorted = (list: readonly Property[]): readonly Property[] =>
  [...list].sort((left, right) => (left.name < right.name ? -1 : 1));

/** The user sees each change applied in order to the entity; a change that is not allowed does nothing. */
function doneByHand(read: readonly Property[], steps: readonly PropertyChange[]): readonly Property[] {
  let staged: readonly PropertyChange[] = [];
  let shown: readonly Property[] = read;
  for (const step of steps) {
    const isHeld = shown.some((property) => property.name === step.name);
    const isFormer = staged.some((known) => known.kind === 'rename' && known.name === step.name);
    const isRejected =
      step.kind === 'rename' ? !isHeld || isTaken(read, staged, step.name, step.to) : isFormer && !isHeld;
    if (!isRejected) shown = withChanges(shown, [step]);
    staged = withPropertyChange(read, staged, step);
  }
  return shown;
}

describe('property changes', () => {
  it('have the effect of the single steps', () => {
    fc.assert(
      fc.property(properties, fc.array(change, { maxLength: 8 }), (read, steps) => {
        const staged = steps.reduce<readonly PropertyChange[]>((all, step) => withPropertyChange(read, all, step), []);
        expect(sorted(withChanges(read, staged))).toEqual(sorted(doneByHand(read, steps)));
      }),
    );
  });

  it('are empty when everything is as it was read', () => {
    fc.assert(
      fc.property(properties, fc.array(change, { maxLength: 8 }), (read, steps) => {
        let staged = steps.reduce<readonly PropertyChange[]>((all, step) => withPropertyChange(read, all, step), []);
        for (const each of [...staged]) staged = withoutProperty(staged, each.name);
        expect(staged).toEqual([]);
      }),
    );
  });

  it('contain at most one change of a kind per property', () => {
    fc.assert(
      fc.property(properties, fc.array(change, { maxLength: 8 }), (read, steps) => {
        const staged = steps.reduce<readonly PropertyChange[]>((all, step) => withPropertyChange(read, all, step), []);
        const marks = staged.map(({ kind, name: of }) => `${kind} ${of}`);
        expect(new Set(marks).size).toBe(marks.length);
      }),
    );
  });

  it('disappear when the original value is typed again', () => {
    const read: Property[] = [{ name: 'Due', value: { type: 'Edm.DateTime', value: '2026-10-14T08:21:07.1402918Z' } }];
    const moved = withPropertyChange(read, [], {
      kind: 'set',
      name: 'Due',
      value: { type: 'Edm.DateTime', value: '2026-10-15T08:21:07.1402918Z' },
    });
    expect(moved).toHaveLength(1);
    const [due] = read;
    expect(due && withPropertyChange(read, moved, { kind: 'set', ...due })).toEqual([]);
  });

  it('follow a renamed property and are discarded with it', () => {
    const read: Property[] = [{ name: 'A', value: { type: 'Edm.Int32', value: '1' } }];
    const renamed = withPropertyChange(read, [], { kind: 'rename', name: 'A', to: 'B' });
    const changed = withPropertyChange(read, renamed, {
      kind: 'set',
      name: 'B',
      value: { type: 'Edm.Int32', value: '2' },
    });
    expect(changed.map(({ kind }) => kind)).toEqual(['rename', 'set']);
    expect(withoutProperty(changed, 'B')).toEqual([]);
    expect(withPropertyChange(read, changed, { kind: 'remove', name: 'B' })).toEqual([{ kind: 'remove', name: 'A' }]);
    expect(isTaken(read, changed, 'B', 'A')).toBe(false);
  });
});
