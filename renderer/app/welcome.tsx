// The content while no tab is open: the first steps on a new machine, later a short list of actions.
import { Database, HardDriveUpload, LogIn, PencilLine, Plug, TextSearch } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
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
import { openTab, useTabs } from './tabs/tabs-store';
import { offerTour } from './tour/tour-store';
import styles from './welcome.module.css';

/** The app may begin to load on its own shortly after the store has started. */
const retryAfterMs = 2_000;

export function Welcome() {
  const sample = useSampleData();
  const connections = useConnections();
  const isStoreRunning = connections.some(
    (connection) => connection.id === embeddedConnectionId && connection.store === 'running',
  );
  const isKnown = connections.length > 0;
  const hasAccount = connections.some(({ id }) => id !== embeddedConnectionId);

  useEffect(() => {
    if (!isStoreRunning || sample.state === 'present' || sample.state === 'loading') return;
    const timer = setInterval(() => void checkSampleData(), retryAfterMs);
    return () => clearInterval(timer);
  }, [isStoreRunning, sample.state]);

  switch (sample.state) {
    case 'unknown':
      if (!isKnown) return <Waiting />;
      return hasAccount ? <NothingOpen /> : <FirstSteps sampleData="starting" />;
    case 'present':
      return <NothingOpen />;
    case 'absent':
      // With an account connected, its contents are offered first.
      return hasAccount ? <NothingOpen sampleData="offered" /> : <FirstSteps sampleData="offered" />;
    case 'loading':
      return <Loading progress={sample.progress} />;
    case 'failed':
      return (
        <div className={styles.welcome}>
          <div className={styles.card}>
            <Intro />
            <ErrorNotice error={sample.error} onRetry={() => void trySampleData()} />
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
        {t`Browse, edit and move data in Azure Table Storage, Azure Blob Storage and S3, and see what every request costs.`}
      </p>
    </>
  );
}

/** What it does that others do not; each is a feature that the sample data shows. */
const proofs = [
  {
    icon: <TextSearch size={16} aria-hidden />,
    title: t`Queries that do not scan`,
    text: t`“Starts with” on both keys. The exact filter and its cost are shown before anything is sent.`,
  },
  {
    icon: <HardDriveUpload size={16} aria-hidden />,
    title: t`Transfers that finish`,
    text: t`Parallel blocks with checksums. After a crash or a lost connection, only the rest is sent.`,
  },
  {
    icon: <PencilLine size={16} aria-hidden />,
    title: t`Edits that lose nothing`,
    text: t`64-bit integers and 100 ns dates stay exact. Changes are reviewed first and can be undone.`,
  },
] as const;

/** `starting`: the store that holds the sample data does; connecting to an account needs none. */
function FirstSteps({ sampleData }: { readonly sampleData: 'offered' | 'starting' }) {
  return (
    <div className={styles.welcome}>
      <div className={styles.card}>
        <Intro />
        <ul className={styles.proofs}>
          {proofs.map(({ icon, title, text }) => (
            <li key={title} className={styles.proof}>
              {icon}
              <span className={styles.choiceWords}>
                <strong>{title}</strong>
                <span>{text}</span>
              </span>
            </li>
          ))}
        </ul>
        <div className={styles.choices}>
          <Choice
            icon={<LogIn size={20} strokeWidth={1.5} aria-hidden />}
            title={t`Sign in`}
            text={t`With Microsoft Entra ID: your subscriptions and their storage accounts.`}
            onChoose={() => openDialog({ request: 'add', method: 'sign-in' })}
          />
          <Choice
            icon={<Plug size={20} strokeWidth={1.5} aria-hidden />}
            title={t`Connect`}
            text={t`With a connection string, an account key, a SAS or S3 keys, or to a running emulator.`}
            onChoose={() => openDialog({ request: 'add' })}
          />
          <Choice
            icon={<Database size={20} strokeWidth={1.5} aria-hidden />}
            title={t`Try with sample data`}
            text={
              sampleData === 'starting'
                ? t`Starting the local store…`
                : t`Without an account: tables and photos in a local store, about 200 MiB.`
            }
            isDisabled={sampleData === 'starting'}
            onChoose={() => void trySampleData()}
          />
        </div>
      </div>
    </div>
  );
}

interface ChoiceProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly isDisabled?: boolean;
  readonly onChoose: () => void;
}

function Choice({ icon, title, text, isDisabled = false, onChoose }: ChoiceProps) {
  return (
    <button type="button" className={styles.choice} disabled={isDisabled} onClick={onChoose}>
      {icon}
      <span className={styles.choiceWords}>
        <strong>{title}</strong>
        <span>{text}</span>
      </span>
    </button>
  );
}

/** Opens what was loaded, unless the user has opened something meanwhile, and offers the tour. */
async function trySampleData(): Promise<void> {
  await loadSampleData();
  if (useSampleData.getState().state !== 'present') return;
  if (useTabs.getState().tabs.length === 0)
    openTab({ kind: 'table', connectionId: embeddedConnectionId, table: 'Movies' });
  offerTour();
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

/** The connections are being read: what the app is can be read meanwhile. */
function Waiting() {
  return (
    <div className={styles.welcome}>
      <div className={styles.card}>
        <Intro />
      </div>
    </div>
  );
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
              onPress={() => void trySampleData()}
            >{t`Try with sample data`}</Button>
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
