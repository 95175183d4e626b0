// The button that adds a condition to the bar: one on a property, or a group of them.
import { t } from '@shared/strings/t';
import { Button, MenuButton, type MenuEntry, ResponsiveLabel } from '@renderer/ui';
import { Plus } from 'lucide-react';
import { conditionActions } from './condition-actions';
import type { ColumnSummary } from '../result/column-summary';
import styles from './query-bar.module.css';
import { type QueryDraft, nextNumber } from './query-draft';
import type { AddedCondition } from './use-added-condition';

export interface AddConditionProps {
  readonly draft: QueryDraft;
  readonly onChange: (draft: QueryDraft) => void;
  readonly columns: readonly ColumnSummary[];
  readonly added: AddedCondition;
}

export function AddCondition({ draft, onChange, columns, added }: AddConditionProps) {
  const number = nextNumber(draft);
  const addGroup: MenuEntry = {
    id: 'group',
    label: t`A group…`,
    description: t`any, all or none of several`,
    onAction: () =>
      onChange({ ...draft, groups: [...draft.groups, { id: `group:${number}`, match: 'any', conditions: [] }] }),
  };
  const properties = conditionActions(columns, number, 'bar', (property) => {
    added.note(property.id);
    onChange({ ...draft, properties: [...draft.properties, property] });
  });
  return (
    <MenuButton label={t`Add a condition`} entries={[...properties, addGroup]}>
      <Button icon={<Plus size={14} aria-hidden />} className={styles.add ?? ''} onFocus={added.giveKeyboard}>
        <ResponsiveLabel needs="some">{t`Condition`}</ResponsiveLabel>
      </Button>
    </MenuButton>
  );
}
