// Why the first rows do not come yet, where the service refused to give them: it is asked again, and a person sees when.
import { useEffect, useEffectEvent, useState } from 'react';
import type { PageWait } from '@shared/model/query-page';
import { t } from '@shared/strings/t';
import { formatTimeLeft } from '@shared/units';
import styles from './table-tab.module.css';

export interface WhyWaitingProps {
  /** What the page that is on its way waits for. */
  readonly read: () => Promise<PageWait | null>;
}

const readEveryMs = 1_000;

export function WhyWaiting({ read }: WhyWaitingProps) {
  const [wait, setWait] = useState<PageWait | null>(null);
  const readNow = useEffectEvent(read);
  useEffect(() => {
    let isShown = true;
    const timer = setInterval(() => {
      void readNow().then((reported) => {
        if (isShown) setWait(reported);
      });
    }, readEveryMs);
    return () => {
      isShown = false;
      clearInterval(timer);
    };
  }, []);
  return (
    <p className={styles.whyWaiting}>
      {/* What counts down is not read out each second. */}
      <span role="status">{wait === null ? null : causes[wait.why]}</span>{' '}
      {wait === null ? null : <span>{nextTry(wait)}</span>}
    </p>
  );
}

const causes: Readonly<Record<PageWait['why'], string>> = {
  throttled: t`The service throttles. Stowage tries again by itself.`,
  held: t`The service throttles other requests of this account, and all of them wait. Stowage goes on by itself.`,
  failing: t`The service could not answer. Stowage tries again by itself.`,
  line: t`The service could not be reached. Stowage tries again by itself.`,
};

function nextTry({ attempt, dueInMs }: PageWait): string {
  if (attempt === 1) {
    return dueInMs === 0 ? t`The request is under way.` : t`The request follows in ${formatTimeLeft(dueInMs)}.`;
  }
  return dueInMs === 0
    ? t`Attempt ${attempt} is under way.`
    : t`Attempt ${attempt} follows in ${formatTimeLeft(dueInMs)}.`;
}
