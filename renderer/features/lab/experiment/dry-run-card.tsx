// What a run would do, before it is started: requests, data, time, cost, what is made, why it may not start.
import type { StowageError } from '@shared/errors';
import type { DryRun } from '@shared/lab/dry-run';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import { ErrorNotice } from '@renderer/ui';
import styles from './experiment-view.module.css';

export interface DryRunCardProps {
  readonly plan: DryRun | undefined;
  readonly error: StowageError | null;
}

export function DryRunCard({ plan, error }: DryRunCardProps) {
  if (error) return <ErrorNotice error={error} />;
  const facts: readonly (readonly [string, string])[] = [
    ['Settings', plan ? `${formatCount(plan.settings)} × ${formatCount(plan.repetitions)}` : '–'],
    ['Requests', plan ? formatCount(plan.requests) : '–'],
    ['Data up', plan ? formatBytes(plan.bytesUp) : '–'],
    ['Data down', plan ? formatBytes(plan.bytesDown) : '–'],
    ['Time, about', plan ? formatDuration(plan.elapsedMs) : '–'],
    ['Cost', plan ? (plan.cost === 0 ? 'none' : `about ${costText(plan.cost)}`) : '–'],
  ];
  return (
    <section className={styles.dryRun} aria-label="What this run would do">
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {plan && plan.refusals.length > 0 ? (
        <ul className={styles.refusals}>
          {plan.refusals.map((refusal) => (
            <li key={refusal}>{refusal}</li>
          ))}
        </ul>
      ) : (
        <p className={styles.muted}>
          {plan ? `It makes ${plan.creates.join(' and ')} of its own and removes that at the end.` : 'Counting.'}
        </p>
      )}
    </section>
  );
}

function costText(dollars: number): string {
  return dollars < 0.01 ? 'less than 0.01 USD' : `${dollars.toFixed(2)} USD`;
}
