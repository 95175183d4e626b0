// Chooses another access tier, with what that costs and how long it takes.
import { useState } from 'react';
import { type AccessTier, type RehydratePriority, accessTiers, tierHints } from '@shared/blob-details/tier-rules';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { SegmentedControl, Select, useAction, useNowMs } from '@renderer/ui';
import { type BlobDialogProps, SaveDialog, orOutdated } from './save-dialog';
import { useLease } from './use-lease';
import styles from './dialogs.module.css';

const options = accessTiers.map((tier) => ({ value: tier, label: tier }));
const priorities: readonly { readonly value: RehydratePriority; readonly label: string }[] = [
  { value: 'Standard', label: t`Standard: up to 15 hours` },
  { value: 'High', label: t`High: often under an hour, costs more` },
];

export function TierDialog({ blob, details, onClose, onOutdated, onSaved }: BlobDialogProps) {
  const lease = useLease(blob, details.lease);
  const { tierFacts, bytes, createdOn } = details;
  const present = accessTiers.find((tier) => tier === tierFacts.name);
  const [tier, setTier] = useState<AccessTier>(present ?? 'Hot');
  const [priority, setPriority] = useState<RehydratePriority>('Standard');
  const { isRunning, error, run } = useAction(onSaved);
  const nowMs = useNowMs();
  const leavesArchive = present === 'Archive' && tier !== 'Archive';
  const since = tierFacts.changedOn === '' ? createdOn : tierFacts.changedOn;
  const hints = tierHints({ from: tierFacts.name, to: tier, bytes, since, priority, nowMs });
  const save = (): Promise<unknown> =>
    orOutdated(
      call('blob-details.set-tier', { ...blob, ...lease.given, tier, priority: leavesArchive ? priority : null }),
      onOutdated,
    );
  return (
    <SaveDialog
      title={t`Change access tier`}
      saveLabel={t`Change to ${tier}`}
      isReady={(tier !== present || tierFacts.isInferred) && !lease.isMissing}
      isSaving={isRunning}
      error={error}
      onSave={() => run(save)}
      onClose={onClose}
    >
      <p className={styles.words}>
        {tierFacts.name === '' ? t`The service reports no access tier.` : t`Current tier: ${tierFacts.name}.`}
      </p>
      <SegmentedControl label={t`Access tier`} options={options} value={tier} onChange={setTier} width="fill" />
      {leavesArchive ? (
        <Select label={t`Rehydrate priority`} options={priorities} value={priority} onChange={setPriority} />
      ) : null}
      {hints.length === 0 ? null : (
        <ul className={styles.hints} aria-label={t`Cost`}>
          {hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      )}
      {lease.field}
    </SaveDialog>
  );
}
