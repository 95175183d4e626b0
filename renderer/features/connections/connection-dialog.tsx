// The dialog that adds a connection, edits one, or prompts for its secret again.
import { type ReactNode, useState } from 'react';
import { isThisMachine, shownHosts } from '@shared/model/endpoint-address';
import { t } from '@shared/strings/t';
import { useCall } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice, SegmentedControl, TextField, ToolbarSpace } from '@renderer/ui';
import { type ConnectionDraft, type DraftKind, suggestedName } from './connection-draft';
import styles from './connection-dialog.module.css';
import { KindFields } from './kind-fields';
import { MarkingFields } from './marking-fields';
import { ProbeResult } from './probe-result';
import { type ConnectionPurpose, useConnectionForm } from './use-connection-form';

export interface ConnectionDialogProps {
  readonly purpose: ConnectionPurpose;
  readonly onClose: () => void;
  /** Where it adds one: the user has chosen a hub. */
  readonly onHub?: () => void;
}

type Kind = DraftKind | 'hub';

const kinds: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: 'connection-string', label: t`Connection string` },
  { value: 'account-key', label: t`Account key` },
  { value: 'sas', label: t`SAS` },
  { value: 'sign-in', label: t`Sign in` },
  { value: 's3', label: t`S3` },
  { value: 'emulator', label: t`Emulator` },
  { value: 'hub', label: t`Hub` },
];

interface AddDialogProps extends Pick<ConnectionDialogProps, 'onClose'> {
  readonly method: Kind | undefined;
  readonly addHub: (kinds: ReactNode) => ReactNode;
}

/** Adds a connection of any kind; a hub has no account, and a form of its own. */
export function AddDialog({ method, addHub, onClose }: AddDialogProps) {
  const [kind, setKind] = useState(method);
  if (kind === 'hub') return addHub(<Kinds value={kind} onChange={setKind} />);
  return <ConnectionDialog purpose={{ mode: 'add', method: kind }} onClose={onClose} onHub={() => setKind('hub')} />;
}

function Kinds({ value, onChange }: { readonly value: Kind; readonly onChange: (kind: Kind) => void }) {
  return (
    <SegmentedControl label={t`Connection method`} width="fill" options={kinds} value={value} onChange={onChange} />
  );
}

export function ConnectionDialog({ purpose, onClose, onHub }: ConnectionDialogProps) {
  const { mode } = purpose;
  const { draft, problems, step, fields, change, test, save } = useConnectionForm(purpose, onClose);
  const isBusy = step.step === 'saving' || step.step === 'testing';
  // Until somebody has signed in there is nothing to test, name or add: that is the next step.
  const isSigningIn = mode === 'add' && draft.kind === 'sign-in' && draft.identityId === '';
  const [isBrowsing, setIsBrowsing] = useState(false);
  const isChoosing = isSigningIn || (draft.kind === 'sign-in' && isBrowsing);
  return (
    <Dialog
      title={titleOf(purpose)}
      size={mode === 'add' ? 'broad' : 'standard'}
      isOpen
      onClose={onClose}
      footer={
        isChoosing ? (
          <>
            <ToolbarSpace />
            <Button onPress={onClose}>{t`Cancel`}</Button>
          </>
        ) : (
          <>
            <Button onPress={() => void test()} isPending={step.step === 'testing'} isDisabled={step.step === 'saving'}>
              {step.step === 'testing' ? t`Testing…` : t`Test`}
            </Button>
            <ToolbarSpace />
            <Button onPress={onClose}>{t`Cancel`}</Button>
            <Button variant="primary" onPress={() => void save()} isDisabled={isBusy}>
              {mode === 'add' ? t`Add connection` : t`Save`}
            </Button>
          </>
        )
      }
    >
      {mode === 'add' && (
        <Kinds value={draft.kind} onChange={(kind) => (kind === 'hub' ? onHub?.() : change({ kind }))} />
      )}
      <div ref={fields} className={styles.fields}>
        <KindFields
          draft={draft}
          problems={problems}
          mode={mode}
          onChange={change}
          onSubmit={() => void save()}
          isBrowsing={isBrowsing}
          onBrowse={setIsBrowsing}
        />
        {mode !== 'enter-secret' && !isChoosing && (
          <TextField
            label={t`Name`}
            value={draft.name}
            placeholder={suggestedName(draft)}
            errorMessage={problems.name}
            onChange={(name) => change({ name })}
            onSubmit={() => void save()}
          />
        )}
      </div>
      {purpose.mode !== 'add' && (draft.kind === 'emulator' || hasSecret(draft)) && (
        <p className={styles.quiet}>
          {t`The secret is used for ${shownHosts(purpose.connection.endpoints).join(', ')}.`}
        </p>
      )}
      {mode !== 'enter-secret' && !isChoosing && (
        <MarkingFields marking={draft.marking} onChange={(marking) => change({ marking })} />
      )}
      {mode !== 'enter-secret' && <OpenLine host={unprotectedHost(draft)} />}
      {(hasSecret(draft) || (draft.kind === 'sign-in' && !isBrowsing)) && <SecretStorageKind kind={draft.kind} />}
      {step.step === 'tested' && <ProbeResult probe={step.probe} />}
      {step.step === 'testing' && <p className={styles.quiet} role="status">{t`Contacting both services…`}</p>}
      {step.step === 'failed' && <ErrorNotice error={step.error} />}
    </Dialog>
  );
}

