// Mine, theirs and as read side by side, the picks between them, and the edit that results. Each row is a group of
// choices, or read-only without picks.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { Button, classNames, keyAlong } from '@renderer/ui';
import { isIdentical } from '@shared/edit/changes';
import type { ConflictPick, ConflictProperty, EditConflict } from '@shared/model/edit-outcome';
import type { EdmValue } from '@shared/model/entity';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import styles from './conflict-table.module.css';
import { ValueText } from '../result/value-text';
import { updateOperation } from '@shared/edit/plan-edit';
import { resolveConflict } from '@shared/edit/conflict';
import type { StagedEdit } from '@shared/model/edit';

interface ConflictTableProps {
  readonly conflict: EditConflict;
  /** `without-read` for an insert, for which nothing was read. */
  readonly columns: 'all' | 'without-read';
  readonly picks: Picks | null;
  /** The headings of the columns. */
  readonly headings?: Readonly<Record<Take, string>>;
  readonly isDisabled: boolean;
  readonly onPick: (name: string, take: Take) => void;
}

const defaultHeadings: Readonly<Record<Take, string>> = { mine: t`Mine`, theirs: t`Theirs`, 'as-read': t`Before` };
const changedLabels = {
  both: t`changed by both`,
  mine: t`changed by me`,
  theirs: t`changed by others`,
  nobody: t`equal`,
} as const;

export function ConflictTable({
  conflict,
  columns,
  picks,
  headings = defaultHeadings,
  isDisabled,
  onPick,
}: ConflictTableProps) {
  const id = useId();
  const body = useRef<HTMLTableSectionElement>(null);
  const [showsEqual, setShowsEqual] = useState(false);
  const properties = sortedProperties(conflict);
  const equal = properties.filter(({ changedBy }) => changedBy === 'nobody').length;
  const shown = showsEqual ? properties : properties.filter(({ changedBy }) => changedBy !== 'nobody');
  const takes: readonly Take[] = columns === 'all' ? ['mine', 'theirs', 'as-read'] : ['mine', 'theirs'];

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const [rowStep, columnStep] = [rowSteps[event.key] ?? 0, columnSteps[keyAlong(event)] ?? 0];
    const input = event.target;
    if ((rowStep === 0 && columnStep === 0) || !(input instanceof HTMLInputElement)) return;
    event.preventDefault();
    const row = shown.findIndex(({ name }) => name === input.name.slice(id.length));
    const next = shown[Math.max(0, Math.min(shown.length - 1, row + rowStep))];
    const take = takes[takes.indexOf(input.value as Take) + columnStep];
    if (next === undefined) return;
    if (columnStep !== 0 && take !== undefined) onPick(next.name, take);
    const wanted = columnStep === 0 ? picks?.get(next.name) : (take ?? input.value);
    const rowElement = body.current?.rows[shown.indexOf(next)];
    rowElement?.querySelector<HTMLInputElement>(`input[value="${wanted ?? ''}"]`)?.focus();
  };

  return (
    <>
      <table className={styles.table} aria-label={t`Mine, theirs and before`} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col">{t`Property`}</th>
            {takes.map((take) => (
              <th key={take} scope="col">
                {headings[take]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map((property) => (
            <tr key={property.name} data-changed={property.changedBy}>
              <th scope="row">
                {property.name}
                <span className={styles.changed}>{changedLabels[property.changedBy]}</span>
              </th>
              {takes.map((take) => {
                const value = valueOf(property, take);
                const against = take === 'as-read' || columns === 'without-read' ? undefined : property.asRead;
                const near = [property.theirs, property.mine].find(
                  (other) => !isIdentical(other ?? undefined, value ?? undefined),
                );
                const text = (
                  <ValueText
                    value={value}
                    label={`${property.name}: ${headings[take]}`}
                    {...(against === undefined ? {} : { against })}
                    {...(near === undefined ? {} : { near })}
                  />
                );
                if (picks === null || property.changedBy === 'nobody') {
                  return (
                    <td key={take}>
                      <div className={styles.plain}>{text}</div>
                    </td>
                  );
                }
                const isPicked = picks.get(property.name) === take;
                return (
                  <td key={take}>
                    <label className={classNames(styles.cell, isPicked && styles.picked)}>
                      <input
                        type="radio"
                        name={`${id}${property.name}`}
                        value={take}
                        aria-label={`${property.name}: ${headings[take]}`}
                        checked={isPicked}
                        disabled={isDisabled}
                        onChange={() => onPick(property.name, take)}
                      />
                      {text}
                    </label>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {equal > 0 ? (
        <div className={styles.more}>
          <Button size="small" variant="quiet" onPress={() => setShowsEqual(!showsEqual)}>
            {showsEqual
              ? plural(
                  equal,
                )`Hide ${formatCount(equal)} unchanged property | Hide ${formatCount(equal)} unchanged properties`
              : plural(
                  equal,
                )`Show ${formatCount(equal)} unchanged property | Show ${formatCount(equal)} unchanged properties`}
          </Button>
        </div>
      ) : null}
    </>
  );
}

const rowSteps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
const columnSteps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

function valueOf({ mine, theirs, asRead }: ConflictProperty, take: Take): EdmValue | null {
  switch (take) {
    case 'mine':
      return mine;
    case 'theirs':
      return theirs;
    case 'as-read':
      return asRead;
  }
}

type Take = ConflictPick['take'];
export type Picks = ReadonlyMap<string, Take>;

/** Mine if I changed it, else theirs; mine throughout if theirs is gone. */
export function defaultPicks({ theirs, properties }: EditConflict): Picks {
  return new Map(properties.map((property) => [property.name, theirs === null ? 'mine' : defaultChoice(property)]));
}

export function allPicks({ properties }: EditConflict, take: Take): Picks {
  return new Map(properties.map(({ name }) => [name, take]));
}

/** Properties changed by both first, unchanged ones last. */
function sortedProperties({ properties }: EditConflict): readonly ConflictProperty[] {
  const order = { both: 0, mine: 1, theirs: 2, nobody: 3 } as const;
  return [...properties].sort((a, b) => order[a.changedBy] - order[b.changedBy]);
}

type Resolution =
  /** None of my changes is left to write. */
  { readonly kind: 'keep-theirs' } | { readonly kind: 'write'; readonly edit: StagedEdit; readonly text: string };

/** The result of the picks. `text` describes the request in one line. */
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
