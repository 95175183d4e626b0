// A person's picks in a conflict, and their consequences. The write itself is `edits.retry`.
import { updateOperation } from '@shared/edit/plan-edit';
import { resolveConflict } from '@shared/edit/conflict';
import type { StagedEdit } from '@shared/model/edit';
import type { ConflictPick, ConflictProperty, EditConflict } from '@shared/model/edit-outcome';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';

export type Take = ConflictPick['take'];
export type Picks = ReadonlyMap<string, Take>;

/** Mine where I changed it, else theirs; mine throughout where theirs is gone. */
export function defaultPicks({ theirs, properties }: EditConflict): Picks {
  return new Map(properties.map((property) => [property.name, theirs === null ? 'mine' : defaultChoice(property)]));
}

export function allPicks({ properties }: EditConflict, take: Take): Picks {
  return new Map(properties.map(({ name }) => [name, take]));
}

/** Those that differ first, the most disputed before the others; `nobody` changed the rest. */
export function sortedProperties({ properties }: EditConflict): readonly ConflictProperty[] {
  const order = { both: 0, mine: 1, theirs: 2, nobody: 3 } as const;
  return [...properties].sort((a, b) => order[a.changedBy] - order[b.changedBy]);
}

export type Resolution =
  /** Nothing of mine is left to write. */
  { readonly kind: 'keep-theirs' } | { readonly kind: 'write'; readonly edit: StagedEdit; readonly text: string };

/** The result of the picks. `text` say in one line what is sent. */
export function resolutionOf(edit: StagedEdit, { theirs, properties }: EditConflict, picks: Picks): Resolution {
  if (edit.kind === 'delete') {
    if (theirs === null) return { kind: 'keep-theirs' };
    return { kind: 'write', edit: resolveConflict(edit, theirs, []), text: t`Delete, If-Match ${theirs.etag}` };
  }
  const isAllTheirs = properties.every(({ name }) => picks.get(name) === 'theirs');
  if (isAllTheirs && edit.kind !== 'change-keys') return { kind: 'keep-theirs' };
  const resolved = resolveConflict(edit, theirs, pickList(picks));
  switch (resolved.kind) {
    case 'insert':
      return {
        kind: 'write',
        edit: resolved,
        text: t`Insert again with ${propertyCount(resolved.entity.properties.length)}`,
      };
    case 'update': {
      const changes = resolved.changes.length;
      if (changes === 0) return { kind: 'keep-theirs' };
      const operation = updateOperation(resolved) === 'merge' ? t`Merge` : t`Replace`;
      const text = t`${operation}, ${propertyCount(changes)} changed, If-Match ${resolved.read.etag}`;
      return { kind: 'write', edit: resolved, text };
    }
    case 'change-keys':
      return { kind: 'write', edit: resolved, text: t`Change the keys, If-Match ${resolved.read.etag}` };
    case 'delete':
      return { kind: 'write', edit: resolved, text: t`Delete, If-Match ${resolved.read.etag}` };
  }
}

export function pickList(picks: Picks): ConflictPick[] {
  return [...picks].map(([name, take]) => ({ name, take }));
}

function defaultChoice({ changedBy }: ConflictProperty): Take {
  return changedBy === 'mine' || changedBy === 'both' ? 'mine' : 'theirs';
}

function propertyCount(count: number): string {
  return counted(count, 'property');
}
