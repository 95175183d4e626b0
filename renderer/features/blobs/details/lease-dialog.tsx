// The lease of a blob: its state, and acquiring, renewing, releasing and breaking it by its ID.
import { useState } from 'react';
import type { LeaseAct, LeaseFacts } from '@shared/model/blob-details';
import { call } from '@renderer/bridge';
import { Button, ConfirmDialog, Dialog, ErrorNotice, Select, TextField } from '@renderer/ui';
import type { BlobDialogProps } from './dialog-props';
import { useProductionName } from './use-production-name';
import { useSaving } from './use-saving';
import styles from './dialogs.module.css';

const durations = [
  { value: '15', label: '15 seconds' },
  { value: '30', label: '30 seconds' },
  { value: '60', label: '60 seconds' },
  { value: '-1', label: 'No end' },
] as const;

export function LeaseDialog({ blob, details, onSaved }: Omit<BlobDialogProps, 'onClose'>) {
  const [lease, setLease] = useState(details.lease);
  const [leaseId, setLeaseId] = useState('');
  const [seconds, setSeconds] = useState<(typeof durations)[number]['value']>('60');
  const [isBreaking, setBreaking] = useState(false);
  const typedName = useProductionName(blob.connectionId);
  const [told, setTold] = useState('');
  const { isSaving, error, run } = useSaving(() => undefined);
  const change = (act: LeaseAct): Promise<void> =>
    run(async () => {
      const outcome = await call('blob-details.lease', { ...blob, act });
      if (act.kind === 'acquire') setLeaseId(outcome.leaseId);
      setTold(outcomeWords(act, outcome.secondsLeft));
      setLease((await call('blob-details.read', blob)).lease);
    });
  const isHeld = lease.state === 'leased' || lease.state === 'breaking';
  return (
    <Dialog
      title="Lease"
      isOpen
      onClose={onSaved}
      footer={
        <Button variant="primary" onPress={onSaved}>
          Close
        </Button>
      }
    >
      <p className={styles.words} role="status">
        {leaseWords(lease)} {told}
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
        onChange={setLeaseId}
        description="Keep it: only with it can the lease be renewed or released, and the blob changed meanwhile."
      />
      <div className={styles.line}>
        <Button isDisabled={leaseId === '' || isSaving} onPress={() => void change({ kind: 'renew', leaseId })}>
          Renew
        </Button>
        <Button isDisabled={leaseId === '' || isSaving} onPress={() => void change({ kind: 'release', leaseId })}>
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
        Whoever holds the lease loses it at once. What they are doing to the blob then fails.
      </ConfirmDialog>
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}

/** The state in a sentence. */
export function leaseWords({ state, duration }: LeaseFacts): string {
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
      return 'Not leased. Anybody with the rights can change it.';
  }
}

function outcomeWords(act: LeaseAct, secondsLeft: number | null): string {
  switch (act.kind) {
    case 'acquire':
      return 'You hold it now.';
    case 'renew':
      return 'Renewed.';
    case 'release':
      return 'Released.';
    case 'break':
      return secondsLeft === null || secondsLeft === 0 ? 'Broken.' : `It ends in ${secondsLeft} s.`;
  }
}
