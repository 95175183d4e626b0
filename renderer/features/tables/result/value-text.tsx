// A value with its type and exact text, or a sign that there is none; what differs from another value is marked, also in
// a table of all differences.
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { classNames, TypeBadge } from '@renderer/ui';
import type { EdmValue } from '@shared/model/entity';
import { formatCount } from '@shared/units';
import { markedPieces, withMarks } from '@shared/visible-text';
import { exactText } from './value-format';
import { type PropertyDiff, excerptOf } from './value-diff';
import styles from './value-text.module.css';
import { type ReactNode, useMemo } from 'react';

interface ValueTextProps {
  readonly value: EdmValue | null;
  /** The value that it is compared with; the differing part is marked. */
  readonly against?: EdmValue | null;
  /** Where nothing is marked: of a long text the part is shown that differs from this one. */
  readonly near?: EdmValue | null;
  readonly tone?: 'old' | 'new';
  /** Names the text where it may scroll, for screen readers: `Remarks: Mine`. */
  readonly label?: string;
  /** Said where the entity does not hold the property. */
  readonly absent?: string;
}

/** From here on a narrow column may scroll, and the keyboard must be able to come in. */
const longestUnscrolled = 80;

export function ValueText({ value, against, near, tone, label = t`Text`, absent = t`absent` }: ValueTextProps) {
  if (value === null) return <span className={styles.absent}>{absent}</span>;
  const text = exactText(value);
  const textOf = (other: EdmValue | null | undefined): string | undefined =>
    other?.type === value.type ? exactText(other) : undefined;
  const { before, head, differing, tail, after } = excerptOf(text, textOf(against), textOf(near));
  const mayScroll = head.length + differing.length + tail.length > longestUnscrolled;
  return (
    <span className={classNames(styles.value, tone !== undefined && styles[tone])}>
      <TypeBadge type={value.type} />
      <span className={styles.text} {...(mayScroll ? { role: 'group', 'aria-label': label, tabIndex: 0 } : {})}>
        {text === '' ? <span className={styles.absent}>&quot;&quot;</span> : null}
        {before === 0 ? null : <span className={styles.absent}>{`${counted(before, 'character')} … `}</span>}
        {withMarks(head)}
        {differing === '' ? null : <mark className={styles.mark}>{withMarks(differing)}</mark>}
        {withMarks(tail)}
        {after === 0 ? null : (
          <span className={styles.absent}>{plural(
            after,
          )` … ${formatCount(after)} more character |  … ${formatCount(after)} more characters`}</span>
        )}
      </span>
    </span>
  );
}

interface DiffTableProps {
  readonly label: string;
  readonly diff: readonly PropertyDiff[];
  readonly before: string;
  readonly after: string;
}

export function DiffTable({ label, diff, before, after }: DiffTableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t`Property`}</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {diff.map((each) => (
          <tr key={each.name}>
            <th scope="row">{each.name}</th>
            <td>
              <ValueText value={each.before} against={each.after} tone="old" />
            </td>
            <td>
              <ValueText value={each.after} against={each.before} tone="new" absent={t`removed`} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface MarkedTextProps {
  /** Whether blanks at the ends are marked too, as in keys. */
  readonly ends?: 'marked' | 'plain';
  readonly children: string;
}

export function MarkedText({ ends = 'plain', children }: MarkedTextProps): ReactNode {
  const pieces = useMemo(() => markedPieces(children, ends), [children, ends]);
  if (pieces === null) return children;
  return pieces.map(({ text, mark }, index) =>
    mark === undefined ? (
      text
    ) : (
      <span key={index} className={styles.unseen} data-mark={mark.length > 1 ? `[${mark}]` : mark}>
        {text}
      </span>
    ),
  );
}
