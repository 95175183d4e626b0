// The lease of a blob or a container: its state, and acquiring, renewing, changing, releasing and breaking it.
import { useEffect, useEffectEvent, useState } from 'react';
import { isLeaseId } from '@shared/blob-details/lease-id';
import { StowageError } from '@shared/errors';
import type { LeaseAction, LeaseFacts } from '@shared/model/blob-details';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { useProductionName } from '@renderer/live/connection';
import { Button, ConfirmDialog, Dialog, ErrorNotice, Select, TextField, useAction } from '@renderer/ui';
import { type LeaseSubject, heldLease, isActive, rememberLease } from './use-lease';
import styles from './dialogs.module.css';

const durations = [
  { value: '15', label: t`15 seconds` },
  { value: '30', label: t`30 seconds` },
  { value: '60', label: t`60 seconds` },
  { value: '-1', label: t`Infinite` },
] as const;

export interface LeaseDialogProps {
  readonly subject: LeaseSubject;
  /** As it was read when the dialog opened. */
  readonly lease: LeaseFacts;
  readonly readLease: () => Promise<LeaseFacts>;
  readonly onClose: () => void;
}

export function LeaseDialog({ subject, lease: first, readLease, onClose }: LeaseDialogProps) {
  const [lease, setLease] = useState(first);
  const [leaseId, setLeaseId] = useState(() => heldLease(subject) ?? '');
  const [seconds, setSeconds] = useState<(typeof durations)[number]['value']>('60');
  const [isBreaking, setBreaking] = useState(false);
  const typedName = useProductionName(subject.connectionId);
  const [message, setMessage] = useState('');
  /** Set for a lease that expires; a new object whenever its duration starts again. */
  const [term, setTerm] = useState<Term | null>(null);
  const { isRunning, error, run } = useAction();
  const leased = subject.name === undefined ? 'container' : 'blob';
  const change = (action: LeaseAction): Promise<void> =>
    run(async () => {
      const outcome = await call('blob-details.lease', { ...subject, act: action }).catch(async (thrown: unknown) => {
        const uncertainty = uncertaintyText(action, StowageError.from(thrown));
        // Stays displayed: after an ambiguous outcome this may be the only copy of the new ID.
        if (uncertainty === '') throw thrown;
        setMessage(uncertainty);
        // One that is not held does no harm in the field.
        if (action.kind === 'acquire') {
          rememberLease(subject, action.leaseId ?? '');
          setLeaseId(action.leaseId ?? '');
        }
        await readLease().then(setLease, () => undefined);
        throw thrown;
      });
      const next = heldAfter(action, outcome.leaseId);
      rememberLease(subject, next);
      setLeaseId(next);
      setTerm((before) => termAfter(action, before));
      try {
        setLease(await readLease());
      } finally {
        // Only together with the new state: the sentence and an older state would contradict each other.
        setMessage(outcomeText(action, outcome.secondsLeft));
      }
    });
  const readEnded = useEffectEvent(() => {
    setMessage('');
    // If it cannot be read, the known state stays.
    readLease().then(setLease, () => undefined);
  });
  useEffect(() => {
    if (term === null) return;
    const timer = setTimeout(() => readEnded(), term.seconds * 1000 + endedMs);
    return () => clearTimeout(timer);
  }, [term]);
  const isHeld = isActive(lease);
  const cannot = !isLeaseId(leaseId) || isRunning;
  return (
    <Dialog title={t`Lease`} isOpen onClose={onClose} footer={<Button onPress={onClose}>{t`Close`}</Button>}>
      <p className={styles.words} role="status">
        {leaseText(lease, leased)} {message}
      </p>
      {isHeld ? null : (
        <div className={styles.line}>
          <Select label={t`For`} labelPosition="hidden" options={durations} value={seconds} onChange={setSeconds} />
          <Button
            isPending={isRunning}
            onPress={() => void change({ kind: 'acquire', seconds: Number(seconds), leaseId: crypto.randomUUID() })}
          >
            {t`Acquire lease`}
          </Button>
        </div>
      )}
      <TextField
        label={t`Lease ID`}
        face="mono"
        value={leaseId}
        onChange={(text) => setLeaseId(text.trim())}
        errorMessage={leaseId === '' || isLeaseId(leaseId) ? undefined : t`A lease ID is a GUID with dashes.`}
        description={t`The lease ID is required to renew, change or release the lease, and while the ${leased} is leased, it can only be ${leased === 'blob' ? t`changed` : t`deleted`} with this ID. IDs of leases that you acquire here are saved on this computer.`}
      />
      <div className={styles.line}>
        <Button isDisabled={cannot} onPress={() => void change({ kind: 'renew', leaseId })}>{t`Renew`}</Button>
        <Button
          isDisabled={cannot}
          onPress={() => void change({ kind: 'change', leaseId, nextId: crypto.randomUUID() })}
        >
          {t`Change lease ID`}
        </Button>
        <Button isDisabled={cannot} onPress={() => void change({ kind: 'release', leaseId })}>{t`Release`}</Button>
        <Button
          variant="danger"
          isDisabled={!isHeld || isRunning}
          onPress={() => setBreaking(true)}
        >{t`Break lease…`}</Button>
      </div>
      <ConfirmDialog
        title={t`Break lease`}
        isOpen={isBreaking}
        onClose={() => setBreaking(false)}
        confirmLabel={t`Break lease`}
        {...(typedName === null ? {} : { typedName })}
        onConfirm={() => change({ kind: 'break', afterSeconds: 0 })}
      >
        {t`The current holder loses the lease at once. Its operations on the ${leased} then fail.`}
      </ConfirmDialog>
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}

interface Term {
  readonly seconds: number;
}

/** The service releases a lease slightly later than announced. */
const endedMs = 1_000;

function termAfter(action: LeaseAction, before: Term | null): Term | null {
  switch (action.kind) {
    case 'acquire':
      return action.seconds > 0 ? { seconds: action.seconds } : null;
    case 'renew':
      return before === null ? null : { ...before };
    case 'change':
      return before;
    case 'release':
    case 'break':
      return null;
  }
}

/** The state in a sentence. */
export function leaseText({ state, duration }: LeaseFacts, leased: 'blob' | 'container'): string {
  switch (state) {
    case 'leased':
      return duration === 'infinite' ? t`Leased, infinite.` : t`Leased for a fixed time.`;
    case 'breaking':
      return t`The lease is breaking.`;
    case 'broken':
      return t`The last lease was broken. You can acquire a new one.`;
    case 'expired':
      return t`The last lease has expired.`;
    case 'available':
      return t`Not leased. Anyone with permission can ${leased === 'blob' ? t`change` : t`delete`} it.`;
  }
}

/** The ID to hold from now on; empty for none. */
function heldAfter(action: LeaseAction, answered: string): string {
  switch (action.kind) {
    case 'acquire':
    case 'change':
      return answered;
    case 'renew':
      return action.leaseId;
    case 'release':
    case 'break':
      return '';
  }
}

/** What to do if the service may have acted although it did not respond; empty if it did not act. */
function uncertaintyText(action: LeaseAction, { kind }: StowageError): string {
  if (kind !== 'network' && kind !== 'throttled') return '';
  switch (action.kind) {
    case 'acquire':
      return t`The lease may have been acquired anyway. In that case it has the ID below: use that ID to renew or release it.`;
    case 'change':
      return t`The lease ID may have been changed anyway. If the old ID is rejected, the new one is ${action.nextId}.`;
    case 'renew':
    case 'release':
    case 'break':
      return '';
  }
}

function outcomeText(action: LeaseAction, secondsLeft: number | null): string {
  switch (action.kind) {
    case 'acquire':
      return t`Lease acquired.`;
    case 'renew':
      return t`Lease renewed.`;
    case 'change':
      return t`Lease ID changed. The old ID is no longer valid.`;
    case 'release':
      return t`Lease released.`;
    case 'break':
      // The state already shows it.
      return secondsLeft === null || secondsLeft === 0 ? '' : t`The lease ends in ${secondsLeft} s.`;
  }
}
