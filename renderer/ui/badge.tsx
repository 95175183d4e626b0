// Small marks: a meaning, an Edm type, the cost of a query.
import type { ReactNode } from 'react';
import type { EdmType } from '@shared/model/entity';
import type { CostClass } from '@shared/model/table-query';
import { t } from '@shared/strings/t';
import styles from './badge.module.css';
import { classNames } from './class-names';

export interface BadgeProps {
  readonly tone?: 'neutral' | 'good' | 'caution' | 'bad' | 'information';
  /** `outlined` for marks that must be seen at once, such as PROD. */
  readonly appearance?: 'ground' | 'outlined';
  readonly children: ReactNode;
}

export function Badge({ tone = 'neutral', appearance = 'ground', children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tone], appearance === 'outlined' && styles.outlined)}>
      {children}
    </span>
  );
}

/** The type without its `Edm.`: `Int64`. */
export function TypeBadge({ type }: { readonly type: EdmType }) {
  return <span className={styles.type}>{type.slice('Edm.'.length)}</span>;
}

const costLabels: Record<CostClass, { readonly word: string; readonly filled: number }> = {
  point: { word: t`Point`, filled: 0.12 },
  'row-range': { word: t`Row range`, filled: 0.5 },
  'partition-scan': { word: t`Partition scan`, filled: 0.75 },
  'partition-range': { word: t`Partition range`, filled: 0.9 },
  'table-scan': { word: t`Table scan`, filled: 1 },
};

/** The term for a cost class, as everywhere in the product. */
export function costClassLabel(costClass: CostClass): string {
  return costLabels[costClass].word;
}

/** What a run has cost: one request, several, or so many that it should have been another query. */
export type MeasuredCost = 'light' | 'moderate' | 'heavy';

interface CostBadgeProps {
  readonly costClass: CostClass;
  /** Once it is known, it decides the colour; a scan of a table is not alarming before. */
  readonly measured?: MeasuredCost | undefined;
}

/** Shape, text and colour: a disc that fills as the query reads more of the table. */
export function CostBadge({ costClass, measured }: CostBadgeProps) {
  const { word: label } = costLabels[costClass];
  const colour = costClass === 'table-scan' && measured === undefined ? 'moderate' : measured;
  return (
    <span
      className={classNames(styles.cost, styles[costClass], colour !== undefined && styles[colour])}
      data-cost={costClass}
      data-measured={measured}
    >
      <CostShape costClass={costClass} />
      {label}
    </span>
  );
}

function CostShape({ costClass }: { readonly costClass: CostClass }) {
  const { filled } = costLabels[costClass];
  const angle = filled * 2 * Math.PI;
  const x = 6 + 4.5 * Math.sin(angle);
  const y = 6 - 4.5 * Math.cos(angle);
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden>
      <circle cx="6" cy="6" r="4.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
      {costClass === 'point' && <circle cx="6" cy="6" r="1.8" fill="currentColor" />}
      {costClass === 'table-scan' && <circle cx="6" cy="6" r="4.5" fill="currentColor" />}
      {costClass !== 'point' && costClass !== 'table-scan' && (
        <path d={`M6 6V1.5A4.5 4.5 0 ${filled > 0.5 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}Z`} fill="currentColor" />
      )}
    </svg>
  );
}
