// About: the app's versions, to be copied into a report, the licences of everything it ships, and the fault log.
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import { Button, Dialog, showToast } from '@renderer/ui';
import styles from './about.module.css';
import { LicenceList } from './licence-list';
import { FaultLogView } from './fault-log-view';

/** Names as their makers write them; any others as Node reports them. */
const systemNames: Readonly<Record<string, string>> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };

export interface AboutDialogProps {
  readonly begins: 'versions' | 'fault-log';
  readonly onClose: () => void;
}

export function AboutDialog({ begins, onClose }: AboutDialogProps) {
  const { data: info } = useCall('app.info', {});
  const [shows, setShows] = useState<'versions' | 'licences' | 'fault-log'>(begins);
  const versions =
    info === undefined
      ? []
      : [
          { name: 'Stowage', version: info.version },
          { name: 'Electron', version: info.electron },
          { name: 'Chromium', version: info.chromium },
          { name: 'Node', version: info.node },
          { name: t`System`, version: systemNames[info.platform] ?? info.platform },
        ];
  const copy = async (): Promise<void> => {
    await call('clipboard.write', { text: versions.map(({ name, version }) => `${name} ${version}`).join('\n') });
    showToast({ tone: 'good', title: t`Versions copied` });
  };
  return (
    <Dialog
      title={t`About Stowage`}
      isOpen
      onClose={onClose}
      size={shows === 'versions' ? 'standard' : 'wide'}
      footer={
        <Button
          icon={<Copy size={14} aria-hidden />}
          isDisabled={info === undefined}
          onPress={() => void copy()}
        >{t`Copy versions`}</Button>
      }
    >
      <p className={styles.words}>{t`A desktop app for Azure Table and Blob Storage, under the MIT licence.`}</p>
      <dl className={styles.versions}>
        {versions.map(({ name, version }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{version}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.more}>
        {shows !== 'licences' && (
          <Button size="small" onPress={() => setShows('licences')}>{t`Show third-party licences`}</Button>
        )}
        {shows !== 'fault-log' && (
          <Button size="small" onPress={() => setShows('fault-log')}>{t`Show the fault log`}</Button>
        )}
      </div>
      {shows === 'licences' && <LicenceList />}
      {shows === 'fault-log' && <FaultLogView />}
    </Dialog>
  );
}
