// The sign in the status bar that Stowage works offline; a press leads to the setting.
import { WifiOff } from 'lucide-react';
import { t } from '@shared/strings/t';
import { useCall, useEngineState } from '@renderer/bridge';
import { openTab } from '../tabs/tabs-store';
import styles from './status-bar.module.css';

/** The engine starts anew with other settings of the network: they are read once it runs. */
export function OfflineSign() {
  return useEngineState() === 'running' ? <Sign /> : null;
}

function Sign() {
  const { data } = useCall('network.read', {});
  if (data?.settings.access !== 'offline') return null;
  return (
    <button
      type="button"
      className={styles.offline}
      title={t`Nothing but this computer is asked; transfers wait. Click to change it in Settings.`}
      onClick={() => openTab({ kind: 'settings' })}
    >
      <WifiOff size={13} aria-hidden />
      {t`Working offline`}
    </button>
  );
}
