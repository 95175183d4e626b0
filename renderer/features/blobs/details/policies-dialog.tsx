// The stored access policies of a container: what signatures that name them may do, and until when.
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { ContainerAccess, StoredPolicy } from '@shared/model/container-details';
import { sasRights } from '@shared/sas/sas-request';
import { hasPolicyProblems, mostPolicies, policyProblems, withRight } from '@shared/sas/stored-policies';
import { call } from '@renderer/bridge';
import { Button, Checkbox, Dialog, ErrorNotice, IconButton, TextField } from '@renderer/ui';
import type { AccessDialogProps } from './access-dialog';
import { useSaving } from './use-saving';
import styles from './dialogs.module.css';

export function PoliciesDialog({ container, access, onClose, onSaved }: AccessDialogProps) {
  const [policies, setPolicies] = useState<readonly StoredPolicy[]>(access.policies);
  const { isSaving, error, run } = useSaving(onSaved);
  const problems = policyProblems(policies);
  const isChanged = JSON.stringify(policies) !== JSON.stringify(access.policies);
  const ended = endedPolicies(access, policies);
  const replace = (at: number, change: Partial<StoredPolicy>): void =>
    setPolicies(policies.map((policy, index) => (index === at ? { ...policy, ...change } : policy)));
  const save = (): Promise<unknown> =>
    call('container-details.set-access', {
      ...container,
      ifMatch: access.etag,
      level: access.level,
      policies: [...policies],
    });
  return (
    <Dialog
      title={`Stored policies of ${container.container}`}
      isOpen
      onClose={onClose}
      size="wide"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant={ended.length > 0 ? 'danger' : 'primary'}
            isDisabled={!isChanged || hasPolicyProblems(problems)}
            isPending={isSaving}
            onPress={() => void run(save)}
          >
            Save policies
          </Button>
        </>
      }
    >
      <p className={styles.words}>
        A signature may name a policy instead of saying everything itself. Changing or removing the policy then changes
        or ends every such signature, without a new account key.
      </p>
      {policies.map((policy, index) => (
        <PolicyEditor
          key={index}
          policy={policy}
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
          isDisabled={policies.length >= mostPolicies}
          onPress={() => setPolicies([...policies, newPolicy(Date.now())])}
        >
          Add policy
        </Button>
        <span className={styles.words}>
          {policies.length} of {mostPolicies}. A change can take 30 seconds until it counts everywhere.
        </span>
      </div>
      {problems.list === undefined ? null : <p className={styles.problem}>{problems.list}</p>}
      {ended.length === 0 ? null : (
        <p className={styles.problem} role="status">
          Signatures that name {ended.join(', ')} stop working.
        </p>
      )}
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
}

interface PolicyEditorProps {
  readonly policy: StoredPolicy;
  /** From 1. */
  readonly ordinal: number;
  readonly problems: ReturnType<typeof policyProblems>['rows'][number];
  readonly onChange: (change: Partial<StoredPolicy>) => void;
  readonly onRemove: () => void;
}

function PolicyEditor({ policy, ordinal, problems, onChange, onRemove }: PolicyEditorProps) {
  return (
    <div className={styles.policy} role="group" aria-label={`policy ${ordinal}`}>
      <div className={styles.policyFields}>
        <TextField
          label="Name"
          face="mono"
          value={policy.id}
          autoFocus={policy.id === ''}
          errorMessage={problems.id}
          onChange={(id) => onChange({ id })}
        />
        <TextField
          label="Starts (UTC)"
          face="mono"
          value={policy.startsOn}
          placeholder="said by the signature"
          errorMessage={problems.startsOn}
          onChange={(startsOn) => onChange({ startsOn: startsOn.trim() })}
        />
        <TextField
          label="Expires (UTC)"
          face="mono"
          value={policy.expiresOn}
          placeholder="said by the signature"
          errorMessage={problems.expiresOn}
          onChange={(expiresOn) => onChange({ expiresOn: expiresOn.trim() })}
        />
        <IconButton
          label={`Remove policy ${policy.id}`.trim()}
          className={styles.besideLabel ?? ''}
          icon={<X size={14} />}
          onPress={onRemove}
        />
      </div>
      <div className={styles.rights} role="group" aria-label="Rights">
        {sasRights.container.map(({ letter, word }) => (
          <Checkbox
            key={letter}
            isSelected={policy.rights.includes(letter)}
            onChange={(isSelected) =>
              onChange({ rights: withRight(policy.rights, letter, isSelected ? 'granted' : 'refused') })
            }
          >
            {word}
          </Checkbox>
        ))}
      </div>
    </div>
  );
}

/** Names that no policy has any more. */
function endedPolicies(access: ContainerAccess, policies: readonly StoredPolicy[]): readonly string[] {
  const kept = new Set(policies.map(({ id }) => id));
  return access.policies.map(({ id }) => id).filter((id) => !kept.has(id));
}

/** Reading for a week. */
function newPolicy(nowMs: number): StoredPolicy {
  const expiresOn = `${new Date(nowMs + 7 * 86_400_000).toISOString().slice(0, 19)}Z`;
  return { id: '', rights: 'r', startsOn: '', expiresOn };
}