function hasSecret({ kind, s3Keys }: ConnectionDraft): boolean {
  return kind === 's3' ? s3Keys === 'given' : kind !== 'emulator' && kind !== 'sign-in';
}

function titleOf(purpose: ConnectionPurpose): string {
  switch (purpose.mode) {
    case 'add':
      return t`Add a connection`;
    case 'edit':
      return t`Edit ${purpose.connection.name}`;
    case 'enter-secret':
      return t`Secret of ${purpose.connection.name}`;
  }
}

/** Says what plain HTTP to another machine gives away. */
function OpenLine({ host }: { readonly host: string | null }) {
  if (host === null) return null;
  return (
    <p className={styles.openLine} role="note">
      {t`${host} is contacted over plain HTTP. Anyone on the network can read and change the data. Use HTTPS where the service supports it.`}
    </p>
  );
}

/** Shows where the secret will be stored, before it is entered. */
function SecretStorageKind({ kind }: Pick<ConnectionDraft, 'kind'>) {
  const { data: info } = useCall('app.info', {});
  if (!info) return null;
  if (kind === 'sign-in') {
    return (
      <p className={styles.secretPlace}>
        {info.secretStorage === 'keychain'
          ? t`The sign-in is stored in this computer’s keychain. It is never written to a file or a log.`
          : t`This computer has no keychain, so you need to sign in again each time you start Stowage.`}
      </p>
    );
  }
  return (
    <p className={styles.secretPlace}>
      {info.secretStorage === 'keychain'
        ? t`The secret is stored in this computer’s keychain. It is never written to a file or a log.`
        : t`This computer has no keychain, so you need to enter the secret again each time you start Stowage.`}
    </p>
  );
}

/** The first such host of a draft as it is typed; null if there is none. */
export function unprotectedHost(draft: ConnectionDraft): string | null {
  if (draft.kind === 'emulator') return isThisMachine(draft.host.trim()) ? null : draft.host.trim() || null;
  if (draft.kind === 's3') {
    const open = /^\s*http:\/\/(\[[^\]\s]*\]|[^\s/:;?]+)/iu.exec(draft.endpoint)?.[1];
    return open === undefined || isThisMachine(open) ? null : open;
  }
  const text = draft.kind === 'sas' ? draft.sas : draft.kind === 'connection-string' ? draft.connectionString : '';
  for (const [, host = ''] of text.matchAll(/\bhttp:\/\/(\[[^\]\s]*\]|[^\s/:;?]+)/gi)) {
    if (!isThisMachine(host)) return host;
  }
  // The protocol counts for addresses that are made from the account's name only.
  if (/(?:^|;)\s*(?:Blob|Table)Endpoint=/i.test(text)) return null;
  if (!/(?:^|;)\s*DefaultEndpointsProtocol=http\s*(?:;|$)/i.test(text)) return null;
  const account = /(?:^|;)\s*AccountName=([^;\s]+)/i.exec(text)?.[1];
  return account === undefined ? null : t`Account ${account}`;
}
