// Says that the engine is being restarted, and offers a way out if that fails.
import { LoaderCircle, TriangleAlert } from 'lucide-react';
import { t } from '@shared/strings/t';
import { call, useEngineState } from '@renderer/bridge';
import { Button, classNames, showToast } from '@renderer/ui';
import styles from './engine-banner.module.css';

export function EngineBanner() {
  const state = useEngineState();
  if (state === 'running' || state === 'connecting') return null;
  if (state === 'restarting') {
    return (
      <div className={styles.banner} role="status">
        <LoaderCircle size={14} className={styles.turning} aria-hidden />
        <span>{t`Reconnecting… Everything stays open; transfers go on where they stopped.`}</span>
      </div>
    );
  }
  const restart = (): void => {
    call('engine.restart', {}).catch(() => showToast({ tone: 'bad', title: t`The engine did not start` }));
  };
  return (
    <div className={classNames(styles.banner, styles.failed)} role="alert">
      <TriangleAlert size={14} aria-hidden />
      <span>{t`The engine stopped and did not come back. Transfers are kept and can be resumed.`}</span>
      <Button size="small" onPress={restart}>{t`Start it again`}</Button>
    </div>
  );
}
