// The lease of a blob or a container: its state, and acquiring, renewing, changing, releasing and breaking it.
import { useState } from 'react';
import { isLeaseId } from '@shared/blob-details/lease-id';
import type { LeaseAct, LeaseFacts } from '@shared/model/blob-details';
import { call } from '@renderer/bridge';
import { Button, ConfirmDialog, Dialog, ErrorNotice, Select, TextField } from '@renderer/ui';
import { type LeaseSubject, heldLease, rememberLease } from './held-leases';
import { isActive } from './use-lease';
import { useProductionName } from './use-production-name';
import { useSaving } from './use-saving';
import styles from './dialogs.module.css';

const durations = [
  { value: '15', label: '15 seconds' },
  { value: '30', label: '30 seconds' },
  { value: '60', label: '60 seconds' },
  { value: '-1', label: 'No end' },
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
  const [leaseId, setLeaseId] = useState(() => heldLease(localStorage, subject) ?? '');
  const [seconds, setSeconds] = useState<(typeof durations)[number]['value']>('60');
  const [isBreaking, setBreaking] = useState(false);
  const typedName = useProductionName(subject.connectionId);
  const [told, setTold] = useState('');
  const { isSaving, error, run } = useSaving(() => undefined);
  const leased = subject.name === undefined ? 'container' : 'blob';
  const change = (act: LeaseAct): Promise<void> =>
    run(async () => {
      const outcome = await call('blob-details.lease', { ...subject, act });
      const next = heldAfter(act, outcome.leaseId);
      rememberLease(localStorage, subject, next);
      setLeaseId(next);
      setTold(outcomeWords(act, outcome.secondsLeft));
      setLease(await readLease());
    });
  const isHeld = isActive(lease);
  const cannot = !isLeaseId(leaseId) || isSaving;
  return (
    <Dialog
      title="Lease"
      isOpen
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          Close
        </Button>
      }
    >
      <p className={styles.words} role="status">
        {leaseWords(lease, leased)} {told}
      </p>
      {isHeld ? null : (
        <div className={styles.line}>
          <Select label="For" labelPosition="hidden" options={durations} value={seconds} onChange={setSeconds} />
          <Button isPending={isSaving} onPress={() => void change({ kind: 'acquire', seconds: Number(seconds) })}>
            Acquire
          </Button>
        </div>
      )}
      <TextField
        label="Lease ID"
        face="mono"
        value={leaseId}
        onChange={(text) => setLeaseId(text.trim())}
        errorMessage={leaseId === '' || isLeaseId(leaseId) ? undefined : 'A lease ID is a GUID with dashes.'}
        description={`Only with it can the lease be renewed, changed or released, and the ${leased} ${leased === 'blob' ? 'changed' : 'deleted'} meanwhile. One that you acquire here is remembered on this machine.`}
      />
      <div className={styles.line}>
        <Button isDisabled={cannot} onPress={() => void change({ kind: 'renew', leaseId })}>
          Renew
        </Button>
        <Button
          isDisabled={cannot}
          onPress={() => void change({ kind: 'change', leaseId, nextId: crypto.randomUUID() })}
        >
          Change ID
        </Button>
        <Button isDisabled={cannot} onPress={() => void change({ kind: 'release', leaseId })}>
          Release
        </Button>
        <Button variant="danger" isDisabled={!isHeld || isSaving} onPress={() => setBreaking(true)}>
          Break…
        </Button>
      </div>
      <ConfirmDialog
        title="Break the lease"
        isOpen={isBreaking}
        onClose={() => setBreaking(false)}
        confirmLabel="Break the lease"
        {...(typedName === null ? {} : { typedName })}
        onConfirm={() => change({ kind: 'break', afterSeconds: 0 })}
      >
        Whoever holds the lease loses it at once. What they are doing to the {leased} then fails.
      </ConfirmDialog>
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}

/** The state in a sentence. */
export function leaseWords({ state, duration }: LeaseFacts, leased: 'blob' | 'container'): string {
  switch (state) {
    case 'leased':
      return duration === 'infinite' ? 'Leased without an end.' : 'Leased for a limited time.';
    case 'breaking':
      return 'The lease is being broken.';
    case 'broken':
      return 'The last lease was broken. It can be leased again.';
    case 'expired':
      return 'The last lease has expired.';
    case 'available':
      return `Not leased. Anybody with the rights can ${leased === 'blob' ? 'change' : 'delete'} it.`;
  }
}

/** The ID to hold from now on; empty for none. */
function heldAfter(act: LeaseAct, answered: string): string {
  switch (act.kind) {
    case 'acquire':
    case 'change':
      return answered;
    case 'renew':
      return act.leaseId;
    case 'release':
    case 'break':
      return '';
  }
}

function outcomeWords(act: LeaseAct, secondsLeft: number | null): string {
  switch (act.kind) {
    case 'acquire':
      return 'You hold it now.';
    case 'renew':
      return 'Renewed.';
    case 'change':
      return 'It has another ID now. Who knows the old one holds it no longer.';
    case 'release':
      return 'Released.';
    case 'break':
      return secondsLeft === null || secondsLeft === 0 ? 'Broken.' : `It ends in ${secondsLeft} s.`;
  }
}
