// What holds the app back now and why, beside how much of the service's published targets is used.
import { useMemo } from 'react';
import type { MonitorStanding } from '@shared/model/monitor-standing';
import { appVerdict } from '@shared/monitor/app-verdict';
import { type CapacityFact, capacityFacts } from '@shared/monitor/capacity';
import { Meter, Truncate } from '@renderer/ui';
import { useStanding } from './use-standing';
import styles from './standing.module.css';

export interface StandingBarProps {
  readonly flow: 'live' | 'held';
  readonly nameOf: (connectionId: string) => string;
}

export function StandingBar({ flow, nameOf }: StandingBarProps) {
  const standing = useStanding(flow);
  return (
    <div className={styles.bar}>
      <VerdictNow standing={standing} />
      <Capacity standing={standing} nameOf={nameOf} />
    </div>
  );
}

function VerdictNow({ standing }: { readonly standing: MonitorStanding | undefined }) {
  const verdict = useMemo(() => standing && appVerdict(standing), [standing]);
  return (
    <section className={styles.verdict} aria-label="What holds it back now">
      <h2 className={styles.head}>
        Now <span className={styles.over}>last 10 s</span>
      </h2>
      <p className={styles.title} role="status">
        {verdict?.title ?? ' '}
      </p>
      {verdict === undefined || verdict.evidence.length === 0 ? null : (
        <ul className={styles.evidence}>
          {verdict.evidence.map(({ name, value }) => (
            <li key={name}>
              {name} <strong>{value}</strong>
            </li>
          ))}
        </ul>
      )}
      {verdict === undefined || verdict.advice === '' ? null : <p className={styles.advice}>{verdict.advice}</p>}
    </section>
  );
}

const nothing = { account: null, partition: null, blob: null } as const;

function Capacity({
  standing = nothing,
  nameOf,
}: {
  readonly standing: Pick<MonitorStanding, 'account' | 'partition' | 'blob'> | undefined;
  readonly nameOf: (connectionId: string) => string;
}) {
  const facts = useMemo(() => capacityFacts(standing, nameOf), [standing, nameOf]);
  return (
    <section className={styles.capacity} aria-label="Share of the service’s targets">
      <h2 className={styles.head}>
        Share of the service’s targets <span className={styles.over}>busiest now; emulators have none</span>
      </h2>
      <ul className={styles.facts}>
        {facts.map((fact) => (
          <Fact key={fact.id} fact={fact} />
        ))}
      </ul>
      <p className={styles.note}>* Published in 2012; today’s pages name the limits of the account instead.</p>
    </section>
  );
}

function Fact({ fact }: { readonly fact: CapacityFact }) {
  const { kind, subject, text, share, target } = fact;
  return (
    <li className={styles.fact} data-passed={share >= 1 || undefined}>
      <span className={styles.subject}>
        {kind}
        {subject === '' ? null : (
          <span className={styles.name}>
            <Truncate>{subject}</Truncate>
          </span>
        )}
      </span>
      <Meter label={`${kind} ${subject}`.trim()} value={Math.min(1, share)} max={1} valueText={text} />
      <span className={styles.figures}>
        {text}
        {target.standing === 'older' ? ' *' : ''}
      </span>
    </li>
  );
}
