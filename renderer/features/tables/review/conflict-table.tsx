// Mine, theirs and as read side by side. Each row is a group of choices, or read-only without picks.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { Button, classNames, keyAlong } from '@renderer/ui';
import { isIdentical } from '@shared/edit/changes';
import type { ConflictProperty, EditConflict } from '@shared/model/edit-outcome';
import type { EdmValue } from '@shared/model/entity';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { type Picks, type Take, sortedProperties } from './conflict-picks';
import styles from './conflict-table.module.css';
import { ValueText } from '../result/value-text';

export interface ConflictTableProps {
  readonly conflict: EditConflict;
  /** `without-read` for an insert, of which nothing was read before. */
  readonly columns: 'all' | 'without-read';
  readonly picks: Picks | null;
  /** What the columns are called. */
  readonly headings?: Readonly<Record<Take, string>>;
  readonly isDisabled: boolean;
  readonly onPick: (name: string, take: Take) => void;
}

const defaultHeadings: Readonly<Record<Take, string>> = { mine: t`Mine`, theirs: t`Theirs`, 'as-read': t`As read` };
const changedLabels = {
  both: t`changed by both`,
  mine: t`changed by me`,
  theirs: t`changed by them`,
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
      <table className={styles.table} aria-label={t`Mine, theirs and as read`} onKeyDown={onKeyDown}>
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
              ? t`Hide ${counted(equal, 'property')} that nobody changed`
              : t`Show ${counted(equal, 'property')} that nobody changed`}
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
