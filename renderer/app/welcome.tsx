// The content while no tab is open: the first steps on a new machine, later a short list of actions.
import { Database, Plug } from 'lucide-react';
import { useEffect } from 'react';
import type { StreamEvent } from '@shared/ipc/contract';
import { embeddedConnectionId } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { useConnections } from '@renderer/features/connections';
import { useShortcut } from '@renderer/keys/keys';
import { Button, EmptyState, ErrorNotice, KeyCap, ProgressBar } from '@renderer/ui';
import { openDialog } from './dialog-store';
import { Logo } from './logo';
import { checkSampleData, loadSampleData, useSampleData } from './sample-data';
import styles from './welcome.module.css';

/** The app may begin to load on its own shortly after the store has started. */
const retryAfterMs = 2_000;

export function Welcome() {
  const sample = useSampleData();
  const connections = useConnections();
  const isStoreRunning = connections.some(
    (connection) => connection.id === embeddedConnectionId && connection.store === 'running',
  );
  const hasAccount = connections.some(({ id }) => id !== embeddedConnectionId);

  useEffect(() => {
    if (!isStoreRunning || sample.state === 'present' || sample.state === 'loading') return;
    const timer = setInterval(() => void checkSampleData(), retryAfterMs);
    return () => clearInterval(timer);
  }, [isStoreRunning, sample.state]);

  switch (sample.state) {
    case 'unknown':
      return isStoreRunning ? null : <Waiting />;
    case 'present':
      return <NothingOpen />;
    case 'absent':
      // With an account connected, its contents are offered first.
      return hasAccount ? <NothingOpen sampleData="offered" /> : <FirstSteps />;
    case 'loading':
      return <Loading progress={sample.progress} />;
    case 'failed':
      return (
        <div className={styles.welcome}>
          <div className={styles.card}>
            <Intro />
            <ErrorNotice error={sample.error} onRetry={() => void loadSampleData()} />
          </div>
        </div>
      );
  }
}

function Intro() {
  return (
    <>
      <Logo size={40} />
      <h2 className={styles.title}>{t`Welcome to Stowage`}</h2>
      <p className={styles.text}>
        {t`A local store runs inside the app, so everything works offline. Fill it with sample data, or connect your own account.`}
      </p>
    </>
  );
}

function FirstSteps() {
  return (
    <div className={styles.welcome}>
      <div className={styles.card}>
        <Intro />
        <div className={styles.choices}>
          <button type="button" className={styles.choice} onClick={() => void loadSampleData()}>
            <Database size={20} strokeWidth={1.5} aria-hidden />
            <span className={styles.choiceWords}>
              <strong>{t`Load sample data`}</strong>
              <span>{t`Three tables with more than 20,000 entities and a container of photos. Uses about 200 MiB of disk space.`}</span>
            </span>
          </button>
          <button type="button" className={styles.choice} onClick={() => openDialog({ request: 'add' })}>
            <Plug size={20} strokeWidth={1.5} aria-hidden />
            <span className={styles.choiceWords}>
              <strong>{t`Add a connection`}</strong>
              <span>{t`Sign in, use a connection string, an account key or a SAS, or connect to a running emulator.`}</span>
            </span>
          </button>
        </div>
      </div>
    </div>
  );
}

function Loading({ progress }: { readonly progress: StreamEvent<'sample-data.load'> | null }) {
  return (
    <div className={styles.welcome}>
      <div className={styles.card}>
        <Logo size={40} />
        <h2 className={styles.title}>{t`Loading sample data`}</h2>
        <p className={styles.text}>
          {t`Uses the same batches and blocks as your own data. You can look around in the meantime.`}
        </p>
        <div className={styles.progress}>
          <ProgressBar
            label={t`Loading sample data`}
            fraction={progress && progress.total > 0 ? progress.done / progress.total : null}
          />
          <p className={styles.progressWords}>
            <span>{progress?.step ?? t`Starting…`}</span>
            <span>{progress && amount(progress)}</span>
          </p>
        </div>
      </div>
    </div>
  );
}

function amount({ done, total, unit }: StreamEvent<'sample-data.load'>): string {
  return unit === 'bytes'
    ? t`${formatBytes(done)} of ${formatBytes(total)}`
    : t`${formatCount(done)} of ${formatCount(total)} ${unitLabel[unit]}`;
}

const unitLabel = { entities: t`entities`, blobs: t`blobs` } as const;

function Waiting() {
  return <div className={styles.welcome} />;
}

function NothingOpen({ sampleData = 'not offered' }: { readonly sampleData?: 'offered' | 'not offered' }) {
  const paletteKeys = useShortcut('palette');
  return (
    <EmptyState
      icon={<Logo size={32} />}
      title={t`No open tabs`}
      actions={
        <>
          <Button
            icon={<Plug size={14} />}
            onPress={() => openDialog({ request: 'add' })}
          >{t`Add a connection`}</Button>
          {sampleData === 'offered' && (
            <Button
              icon={<Database size={14} aria-hidden />}
              onPress={() => void loadSampleData()}
            >{t`Load sample data`}</Button>
          )}
        </>
      }
    >
      {t`Choose a table or container on the left`}
      {paletteKeys !== undefined && (
        <>
          {t`, or press`} <KeyCap keys={paletteKeys} />
        </>
      )}
      .
    </EmptyState>
  );
}
