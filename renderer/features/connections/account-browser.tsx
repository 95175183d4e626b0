// Tenants of an identity and the storage accounts in them, to choose one. A tenant that requires another sign-in has
// its own button, and does not hide the others.
import { useState } from 'react';
import type { StowageError } from '@shared/errors';
import type { IdentitySummary, StorageAccount, TenantState } from '@shared/model/identity';
import { t } from '@shared/strings/t';
import { useCall, useStreamEvents } from '@renderer/bridge';
import { Button, ErrorNotice, LoadingRows, SearchField, TruncateName } from '@renderer/ui';
import { AccountList } from './account-list';
import styles from './connection-dialog.module.css';
import { SignInProgress, type SignInRequest } from './sign-in-progress';

export interface AccountBrowserProps {
  readonly identity: IdentitySummary;
  readonly onChoose: (account: StorageAccount) => void;
}

export function AccountBrowser({ identity, onChoose }: AccountBrowserProps) {
  const { data: tenants, error, reload } = useCall('identities.tenants', { id: identity.id });
  const [typed, setTyped] = useState('');
  if (error !== null) return <ErrorNotice error={error} />;
  if (tenants === undefined) return <LoadingRows label={t`Loading tenants`} rows={4} />;
  return (
    <div className={styles.browser}>
      <SearchField label={t`Search accounts`} value={typed} onChange={setTyped} />
      {tenants.map((tenant) => (
        <Tenant
          key={tenant.tenant}
          identity={identity}
          tenant={tenant}
          typed={typed.trim().toLowerCase()}
          onChoose={onChoose}
          onSignedIn={reload}
        />
      ))}
    </div>
  );
}

interface TenantProps extends AccountBrowserProps {
  readonly tenant: TenantState;
  readonly typed: string;
  readonly onSignedIn: () => void;
}

function Tenant({ identity, tenant, typed, onChoose, onSignedIn }: TenantProps) {
  const [request, setRequest] = useState<SignInRequest | null>(null);
  const registrations = useCall('identities.registrations', {}).data;
  const registration = registrations?.find(({ cloud }) => cloud.authority === identity.cloud.authority);
  const canSignIn = tenant.state === 'sign-in-needed' && identity.kind === 'user' && registration !== undefined;
  const signIn = (): void => {
    if (registration === undefined) return;
    const claims = tenant.claims === undefined ? {} : { claims: tenant.claims };
    setRequest({ way: 'browser', registration, tenant: tenant.tenant, identityId: identity.id, ...claims });
  };
  return (
    <section aria-label={tenant.name}>
      <header className={styles.tenant}>
        <TruncateName tail={null} className="">
          {tenant.name}
        </TruncateName>
        <span className={styles.quiet}>{tenant.domain}</span>
        {canSignIn && request === null && <Button onPress={signIn}>{t`Sign in to ${tenant.name}`}</Button>}
      </header>
      {request !== null && (
        <SignInProgress
          request={request}
          onSignedIn={() => {
            setRequest(null);
            onSignedIn();
          }}
          onCancel={() => setRequest(null)}
        />
      )}
      {tenant.state === 'ready' ? (
        <Accounts identity={identity} tenant={tenant.tenant} typed={typed} onChoose={onChoose} />
      ) : (
        request === null && <p className={styles.quiet}>{tenant.detail}</p>
      )}
    </section>
  );
}

interface AccountsProps extends AccountBrowserProps {
  readonly tenant: string;
  readonly typed: string;
}

function Accounts({ identity, tenant, typed, onChoose }: AccountsProps) {
  const [accounts, setAccounts] = useState<readonly StorageAccount[]>([]);
  const [error, setError] = useState<StowageError | null>(null);
  useStreamEvents(
    'identities.accounts',
    { id: identity.id, tenant },
    ({ accounts: more }) => setAccounts((before) => [...before, ...more]),
    setError,
  );
  if (error !== null) return <ErrorNotice error={error} />;
  return <AccountList accounts={accounts} typed={typed} onChoose={onChoose} />;
}
