// What limits the app now and why, beside the utilisation of the service's published targets.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo, useEffect, useMemo } from 'react';
import type { MonitorState } from '@shared/model/monitor-state';
import { appVerdict } from '@shared/monitor/app-verdict';
import { type CapacityFact, capacityFacts } from '@shared/monitor/capacity';
import { t } from '@shared/strings/t';
import { Button, Meter, Truncate } from '@renderer/ui';
import { useMonitor } from '../monitor-store';
import styles from './verdict.module.css';
import { useCall } from '@renderer/bridge';

export interface VerdictBarProps {
  readonly flow: 'live' | 'held';
  readonly nameOf: (connectionId: string) => string;
}

/** Rendered when there is a new answer, not with every sample. */
export const VerdictBar = memo(function VerdictBar({ flow, nameOf }: VerdictBarProps) {
  const state = useMonitorState(flow);
  return (
    <div className={styles.bar}>
      <VerdictNow state={state} />
      <Capacity state={state} nameOf={nameOf} />
    </div>
  );
});

function VerdictNow({ state }: { readonly state: MonitorState | undefined }) {
  const verdict = useMemo(() => state && appVerdict(state), [state]);
  return (
    <section className={styles.verdict} aria-label={t`Current bottleneck`}>
      <div className={styles.now}>
        <p className={styles.title} role="status">
          {verdict?.title ?? ' '}
        </p>
        <span className={styles.over}>{t`last 10 s`}</span>
      </div>
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
  state = nothing,
  nameOf,
}: {
  readonly state: Pick<MonitorState, 'account' | 'partition' | 'blob'> | undefined;
  readonly nameOf: (connectionId: string) => string;
}) {
  const facts = useMemo(() => capacityFacts(state, nameOf), [state, nameOf]);
  const { targets, toggleTargets } = useMonitor();
  const isOpen = targets === 'all';
  const fullest = [...facts].sort((a, b) => b.share - a.share)[0];
  return (
    <section className={styles.capacity} aria-label={t`Share of service targets`}>
      <div className={styles.targets}>
        {isOpen ? (
          <Truncate className={styles.over ?? ''}>{t`busiest now; emulators have no targets`}</Truncate>
        ) : (
          <Truncate className={styles.fullest ?? ''}>
            {fullest === undefined || fullest.share === 0 ? t`none in use` : `${fullest.kind} ${fullest.text}`}
          </Truncate>
        )}
        <Button
          variant="quiet"
          size="small"
          aria-expanded={isOpen}
          icon={isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
          onPress={toggleTargets}
        >
          {t`Service targets`}
        </Button>
      </div>
      {isOpen ? (
        <>
          <ul className={styles.facts}>
            {facts.map((fact) => (
              <Fact key={fact.id} fact={fact} />
            ))}
          </ul>
          <p className={styles.note}>{t`* Published in 2012; current documentation gives account limits instead.`}</p>
        </>
      ) : null}
    </section>
  );
}

function Fact({ fact }: { readonly fact: CapacityFact }) {
  const { kind, subject, text, share, target } = fact;
  return (
    <li className={styles.fact} data-passed={share >= 1 || undefined}>
      <span className={styles.subject}>
        {kind}
        <span className={subject === '' ? styles.none : styles.name}>
          <Truncate>{subject === '' ? t`none now` : subject}</Truncate>
        </span>
      </span>
      <Meter label={`${kind} ${subject}`.trim()} value={Math.min(1, share)} max={1} valueText={text} />
      <span className={styles.figures}>
        {text}
        {target.state === 'older' ? ' *' : ''}
      </span>
    </li>
  );
}

// The engine's current activity, polled every second while it is shown live.

const everyMs = 1_000;

/** @param flow `held`: the last answer stays. Undefined before the first one. */
function useMonitorState(flow: 'live' | 'held'): MonitorState | undefined {
  const { data, reload } = useCall('monitor.standing', {});
  useEffect(() => {
    if (flow === 'held') return;
    const timer = setInterval(reload, everyMs);
    return () => clearInterval(timer);
  }, [flow, reload]);
  return data;
}
