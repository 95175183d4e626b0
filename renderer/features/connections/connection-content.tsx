// The content of a connection's row: its kind and name, its state, and the lock of production.
import { CircleUser, Cloud, HardDrive, KeyRound, Layers, Lock, LockOpen, Server } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@shared/strings/t';
import type { ConnectionSummary } from '@shared/model/connection';
import { Badge, TruncateName, useNowMs } from '@renderer/ui';
import { ReadingAgain } from './name-waits';
import styles from './navigator.module.css';
import type { ConnectionDialogRequest } from './row-dialogs';
import { expiryText } from './sas-text';

const kindIcons: Record<ConnectionSummary['kind'], ReactNode> = {
  embedded: <HardDrive size={16} />,
  emulator: <Server size={16} />,
  'connection-string': <Cloud size={16} />,
  'account-key': <Cloud size={16} />,
  sas: <KeyRound size={16} />,
  'sign-in': <CircleUser size={16} />,
  s3: <Layers size={16} />,
};

export interface ConnectionContentProps {
  readonly connection: ConnectionSummary;
  /** Whether names of its tables or containers are being read. */
  readonly isReading: boolean;
  /** What stays of the end of its name where there is no room for it, in characters; null: nothing. */
  readonly tail: number | null;
  readonly onRequest: (request: ConnectionDialogRequest) => void;
}

export function ConnectionContent({ connection, isReading, tail, onRequest }: ConnectionContentProps) {
  const { marking, locked, name } = connection;
  const colour = marking.colour === 'none' ? undefined : { color: `var(--mark-${marking.colour})` };
  return (
    <>
      <span className={styles.icon} style={colour}>
        {kindIcons[connection.kind]}
      </span>
      <TruncateName tail={tail} className={styles.name ?? ''}>
        {name}
      </TruncateName>
      {isReading ? <ReadingAgain connectionId={connection.id} /> : <ConnectionAside connection={connection} />}
      {marking.production && (
        <>
          <span
            data-own-press
            className={styles.lock}
            title={locked ? t`Read-only. Click to unlock for writing.` : t`Writing is allowed. Click to lock.`}
            onClick={(event) => {
              event.stopPropagation();
              onRequest({ request: locked ? 'unlock' : 'lock', connection });
            }}
          >
            {locked ? (
              <Lock size={14} role="img" aria-label={t`read-only`} />
            ) : (
              <LockOpen size={14} role="img" aria-label={t`unlocked`} />
            )}
          </span>
          <Badge tone="bad" appearance="outlined">{t`PROD`}</Badge>
        </>
      )}
    </>
  );
}

const storeLabels = {
  starting: t`starting…`,
  running: t`running`,
  restarting: t`restarting…`,
  stopped: t`stopped`,
  failed: t`failed`,
} as const;

function ConnectionAside({ connection }: { readonly connection: ConnectionSummary }) {
  const now = useNowMs();
  if (connection.needsSecret) return <span className={styles.caution}>{t`secret required`}</span>;
  if (connection.store !== undefined) {
    return (
      <span className={connection.store === 'failed' ? styles.failure : styles.aside}>
        {storeLabels[connection.store]}
      </span>
    );
  }
  if (connection.keys?.inUse === 'secondary') {
    return (
      <span
        className={styles.caution}
        title={t`${connection.accountName} rejected the primary key. Requests are signed with the secondary key now.`}
      >
        {t`secondary key`}
      </span>
    );
  }
  const expiry = expiryText(connection.sas?.expiresOn, now);
  if (!expiry) return null;
  return (
    <span
      className={expiry.tone === 'neutral' ? styles.aside : styles.caution}
      title={t`SAS expires ${connection.sas?.expiresOn ?? ''}`}
    >
      {expiry.text}
    </span>
  );
}
