// What a run would do, before it is started: requests, data, time, cost, what is created, and why it may not start.
import type { StowageError } from '@shared/errors';
import type { DryRun } from '@shared/lab/lab-messages';
import { formatFixed } from '@shared/strings/numbers';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import { ErrorNotice } from '@renderer/ui';
import styles from './experiment-view.module.css';

export interface DryRunCardProps {
  readonly plan: DryRun | undefined;
  readonly error: StowageError | null;
  /** `no-values`: a field has a value for which no run can be computed. */
  readonly of: 'values' | 'no-values';
}

export function DryRunCard({ plan, error, of }: DryRunCardProps) {
  if (error) return <ErrorNotice error={error} />;
  const facts: readonly (readonly [string, string])[] = [
    [t`Settings`, plan ? `${formatCount(plan.settings)} × ${formatCount(plan.repetitions)}` : '–'],
    [t`Requests`, plan ? formatCount(plan.requests) : '–'],
    [t`Data sent`, plan ? formatBytes(plan.bytesUp) : '–'],
    [t`Data received`, plan ? formatBytes(plan.bytesDown) : '–'],
    ...(plan && plan.diskBytes > 0 ? [[t`Space on disk`, formatBytes(plan.diskBytes)] as const] : []),
    [t`Estimated time`, plan ? formatDuration(plan.elapsedMs) : '–'],
    [t`Cost`, plan ? (plan.cost === 0 ? t`none` : t`about ${costText(plan.cost)}`) : '–'],
  ];
  return (
    <section className={styles.dryRun} aria-label={t`Run preview`}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {plan && plan.disabledReasons.length > 0 ? (
        <ul className={styles.refusals}>
          {plan.disabledReasons.map((disabledReason) => (
            <li key={disabledReason}>{disabledReason}</li>
          ))}
        </ul>
      ) : (
        <p className={styles.muted}>{plan ? createsText(plan) : of === 'values' ? t`Calculating.` : noValues}</p>
      )}
    </section>
  );
}

const noValues = t`Shown once all fields are valid.`;

function createsText({ creates, table }: DryRun): string {
  if (table !== '') return t`It writes to the table ${table} and leaves it there for the other machines.`;
  return t`It uses its own ${creates.join(' and ')} and deletes it at the end.`;
}

function costText(dollars: number): string {
  return dollars < 0.01 ? t`less than ${formatFixed(0.01, 2)} USD` : t`${formatFixed(dollars, 2)} USD`;
}
