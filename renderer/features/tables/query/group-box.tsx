// A group of property conditions in a frame: how many of them must hold, the conditions, and the group's removal.
import { t } from '@shared/strings/t';
import { Button, MenuButton, Select } from '@renderer/ui';
import { type GroupMatch, groupMatches } from '@shared/query/to-builder';
import { Plus, X } from 'lucide-react';
import { PropertyChip } from './property-chip';
import type { PropertyDraft } from './property-draft';
import { type OfferedColumn, conditionActions, typedPrefix } from './condition-actions';
import { type GroupDraft, groupLabels } from './group-draft';
import styles from './group-box.module.css';

export interface GroupBoxProps {
  readonly group: GroupDraft;
  readonly onChange: (group: GroupDraft) => void;
  readonly onRemove: () => void;
  readonly columns: readonly OfferedColumn[];
  /** For the condition that is added next. */
  readonly number: number;
  readonly onAdded: (condition: PropertyDraft) => void;
  /** Called when the menu gives the keyboard back. */
  readonly onMenuClosed: () => void;
  readonly stateOf: (part: string) => 'fine' | 'wrong';
  readonly problemId: string;
}

const options = groupMatches.map((match) => ({ value: match, label: groupLabels[match] }));

export function GroupBox({ group, onChange, onRemove, columns, number, onAdded, stateOf, ...rest }: GroupBoxProps) {
  const text = groupLabels[group.match];
  const change = (conditions: readonly PropertyDraft[]): void => onChange({ ...group, conditions });
  const add = (condition: PropertyDraft): void => {
    change([...group.conditions, condition]);
    onAdded(condition);
  };
  return (
    <div role="group" aria-label={t`Group: ${text}`} className={styles.group} data-state={stateOf(group.id)}>
      <Select<GroupMatch>
        label={t`How many of the group must hold`}
        labelPosition="hidden"
        appearance="bare"
        className={styles.match ?? ''}
        options={options}
        value={group.match}
        onChange={(match) => onChange({ ...group, match })}
      />
      {group.conditions.map((condition) => (
        <PropertyChip
          key={condition.id}
          draft={condition}
          place="group"
          naming={condition.id.startsWith(typedPrefix) ? 'typed' : 'known'}
          onChange={(changed) => change(group.conditions.map((each) => (each.id === changed.id ? changed : each)))}
          onRemove={() => change(group.conditions.filter(({ id }) => id !== condition.id))}
          state={stateOf(condition.id)}
          problemId={rest.problemId}
        />
      ))}
      <MenuButton
        label={t`Add a condition to the group: ${text}`}
        entries={conditionActions(columns, number, 'group', add)}
      >
        <Button size="small" variant="quiet" icon={<Plus size={13} aria-hidden />} onFocus={rest.onMenuClosed}>
          {t`Condition`}
        </Button>
      </MenuButton>
      <button type="button" className={styles.remove} aria-label={t`Remove the group: ${text}`} onClick={onRemove}>
        <X size={14} aria-hidden />
      </button>
    </div>
  );
}
