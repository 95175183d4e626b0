// Signs an identity in again whose session has ended, or does not suffice for the tenant of an account: as a line in the
// connection dialog, and as a dialog of its own where a request failed because of it.
import { useState } from 'react';
import type { ConnectionSummary } from '@shared/model/connection';
import type { AppRegistration, IdentitySummary } from '@shared/model/identity';
import { t } from '@shared/strings/t';
import { useCall, useStream } from '@renderer/bridge';
import { Button, Dialog, LoadingRows } from '@renderer/ui';
import styles from './connection-dialog.module.css';
import { refreshConnection, useConnections } from './connection-store';
import { notifySaved } from './saved-connections';
import { SignInProgress, type SignInRequest } from './sign-in-progress';

/** The app registration that the identity signed in with. */
export function useRegistration(identity: IdentitySummary | undefined): AppRegistration | undefined {
  const registrations = useCall('identities.registrations', {}).data;
  return registrations?.find(({ cloud }) => cloud.authority === identity?.cloud.authority);
}

export function SignInAgain({ identity }: { readonly identity: IdentitySummary }) {
  const [request, setRequest] = useState<SignInRequest | null>(null);
  const registration = useRegistration(identity);
  if (request !== null) {
    return <SignInProgress request={request} onSignedIn={() => setRequest(null)} onCancel={() => setRequest(null)} />;
  }
  return (
    <div className={styles.notice} role="note">
      <span>{t`The sign-in of ${identity.name} has expired.`}</span>
      {registration !== undefined && identity.kind === 'user' && (
        <Button onPress={() => setRequest({ way: 'browser', registration, identityId: identity.id })}>
          {t`Sign in again`}
        </Button>
      )}
    </div>
  );
}

export interface SignInDialogProps {
  readonly connection: ConnectionSummary;
  readonly onClose: () => void;
}

/** What failed meanwhile in the connections of this identity is retried afterwards. */
export function SignInDialog({ connection, onClose }: SignInDialogProps) {
  const identities = useStream('identities.watch', {}).latest;
  const identity = identities?.find(({ id }) => id === connection.identity?.id);
  const registration = useRegistration(identity);
  const connections = useConnections();
  const retry = (): void => {
    onClose();
    for (const one of connections) {
      if (one.identity?.id !== connection.identity?.id) continue;
      void refreshConnection(one.id);
      notifySaved(one.id);
    }
  };
  const isMissing = identities !== undefined && identity === undefined;
  return (
    <Dialog
      title={t`Sign in to ${connection.name}`}
      isOpen
      onClose={onClose}
      size="small"
      footer={<Button onPress={onClose}>{t`Cancel`}</Button>}
    >
      {isMissing && (
        <p>{t`The identity of this connection was signed out. Edit the connection to choose another one.`}</p>
      )}
      {identity !== undefined && identity.kind !== 'user' && (
        <p>{t`${identity.name} does not sign in with Stowage. Renew it where it comes from, for example with “az login”, then try again.`}</p>
      )}
      {identity?.kind === 'user' && registration !== undefined && (
        <Progress
          first={{
            way: 'browser',
            registration,
            identityId: identity.id,
            ...(connection.identity === undefined ? {} : { tenant: connection.identity.tenant }),
          }}
          onSignedIn={retry}
          onCancel={onClose}
        />
      )}
      {!isMissing && (identity === undefined || registration === undefined) && (
        <LoadingRows label={t`Loading identities`} rows={2} />
      )}
    </Dialog>
  );
}

interface ProgressProps {
  readonly first: SignInRequest;
  readonly onSignedIn: () => void;
  readonly onCancel: () => void;
}

/** Stays the same request, whatever is reported about the identity meanwhile. */
function Progress({ first, onSignedIn, onCancel }: ProgressProps) {
  const [request] = useState(first);
  return <SignInProgress request={request} onSignedIn={onSignedIn} onCancel={onCancel} />;
}
