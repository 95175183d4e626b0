// The fields of the connection dialog for accounts that are signed in to: who signs in, and which account.
import { useEffect, useEffectEvent, useState } from 'react';
import type { Cloud, IdentityKind, IdentitySummary } from '@shared/model/identity';
import { appRegistration, cloud as cloudSchema, knownClouds } from '@shared/model/identity';
import { t } from '@shared/strings/t';
import { call, useCall, useStream } from '@renderer/bridge';
import { Button, ErrorNotice, LoadingRows, type Option, Select, TextField, useAction } from '@renderer/ui';
import { AccountBrowser } from './account-browser';
import styles from './connection-dialog.module.css';
import { type ConnectionDraft, type FieldProblems, addressOf } from './connection-draft';
import { SignInAgain } from './sign-in-again';
import { SignInProgress, type SignInRequest } from './sign-in-progress';

export interface SignInFieldsProps {
  readonly draft: ConnectionDraft;
  readonly problems: FieldProblems;
  readonly onChange: (patch: Partial<ConnectionDraft>) => void;
  readonly onSubmit: () => void;
  /** Whether the list of storage accounts is open; the rest of the dialog makes room for it. */
  readonly isBrowsing: boolean;
  readonly onBrowse: (isBrowsing: boolean) => void;
}

export function SignInFields({ draft, problems, onChange, onSubmit, isBrowsing, onBrowse }: SignInFieldsProps) {
  const identities = useStream('identities.watch', {}).latest;
  const [isAdding, setIsAdding] = useState(false);
  const first = identities?.[0]?.id;
  const chooseFirst = useEffectEvent((identityId: string) => {
    if (draft.identityId === '') onChange({ identityId });
  });
  useEffect(() => {
    if (first !== undefined) chooseFirst(first);
  }, [first]);
  if (identities === undefined) return <LoadingRows label={t`Loading identities`} rows={3} />;
  const chosen = identities.find(({ id }) => id === draft.identityId);
  const choose = (identity: IdentitySummary): void => {
    onChange({ identityId: identity.id });
    setIsAdding(false);
  };
  if (isAdding || identities.length === 0) {
    return (
      <NewIdentity
        onAdded={choose}
        onCancel={identities.length === 0 ? null : () => setIsAdding(false)}
        problem={problems.identityId}
      />
    );
  }
  return (
    <>
      <div className={styles.fieldAndButton}>
        <Select
          label={t`Sign in as`}
          options={identities.map(identityOption)}
          value={chosen?.id ?? ''}
          errorMessage={problems.identityId}
          onChange={(identityId) => onChange({ identityId })}
        />
        <Button
          onPress={() => {
            onBrowse(false);
            setIsAdding(true);
          }}
        >
          {t`Other user…`}
        </Button>
      </div>
      {chosen?.state === 'sign-in-needed' && <SignInAgain identity={chosen} />}
      <div className={styles.fieldAndButton}>
        <TextField
          key="account"
          label={t`Storage account`}
          value={draft.account}
          placeholder={t`Account name, or the URL of a blob or table`}
          face="mono"
          autoFocus
          errorMessage={problems.account}
          onChange={(account) => onChange({ account, tenant: '', endpoints: null })}
          onSubmit={onSubmit}
        />
        <Button onPress={() => onBrowse(!isBrowsing)} isDisabled={chosen === undefined}>
          {isBrowsing ? t`Close list` : t`Browse…`}
        </Button>
      </div>
      {isBrowsing && chosen !== undefined && (
        <AccountBrowser
          identity={chosen}
          onChoose={({ name, endpoints, tenant }) => {
            onChange({ account: addressOf(name, endpoints), tenant, endpoints });
            onBrowse(false);
          }}
        />
      )}
    </>
  );
}

const kindLabels: Readonly<Record<IdentityKind, string>> = {
  user: t`User`,
  'azure-cli': t`Azure CLI`,
  environment: t`Environment`,
  'managed-identity': t`Managed identity`,
};

function identityOption({ id, name, kind, cloud, state }: IdentitySummary): Option {
  const where = cloud.id === 'public' ? kindLabels[kind] : `${kindLabels[kind]} · ${cloudLabel(cloud)}`;
  return {
    value: id,
    label: name,
    description: state === 'sign-in-needed' ? t`${where}; sign-in expired` : where,
  };
}

type Way = 'browser' | 'device' | Exclude<IdentityKind, 'user'>;

const ways: readonly Option<Way>[] = [
  { value: 'browser', label: t`In the browser` },
  { value: 'device', label: t`With a code on another device` },
  { value: 'azure-cli', label: t`Azure CLI (az login)` },
  { value: 'environment', label: t`Environment variables`, description: t`AZURE_CLIENT_ID and related variables` },
  { value: 'managed-identity', label: t`Managed identity of this machine` },
];

const clouds: readonly Option<Cloud['id']>[] = [
  { value: 'public', label: t`Azure (public)` },
  { value: 'us-government', label: t`Azure US Government` },
  { value: 'china', label: t`Azure China` },
  { value: 'custom', label: t`Custom cloud` },
];

function cloudLabel({ id, authority }: Cloud): string {
  return id === 'custom' ? new URL(authority).host : (clouds.find(({ value }) => value === id)?.label ?? id);
}

