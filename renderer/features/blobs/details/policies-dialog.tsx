// The stored access policies of a container or table: what signatures that name them may do, and until when.
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { StoredPolicy } from '@shared/model/container-details';
import { sasRights } from '@shared/sas/sas-request';
import { hasPolicyProblems, maxPolicies, policyProblems, withRight } from '@shared/sas/stored-policies';
import { t } from '@shared/strings/t';
import { Button, Checkbox, IconButton, TextField, useAction } from '@renderer/ui';
import { SaveDialog } from './save-dialog';
import styles from './dialogs.module.css';

export interface PoliciesDialogProps {
  readonly kind: 'container' | 'table';
  /** The name of the container or table. */
  readonly name: string;
  /** As they were read when the dialog opened. */
  readonly read: readonly StoredPolicy[];
  readonly save: (policies: StoredPolicy[]) => Promise<unknown>;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

export function PoliciesDialog({ kind, name, read, save, onClose, onSaved }: PoliciesDialogProps) {
  const [policies, setPolicies] = useState<readonly StoredPolicy[]>(read);
  const { isRunning, error, run } = useAction(onSaved);
  const problems = policyProblems(policies);
  const isChanged = JSON.stringify(policies) !== JSON.stringify(read);
  const ended = endedPolicies(read, policies);
  const replace = (at: number, change: Partial<StoredPolicy>): void =>
    setPolicies(policies.map((policy, index) => (index === at ? { ...policy, ...change } : policy)));
  return (
    <SaveDialog
      title={t`Stored access policies of ${name}`}
      size="wide"
      saveLabel={t`Save policies`}
      tone={ended.length > 0 ? 'danger' : 'primary'}
      isReady={isChanged && !hasPolicyProblems(problems)}
      isSaving={isRunning}
      error={error}
      onSave={() => run(() => save([...policies]))}
      onClose={onClose}
    >
      <p className={styles.words}>
        {t`A SAS can refer to a stored access policy. Changing or removing the policy changes or revokes every such SAS without a new account key.`}
      </p>
      {policies.map((policy, index) => (
        <PolicyEditor
          key={index}
          policy={policy}
          kind={kind}
          ordinal={index + 1}
          problems={problems.rows[index] ?? {}}
          onChange={(change) => replace(index, change)}
          onRemove={() => setPolicies(policies.filter((_policy, at) => at !== index))}
        />
      ))}
      <div className={styles.line}>
        <Button
          size="small"
          icon={<Plus size={14} />}
          isDisabled={policies.length >= maxPolicies}
          onPress={() => setPolicies([...policies, newPolicy(kind, Date.now())])}
        >
          {t`Add policy`}
        </Button>
        <span className={styles.words}>
          {t`${policies.length} of ${maxPolicies}. A change can take up to 30 seconds to take effect.`}
        </span>
      </div>
      {problems.list === undefined ? null : <p className={styles.problem}>{problems.list}</p>}
      {ended.length === 0 ? null : (
        <p className={styles.problem} role="status">{t`Every SAS that uses ${ended.join(', ')} stops working.`}</p>
      )}
    </SaveDialog>
  );
}

interface PolicyEditorProps {
  readonly kind: PoliciesDialogProps['kind'];
  readonly policy: StoredPolicy;
  /** Its number in the list, from 1. */
  readonly ordinal: number;
  readonly problems: ReturnType<typeof policyProblems>['rows'][number];
  readonly onChange: (change: Partial<StoredPolicy>) => void;
  readonly onRemove: () => void;
}

function PolicyEditor({ kind, policy, ordinal, problems, onChange, onRemove }: PolicyEditorProps) {
  return (
    <div className={styles.policy} role="group" aria-label={t`policy ${ordinal}`}>
      <div className={styles.policyFields}>
        <TextField
          label={t`Name`}
          face="mono"
          value={policy.id}
          autoFocus={policy.id === ''}
          errorMessage={problems.id}
          onChange={(id) => onChange({ id })}
        />
        <TextField
          label={t`Starts (UTC)`}
          face="mono"
          value={policy.startsOn}
          placeholder={t`set by the SAS`}
          errorMessage={problems.startsOn}
          onChange={(startsOn) => onChange({ startsOn: startsOn.trim() })}
        />
        <TextField
          label={t`Expires (UTC)`}
          face="mono"
          value={policy.expiresOn}
          placeholder={t`set by the SAS`}
          errorMessage={problems.expiresOn}
          onChange={(expiresOn) => onChange({ expiresOn: expiresOn.trim() })}
        />
        <IconButton
          label={t`Remove policy ${policy.id}`.trim()}
          className={styles.besideLabel ?? ''}
          icon={<X size={14} />}
          onPress={onRemove}
        />
      </div>
      <div className={styles.rights} role="group" aria-label={t`Permissions`}>
        {sasRights[kind].map(({ letter, word: label }) => (
          <Checkbox
            key={letter}
            isSelected={policy.rights.includes(letter)}
            onChange={(isSelected) =>
              onChange({ rights: withRight(policy.rights, letter, isSelected ? 'granted' : 'refused') })
            }
          >
            {label}
          </Checkbox>
        ))}
      </div>
    </div>
  );
}

/** Names that no policy has any more. */
function endedPolicies(read: readonly StoredPolicy[], policies: readonly StoredPolicy[]): readonly string[] {
  const remaining = new Set(policies.map(({ id }) => id));
  return read.map(({ id }) => id).filter((id) => !remaining.has(id));
}

/** Reading for a week. A table's policy also has a start: not every store accepts one without it. */
function newPolicy(kind: PoliciesDialogProps['kind'], nowMs: number): StoredPolicy {
  const moment = (atMs: number): string => `${new Date(atMs).toISOString().slice(0, 19)}Z`;
  const startsOn = kind === 'table' ? moment(nowMs) : '';
  return { id: '', rights: 'r', startsOn, expiresOn: moment(nowMs + 7 * 86_400_000) };
}
