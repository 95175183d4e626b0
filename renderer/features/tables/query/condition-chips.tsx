// The conditions of a query as chips: the two keys, properties, and groups of properties; the button that adds one, and
// the focus of the one just added.
import { KeyChip } from './key-chip';
import { PropertyChip } from './property-chip';
import type { KeyDelimiters } from './seen-keys';
import type { ColumnSummary } from '../result/grid-column';
import { type QueryDraft, nextNumber } from './query-draft';
import { t } from '@shared/strings/t';
import { type MenuEntry, Button, MenuButton, ResponsiveLabel, Select } from '@renderer/ui';
import { type GroupMatch, groupMatches } from '@shared/query/to-builder';
import { Plus, X } from 'lucide-react';
import {
  type ConditionContext,
  type GroupDraft,
  type PropertyDraft,
  defaultOperator,
  groupLabels,
  withType,
} from './property-draft';
import styles from './condition-chips.module.css';
import queryBarStyles from './query-bar.module.css';
import { type RefObject, useState } from 'react';
import type { EdmType } from '@shared/model/entity';
import { typeName } from '../result/value-format';

interface ConditionChipsProps {
  readonly draft: QueryDraft;
  readonly onChange: (draft: QueryDraft) => void;
  readonly columns: readonly ColumnSummary[];
  /** What the seen keys have between their parts. */
  readonly delimiters: KeyDelimiters;
  readonly added: AddedCondition;
  /** By the name of a key, or the id of a property. */
  readonly stateOf: (part: string) => 'fine' | 'wrong';
  /** Id of the element that describes the mistake. */
  readonly problemId: string;
}

export function ConditionChips(props: ConditionChipsProps) {
  const { draft, onChange, delimiters, added, stateOf, problemId } = props;
  const { properties, groups } = draft;
  return (
    <>
      <KeyChip
        name="PartitionKey"
        draft={draft.partitionKey}
        onChange={(partitionKey) => onChange({ ...draft, partitionKey })}
        delimiter={delimiters.partitionKey}
        state={stateOf('PartitionKey')}
        problemId={problemId}
      />
      <KeyChip
        name="RowKey"
        draft={draft.rowKey}
        onChange={(rowKey) => onChange({ ...draft, rowKey })}
        delimiter={delimiters.rowKey}
        state={stateOf('RowKey')}
        problemId={problemId}
      />
      {properties.map((property) => (
        <PropertyChip
          key={property.id}
          draft={property}
          context="bar"
          naming={property.id.startsWith(typedPrefix) ? 'typed' : 'known'}
          onChange={(changed) => onChange({ ...draft, properties: replaced(properties, changed) })}
          onRemove={() => onChange({ ...draft, properties: properties.filter(({ id }) => id !== property.id) })}
          state={stateOf(property.id)}
          problemId={problemId}
        />
      ))}
      {groups.map((group) => (
        <GroupBox
          key={group.id}
          group={group}
          onChange={(changed) => onChange({ ...draft, groups: replaced(groups, changed) })}
          onRemove={() => onChange({ ...draft, groups: groups.filter(({ id }) => id !== group.id) })}
          columns={props.columns}
          number={nextNumber(draft)}
          onAdded={({ id }) => added.note(id)}
          onMenuClosed={added.giveKeyboard}
          stateOf={stateOf}
          problemId={problemId}
        />
      ))}
    </>
  );
}

function replaced<Item extends { readonly id: string }>(all: readonly Item[], changed: Item): readonly Item[] {
  return all.map((each) => (each.id === changed.id ? changed : each));
}

interface GroupBoxProps {
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

function GroupBox({ group, onChange, onRemove, columns, number, onAdded, stateOf, ...rest }: GroupBoxProps) {
  const text = groupLabels[group.match];
  const change = (conditions: readonly PropertyDraft[]): void => onChange({ ...group, conditions });
  const add = (condition: PropertyDraft): void => {
    change([...group.conditions, condition]);
    onAdded(condition);
  };
  return (
    <div role="group" aria-label={t`Group: ${text}`} className={styles.group} data-state={stateOf(group.id)}>
      <Select<GroupMatch>
        label={t`Conditions of the group that must match`}
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
          context="group"
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

interface AddConditionProps {
  readonly draft: QueryDraft;
  readonly onChange: (draft: QueryDraft) => void;
  readonly columns: readonly ColumnSummary[];
  readonly added: AddedCondition;
}

export function AddCondition({ draft, onChange, columns, added }: AddConditionProps) {
  const number = nextNumber(draft);
  const addGroup: MenuEntry = {
    id: 'group',
    label: t`Group…`,
    description: t`match any, all or none of several conditions`,
    onAction: () =>
      onChange({ ...draft, groups: [...draft.groups, { id: `group:${number}`, match: 'any', conditions: [] }] }),
  };
  const properties = conditionActions(columns, number, 'bar', (property) => {
    added.note(property.id);
    onChange({ ...draft, properties: [...draft.properties, property] });
  });
  return (
    <MenuButton label={t`Add condition`} entries={[...properties, addGroup]}>
      <Button icon={<Plus size={14} aria-hidden />} className={queryBarStyles.add ?? ''} onFocus={added.giveKeyboard}>
        <ResponsiveLabel needs="some">{t`Condition`}</ResponsiveLabel>
      </Button>
    </MenuButton>
  );
}

interface AddedCondition {
  /** @param id of the condition */
  readonly note: (id: string) => void;
  /** To the one that was noted last, once. */
  readonly giveKeyboard: () => void;
}

/** `within`: what holds the conditions. */
export function useAddedCondition(within: RefObject<HTMLElement | null>): AddedCondition {
  const [justAdded, setJustAdded] = useState<string>();
  return {
    note: setJustAdded,
    giveKeyboard: () => {
      if (justAdded === undefined) return;
      setJustAdded(undefined);
      within.current?.querySelector<HTMLInputElement>(`[data-condition="${justAdded}"] input`)?.focus();
    },
  };
}

/** Marks conditions whose property name is typed rather than chosen. */
const typedPrefix = 'typed:';

interface OfferedColumn {
  readonly name: string;
  readonly types: readonly EdmType[];
}

function conditionActions(
  columns: readonly OfferedColumn[],
  number: number,
  context: ConditionContext,
  add: (condition: PropertyDraft) => void,
): readonly MenuEntry[] {
  const blank = { operator: 'eq' as const, type: 'Edm.String' as const, text: '' };
  const known: readonly OfferedColumn[] = [...columns, { name: 'Timestamp', types: ['Edm.DateTime'] }];
  return [
    ...known.map(({ name, types }) => ({
      id: `column:${name}`,
      label: name,
      aside: types.map(typeName).join(', '),
      onAction: () => {
        const type = types[0] ?? 'Edm.String';
        add(withType({ ...blank, id: `known:${number}`, name, operator: defaultOperator(type, context) }, type));
      },
    })),
    'separator' as const,
    {
      id: 'other',
      label: t`Another property…`,
      onAction: () => add({ ...blank, id: `${typedPrefix}${number}`, name: '' }),
    },
  ];
}