type Field = 'clientId' | 'tenant' | 'authority' | 'management' | 'storageSuffix';
type Wrong = Readonly<Partial<Record<Field, string>>>;

const problemOf: Readonly<Record<Field, string>> = {
  clientId: t`Enter the client ID that your administrator gave you: 32 hexadecimal digits in five groups.`,
  tenant: t`Enter the ID or domain of the tenant, or leave the field empty.`,
  authority: t`Enter a URL that begins with https://.`,
  management: t`Enter a URL that begins with https://.`,
  storageSuffix: t`Enter the suffix of the host names, such as core.windows.net.`,
};

interface NewIdentityProps {
  readonly onAdded: (identity: IdentitySummary) => void;
  /** Null where there is no other identity to go back to. */
  readonly onCancel: (() => void) | null;
  readonly problem: string | undefined;
}

function NewIdentity({ onAdded, onCancel, problem }: NewIdentityProps) {
  const [way, setWay] = useState<Way>('browser');
  const [cloudId, setCloudId] = useState<Cloud['id']>('public');
  const [custom, setCustom] = useState({ authority: '', management: '', storageSuffix: '' });
  const [clientId, setClientId] = useState<string | null>(null);
  const [tenant, setTenant] = useState('');
  const [request, setRequest] = useState<SignInRequest | null>(null);
  const registrations = useCall('identities.registrations', {}).data;
  const saved = registrations?.find(({ cloud }) => cloud.id === cloudId);
  const cloud: Cloud = cloudId === 'custom' ? (saved?.cloud ?? { id: 'custom', ...custom }) : knownClouds[cloudId];
  const isUser = way === 'browser' || way === 'device';
  const givenClientId = clientId ?? saved?.clientId ?? '';
  const [wrong, setWrong] = useState<Wrong>({});
  const adding = useAction();
  const add = async (): Promise<void> => {
    const entered = { clientId: givenClientId.trim(), tenant: tenant.trim() || 'organizations', cloud };
    const checked = isUser ? appRegistration.safeParse(entered) : cloudSchema.safeParse(cloud);
    const problems = Object.fromEntries(
      (checked.error?.issues ?? []).map(({ path }) => [path.at(-1), problemOf[path.at(-1) as Field]]),
    ) as Wrong;
    setWrong(problems);
    if (!checked.success) return;
    if (!isUser) {
      const id = givenClientId.trim();
      const withId = way === 'managed-identity' && id !== '' ? { clientId: id } : {};
      onAdded(await call('identities.add', { kind: way, cloud, ...withId }));
      return;
    }
    await call('identities.set-registration', entered);
    setRequest({ way, registration: entered });
  };
  if (request !== null) {
    return <SignInProgress request={request} onSignedIn={onAdded} onCancel={() => setRequest(null)} />;
  }
  return (
    <>
      <div className={styles.twoColumns}>
        <Select label={t`Sign-in method`} options={ways} value={way} onChange={setWay} />
        <Select label={t`Cloud`} options={clouds} value={cloudId} onChange={setCloudId} />
      </div>
      {cloudId === 'custom' && saved === undefined && (
        <div className={styles.twoColumns}>
          <TextField
            label={t`Authority`}
            errorMessage={wrong.authority}
            value={custom.authority}
            placeholder="https://login.example"
            face="mono"
            onChange={(authority) => setCustom({ ...custom, authority })}
          />
          <TextField
            label={t`Resource Manager`}
            errorMessage={wrong.management}
            value={custom.management}
            placeholder="https://management.example"
            face="mono"
            onChange={(management) => setCustom({ ...custom, management })}
          />
          <TextField
            label={t`Storage endpoint suffix`}
            errorMessage={wrong.storageSuffix}
            value={custom.storageSuffix}
            placeholder="storage.example"
            face="mono"
            onChange={(storageSuffix) => setCustom({ ...custom, storageSuffix })}
          />
        </div>
      )}
      {(isUser || way === 'managed-identity') && (
        <div className={styles.clientAndTenant}>
          <TextField
            label={isUser ? t`Client ID` : t`Client ID (user-assigned only)`}
            value={givenClientId}
            face="mono"
            description={
              isUser
                ? t`The ID of the app that your administrator registered for Stowage in Microsoft Entra ID. If there is none, use the Azure CLI.`
                : undefined
            }
            autoFocus={isUser}
            errorMessage={wrong.clientId ?? problem}
            onChange={setClientId}
            onSubmit={() => void adding.run(add)}
          />
          {isUser && (
            <TextField
              errorMessage={wrong.tenant}
              label={t`Tenant`}
              value={tenant}
              placeholder={t`Home tenant`}
              face="mono"
              onChange={setTenant}
              onSubmit={() => void adding.run(add)}
            />
          )}
        </div>
      )}
      {adding.error !== null && <ErrorNotice error={adding.error} />}
      <div className={styles.signInButtons}>
        <Button
          variant="primary"
          onPress={() => void adding.run(add)}
          isPending={adding.isRunning}
          isDisabled={isUser && givenClientId.trim() === ''}
        >
          {isUser ? t`Sign in` : t`Use this identity`}
        </Button>
        {isUser && givenClientId === '' && (
          <Button onPress={() => setWay('azure-cli')}>{t`Use the Azure CLI instead`}</Button>
        )}
        {onCancel !== null && <Button onPress={onCancel}>{t`Back`}</Button>}
      </div>
    </>
  );
}
