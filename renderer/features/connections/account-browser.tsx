// Tenants of an identity and the storage accounts in them, to choose one. A tenant that requires another sign-in has
// its own button, and does not hide the others.
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { StowageError } from '@shared/errors';
import type { IdentitySummary, StorageAccount, TenantState } from '@shared/model/identity';
import { t } from '@shared/strings/t';
import { subscribe, useCall } from '@renderer/bridge';
import { Button, ErrorNotice, LoadingRows, SearchField, TruncateName } from '@renderer/ui';
import { AccountList } from './account-list';
import styles from './connection-dialog.module.css';
import { useRegistration } from './sign-in-again';
import { SignInProgress, type SignInRequest } from './sign-in-progress';

export interface AccountBrowserProps {
  readonly identity: IdentitySummary;
  readonly onChoose: (account: StorageAccount) => void;
}

export function AccountBrowser({ identity, onChoose }: AccountBrowserProps) {
  const { data: tenants, error, reload } = useCall('identities.tenants', { id: identity.id });
  const [typed, setTyped] = useState('');
  const scroll = useRef<HTMLDivElement>(null);
  if (error !== null) return <ErrorNotice error={error} onRetry={reload} />;
  if (tenants === undefined) return <LoadingRows label={t`Loading tenants`} rows={4} />;
  return (
    <div className={styles.browser}>
      <SearchField label={t`Search storage accounts`} value={typed} onChange={setTyped} />
      <div ref={scroll} className={styles.tenants}>
        {tenants.map((tenant) => (
          <Tenant
            key={tenant.tenant}
            identity={identity}
            tenant={tenant}
            typed={typed.trim().toLowerCase()}
            scroll={scroll}
            onChoose={onChoose}
            onReload={reload}
          />
        ))}
      </div>
    </div>
  );
}

interface TenantProps extends AccountBrowserProps {
  readonly tenant: TenantState;
  readonly typed: string;
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly onReload: () => void;
}

function Tenant({ identity, tenant, typed, scroll, onChoose, onReload }: TenantProps) {
  const [request, setRequest] = useState<SignInRequest | null>(null);
  const registration = useRegistration(identity);
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
        {tenant.state === 'failed' && <Button onPress={onReload}>{t`Try again`}</Button>}
      </header>
      {request !== null && (
        <SignInProgress
          request={request}
          onSignedIn={() => {
            setRequest(null);
            onReload();
          }}
          onCancel={() => setRequest(null)}
        />
      )}
      {tenant.state === 'ready' ? (
        <Accounts identity={identity} tenant={tenant.tenant} typed={typed} scroll={scroll} onChoose={onChoose} />
      ) : (
        request === null && <p className={styles.quiet}>{tenantText(tenant)}</p>
      )}
    </section>
  );
}

/** What the tenant requires, then how the authority put it. */
function tenantText({ state, detail }: TenantState): string {
  if (state === 'failed') return detail;
  return t`This tenant requires you to sign in again, for example with multi-factor authentication. (${detail.replace(/[.\s]+$/u, '')})`;
}

interface AccountsProps extends AccountBrowserProps {
  readonly tenant: string;
  readonly typed: string;
  readonly scroll: RefObject<HTMLDivElement | null>;
}

function Accounts({ identity, tenant, typed, scroll, onChoose }: AccountsProps) {
  const [accounts, setAccounts] = useState<readonly StorageAccount[]>([]);
  const [isComplete, setIsComplete] = useState(false);
  const [error, setError] = useState<StowageError | null>(null);
  const [attempt, setAttempt] = useState(0);
  const add = useEffectEvent((more: readonly StorageAccount[]) => setAccounts((before) => [...before, ...more]));
  const { id } = identity;
  useEffect(() => {
    const cancel = new AbortController();
    subscribe('identities.accounts', { id, tenant }, ({ accounts: more }) => add(more), { signal: cancel.signal }).then(
      () => setIsComplete(true),
      (thrown: unknown) => {
        if (!cancel.signal.aborted) setError(StowageError.from(thrown));
      },
    );
    return () => cancel.abort();
  }, [id, tenant, attempt]);
  const retry = (): void => {
    setAccounts([]);
    setError(null);
    setAttempt((before) => before + 1);
  };
  if (error !== null) return <ErrorNotice error={error} onRetry={retry} />;
  if (accounts.length === 0) {
    return isComplete ? (
      <p className={styles.quiet}>{t`No storage accounts that you can see. Enter the name of one above.`}</p>
    ) : (
      <LoadingRows label={t`Loading storage accounts`} rows={2} />
    );
  }
  return <AccountList accounts={accounts} typed={typed} scroll={scroll} onChoose={onChoose} />;
}
