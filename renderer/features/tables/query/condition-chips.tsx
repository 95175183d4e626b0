// The conditions of a query as chips: the two keys, properties, and groups of properties.
import { GroupBox } from './group-box';
import { KeyChip } from './key-chip';
import { PropertyChip } from './property-chip';
import { typedPrefix } from './condition-actions';
import type { KeyDelimiters } from './seen-delimiters';
import type { ColumnSummary } from '../result/column-summary';
import { type QueryDraft, nextNumber } from './query-draft';
import type { AddedCondition } from './use-added-condition';

export interface ConditionChipsProps {
  readonly draft: QueryDraft;
  readonly onChange: (draft: QueryDraft) => void;
  readonly columns: readonly ColumnSummary[];
  /** What the seen keys have between their parts. */
  readonly delimiters: KeyDelimiters;
  readonly added: AddedCondition;
  /** By the name of a key, or the id of a property. */
  readonly stateOf: (part: string) => 'fine' | 'wrong';
  /** Id of the element that says what is wrong. */
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
          place="bar"
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
