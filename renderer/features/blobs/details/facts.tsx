// Named facts under a heading, with at most one action beside it.
import type { ReactNode } from 'react';
import { t } from '@shared/strings/t';
import { visibleLine, visibleLines } from '@shared/visible-text';
import { Button } from '@renderer/ui';
import styles from './details-panel.module.css';

export interface Fact {
  readonly name: string;
  readonly value: string;
  readonly face?: 'interface' | 'mono';
  /** Shown in place of a missing value; default `not set`. */
  readonly absentText?: string;
}

export interface SectionProps {
  readonly title: string;
  /** Right of the heading. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, action, children }: SectionProps) {
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h3 className={styles.heading}>{title}</h3>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Why an action is disabled, if the reason is not the connection. */
export function Reason({ why }: { readonly why: string | null }) {
  return why === null ? null : <p className={styles.reason}>{why}</p>;
}

export interface VerbProps {
  /** The visible text. */
  readonly children: string;
  /** Announced by screen readers where the text alone is not clear. */
  readonly label?: string;
  /** Why it is not possible; null if it is. */
  readonly disabledReason: string | null;
  readonly onPress: () => void;
}

export function Verb({ children, label, disabledReason, onPress }: VerbProps) {
  return (
    <Button
      size="small"
      variant="quiet"
      disabledReason={disabledReason}
      {...(label === undefined ? {} : { 'aria-label': label })}
      onPress={onPress}
    >
      {children}
    </Button>
  );
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, face, absentText = t`not set` }, index) => (
        <div key={`${name}-${index}`} className={styles.fact}>
          <dt>{visibleLine(name)}</dt>
          <dd className={value !== '' && face === 'mono' ? styles.mono : undefined}>
            {value === '' ? <span className={styles.absentText}>{absentText}</span> : visibleLines(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export interface PairsProps {
  /** Undefined until they are read. */
  readonly pairs: readonly { readonly name: string; readonly value: string }[] | undefined;
  /** Shown if there are none. */
  readonly none: string;
}

/** Names and values as they were written by a client: metadata and index tags. */
export function Pairs({ pairs, none }: PairsProps) {
  if (pairs === undefined) return null;
  if (pairs.length === 0) return <p className={styles.absentText}>{none}</p>;
  return <Facts facts={pairs.map(({ name, value }) => ({ name, value, face: 'mono' }))} />;
}
