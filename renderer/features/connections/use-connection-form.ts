// The connection form: its input, what is missing or invalid, the test against the services, and saving.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { StowageError } from '@shared/errors';
import type { ConnectionProbe, ConnectionSummary, SasScope } from '@shared/model/connection';
import { call } from '@renderer/bridge';
import { describeError, useNowMs } from '@renderer/ui';
import {
  type ConnectionDraft,
  type DraftKind,
  type FieldProblems,
  draftOf,
  emptyDraft,
  fieldOf,
  inputOf,
  missingFields,
} from './connection-draft';
import { refreshConnection } from './connection-store';
import { revealConnection } from './navigator-store';
import { notifySaved } from './saved-connections';
import { formatMoment } from '@shared/strings/moments';
import { parseConnectionInput } from '@shared/model/connection-string';
import { t } from '@shared/strings/t';

/** `enter-secret` prompts only for the secret of a connection that has lost it. */
export type ConnectionPurpose =
  | { readonly mode: 'add'; readonly method?: ConnectionDraft['kind'] | undefined }
  | { readonly mode: 'edit' | 'enter-secret'; readonly connection: ConnectionSummary };

export type FormStep =
  | { readonly step: 'filling' }
  | { readonly step: 'testing' }
  | { readonly step: 'tested'; readonly probe: ConnectionProbe }
  | { readonly step: 'saving' }
  | { readonly step: 'failed'; readonly error: StowageError };

export interface ConnectionForm {
  readonly draft: ConnectionDraft;
  readonly problems: FieldProblems;
  readonly step: FormStep;
  /** The element of the fields: the first invalid one gets the focus. */
  readonly fields: RefObject<HTMLDivElement | null>;
  readonly change: (patch: Partial<ConnectionDraft>) => void;
  readonly test: () => Promise<void>;
  readonly save: () => Promise<void>;
}

export function useConnectionForm(purpose: ConnectionPurpose, onClose: () => void): ConnectionForm {
  const { mode } = purpose;
  const nowMs = useNowMs();
  const [draft, setDraft] = useState<ConnectionDraft>(() =>
    purpose.mode === 'add' ? { ...emptyDraft, kind: purpose.method ?? emptyDraft.kind } : draftOf(purpose.connection),
  );
  const [problems, setProblems] = useState<FieldProblems>({});
  const [step, setStep] = useState<FormStep>({ step: 'filling' });
  const fields = useRef<HTMLDivElement>(null);
  const [rejections, setRejections] = useState(0);
  // Focusing the first invalid field makes screen readers announce its error.
  useEffect(() => {
    if (rejections > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [rejections]);
  const secretNeed = mode === 'edit' ? 'optional' : 'required';

  const change = (patch: Partial<ConnectionDraft>): void => {
    setDraft((before) => ({ ...before, ...patch }));
    // The answer of the services does not depend on the name or marking of the connection.
    if (!isOfMark(patch)) setStep({ step: 'filling' });
    // Another way to connect has other fields.
    setProblems((before) =>
      'kind' in patch ? {} : Object.fromEntries(Object.entries(before).filter(([field]) => !(field in patch))),
    );
  };

  const fail = (thrown: unknown): void => {
    const error = StowageError.from(thrown);
    if (error.kind === 'cancelled') {
      // The user declined in a dialog of main.
      setStep({ step: 'filling' });
      return;
    }
    const field = fieldOf(error, draft.kind);
    if (field === null) {
      setStep({ step: 'failed', error });
      return;
    }
    const message = describeError(error);
    setProblems({ [field]: [message.explanation, message.action].filter((part) => part !== '').join(' ') });
    setStep({ step: 'filling' });
    setRejections((before) => before + 1);
  };

  const isComplete = (need: 'required' | 'optional'): boolean => {
    const missing = missingFields(draft, need);
    setProblems(missing);
    if (Object.keys(missing).length === 0) return true;
    setRejections((before) => before + 1);
    return false;
  };

  // With the secret left empty, only the stored connection can be tested.
  const stored =
    purpose.mode === 'edit' &&
    draft.kind !== 'emulator' &&
    draft.kind !== 'sign-in' &&
    draft[secretFieldOf(draft.kind)] === ''
      ? purpose.connection
      : null;
  const known = { ...endedSas(draft, stored?.sas, nowMs), ...problems };

  const test = async (): Promise<void> => {
    if (!isComplete(stored ? 'optional' : 'required')) return;
    setStep({ step: 'testing' });
    try {
      const probe = stored
        ? await call('connections.probe', { connectionId: stored.id })
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
      // The new connection gets the focus, which it can only take once the dialog is gone.
      if (mode === 'add') {
        revealConnection(saved.id, 'focus-if-shown');
        return;
      }
      void refreshConnection(saved.id);
      notifySaved(saved.id);
    } catch (thrown) {
      fail(thrown);
    }
  };

  return { draft, problems: known, step, fields, change, test, save };
}

function isOfMark(patch: Partial<ConnectionDraft>): boolean {
  return Object.keys(patch).every((field) => field === 'name' || field === 'marking');
}

function secretFieldOf(kind: DraftKind): 'connectionString' | 'accountKey' | 'sas' | 'host' | 'secretAccessKey' {
  switch (kind) {
    case 'connection-string':
      return 'connectionString';
    case 'account-key':
      return 'accountKey';
    case 'sas':
      return 'sas';
    case 's3':
      return 'secretAccessKey';
    case 'emulator':
    case 'sign-in':
      return 'host';
  }
}

/**
 * `storedSas`: the stored SAS, if the draft has none. An expired one does not prevent testing or saving: the service
 * uses its own clock.
 */
export function endedSas(draft: ConnectionDraft, storedSas: SasScope | undefined, nowMs: number): FieldProblems {
  if (draft.kind !== 'sas' && draft.kind !== 'connection-string') return {};
  const endMs = Date.parse((storedSas ?? scopeIn(draft))?.expiresOn ?? '');
  if (!(endMs <= nowMs)) return {};
  const end = formatMoment(endMs, 'utc', 'minute');
  const text = t`The SAS expired at ${end} UTC (se). Create a new SAS and paste it here.`;
  return draft.kind === 'sas' ? { sas: text } : { connectionString: text };
}

function scopeIn(draft: ConnectionDraft): SasScope | undefined {
  try {
    const input = inputOf(draft);
    return input.kind === 'sign-in' ? undefined : parseConnectionInput(input).sas;
  } catch {
    // An unfinished SAS is judged when it is tested.
    return undefined;
  }
}
