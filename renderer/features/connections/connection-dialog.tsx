// The dialog that adds a connection, edits one, or takes its secret again.
import { useEffect, useRef, useState } from 'react';
import { StowageError } from '@shared/errors';
import type { ConnectionProbe, ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { call, useCall } from '@renderer/bridge';
import {
  Button,
  Dialog,
  ErrorNotice,
  SegmentedControl,
  TextField,
  ToolbarSpace,
  describeError,
  useNowMs,
} from '@renderer/ui';
import {
  type ConnectionDraft,
  type DraftKind,
  type FieldProblems,
  draftOf,
  emptyDraft,
  fieldOf,
  inputOf,
  missingFields,
  suggestedName,
} from './connection-draft';
import styles from './connection-dialog.module.css';
import { endedSas } from './ended-sas';
import { KindFields } from './kind-fields';
import { MarkingFields } from './marking-fields';
import { revealConnection } from './navigator-store';
import { ProbeResult } from './probe-result';
import { refreshConnection } from './connection-store';
import { tellSaved } from './saved-connections';
import { unprotectedHost } from './unprotected-address';

export interface ConnectionDialogProps {
  /** `enter-secret` shows only the secret of a connection whose session has ended. */
  readonly purpose:
    | { readonly mode: 'add' }
    | { readonly mode: 'edit' | 'enter-secret'; readonly connection: ConnectionSummary };
  readonly onClose: () => void;
}

const kinds: readonly { readonly value: DraftKind; readonly label: string }[] = [
  { value: 'connection-string', label: t`Connection string` },
  { value: 'account-key', label: t`Account key` },
  { value: 'sas', label: t`SAS` },
  { value: 'emulator', label: t`Emulator` },
];

type Step =
  | { readonly step: 'filling' }
  | { readonly step: 'testing' }
  | { readonly step: 'tested'; readonly probe: ConnectionProbe }
  | { readonly step: 'saving' }
  | { readonly step: 'failed'; readonly error: StowageError };

export function ConnectionDialog({ purpose, onClose }: ConnectionDialogProps) {
  const { mode } = purpose;
  const nowMs = useNowMs();
  const [draft, setDraft] = useState<ConnectionDraft>(() =>
    purpose.mode === 'add' ? emptyDraft : draftOf(purpose.connection),
  );
  const [problems, setProblems] = useState<FieldProblems>({});
  const [step, setStep] = useState<Step>({ step: 'filling' });
  const fields = useRef<HTMLDivElement>(null);
  const [refusals, setRefusals] = useState(0);
  // What is wrong is read out, and can be mended at once.
  useEffect(() => {
    if (refusals > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);
  const secretNeed = mode === 'edit' ? 'optional' : 'required';

  const change = (patch: Partial<ConnectionDraft>): void => {
    setDraft((before) => ({ ...before, ...patch }));
    // What the services answered does not depend on what the connection is called here.
    if (!isOfMark(patch)) setStep({ step: 'filling' });
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in patch))));
  };

  const fail = (thrown: unknown): void => {
    const error = StowageError.from(thrown);
    const field = fieldOf(error, draft.kind);
    if (field === null) {
      setStep({ step: 'failed', error });
      return;
    }
    const words = describeError(error);
    setProblems({ [field]: [words.explanation, words.action].filter((part) => part !== '').join(' ') });
    setStep({ step: 'filling' });
    setRefusals((before) => before + 1);
  };

  const isComplete = (need: 'required' | 'optional'): boolean => {
    const missing = missingFields(draft, need);
    setProblems(missing);
    if (Object.keys(missing).length === 0) return true;
    setRefusals((before) => before + 1);
    return false;
  };

  // With the secret left empty there is nothing new to try but the connection as it is kept.
  const kept =
    purpose.mode === 'edit' && draft.kind !== 'emulator' && draft[secretFieldOf(draft.kind)] === ''
      ? purpose.connection
      : null;
  const known = { ...endedSas(draft, kept?.sas, nowMs), ...problems };

  const test = async (): Promise<void> => {
    if (!isComplete(kept ? 'optional' : 'required')) return;
    setStep({ step: 'testing' });
    try {
      const probe = kept
        ? await call('connections.probe', { connectionId: kept.id })
        : await call('connections.test', inputOf(draft));
      setStep({ step: 'tested', probe });
    } catch (thrown) {
      fail(thrown);
    }
  };

  const save = async (): Promise<void> => {
    if (!isComplete(secretNeed)) return;
    setStep({ step: 'saving' });
    try {
      const input = inputOf(draft);
      const saved =
        purpose.mode === 'add'
          ? await call('connections.add', input)
          : await call('connections.update', { id: purpose.connection.id, input });
      onClose();
      // What is done next is done with it; not before the dialog, which keeps the keyboard, is gone.
      if (mode === 'add') {
        revealConnection(saved.id, 'focus-if-shown');
        return;
      }
      void refreshConnection(saved.id);
      tellSaved(saved.id);
    } catch (thrown) {
      fail(thrown);
    }
  };

  const isBusy = step.step === 'saving' || step.step === 'testing';
  return (
    <Dialog
      title={titleOf(purpose)}
      isOpen
      onClose={onClose}
      footer={
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
      }
    >
      {mode === 'add' && (
        <SegmentedControl
          label={t`How to connect`}
          width="fill"
          options={kinds}
          value={draft.kind}
          onChange={(kind) => {
            setProblems({});
            change({ kind });
          }}
        />
      )}
      <div ref={fields} className={styles.fields}>
        <KindFields draft={draft} problems={known} mode={mode} onChange={change} onSubmit={() => void save()} />
        {mode !== 'enter-secret' && (
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
      {mode !== 'enter-secret' && <MarkingFields marking={draft.marking} onChange={(marking) => change({ marking })} />}
      {mode !== 'enter-secret' && <OpenLine host={unprotectedHost(draft)} />}
      {draft.kind !== 'emulator' && <SecretPlace />}
      {step.step === 'tested' && <ProbeResult probe={step.probe} />}
      {step.step === 'testing' && <p className={styles.quiet} role="status">{t`Asking both services…`}</p>}
      {step.step === 'failed' && <ErrorNotice error={step.error} />}
    </Dialog>
  );
}

function isOfMark(patch: Partial<ConnectionDraft>): boolean {
  return Object.keys(patch).every((field) => field === 'name' || field === 'marking');
}

function titleOf(purpose: ConnectionDialogProps['purpose']): string {
  switch (purpose.mode) {
    case 'add':
      return t`Add a connection`;
    case 'edit':
      return t`Edit ${purpose.connection.name}`;
    case 'enter-secret':
      return t`Secret of ${purpose.connection.name}`;
  }
}

function secretFieldOf(kind: DraftKind): 'connectionString' | 'accountKey' | 'sas' | 'host' {
  switch (kind) {
    case 'connection-string':
      return 'connectionString';
    case 'account-key':
      return 'accountKey';
    case 'sas':
      return 'sas';
    case 'emulator':
      return 'host';
  }
}

/** Says what plain HTTP to another machine gives away. */
function OpenLine({ host }: { readonly host: string | null }) {
  if (host === null) return null;
  return (
    <p className={styles.openLine} role="note">
      {t`${host} is asked over plain HTTP. Whoever is on the way can read and change everything. Use https where the service offers it.`}
    </p>
  );
}

/** Says where the secret will be kept, before it is given. */
function SecretPlace() {
  const { data: info } = useCall('app.info', {});
  if (!info) return null;
  return (
    <p className={styles.secretPlace}>
      {info.secretStorage === 'keychain'
        ? t`The secret is kept in this computer’s keychain. It never reaches a file or a log.`
        : t`This computer offers no keychain. The secret is kept until Stowage closes; then it is asked for again.`}
    </p>
  );
}
