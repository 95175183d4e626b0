// How long the names of a connection have been loading.
import { t } from '@shared/strings/t';
import { classNames, useWaited } from '@renderer/ui';
import { type Resource, readingSinceMs, useConnectionState } from './connection-store';
import styles from './navigator.module.css';

interface WaitProps {
  readonly connectionId: string;
  /** Default: of either kind. */
  readonly resource?: Resource;
}

/** When the request was sent: the row that shows it is mounted and unmounted as the tree is opened and closed. */
function useWaitedForNames({ connectionId, resource }: WaitProps): string {
  return useWaited(useConnectionState((state) => readingSinceMs(state, connectionId, resource)));
}

/** Of names that were there before. */
export function ReadingAgain(props: WaitProps) {
  const waited = useWaitedForNames(props);
  return (
    <span className={classNames(styles.aside, styles.reading)}>
      {waited === '' ? t`Reading…` : t`Reading for ${waited}…`}
    </span>
  );
}

/** Where no name was there yet. */
export function FirstReading(props: WaitProps) {
  const waited = useWaitedForNames(props);
  return <span className={styles.quiet}>{waited === '' ? t`Loading…` : t`Loading for ${waited}…`}</span>;
}
