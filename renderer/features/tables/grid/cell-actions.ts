// The actions on a cell as it was read: copying it and the selection around it, and adding a condition to the query that
// it suggests, such as "Rating ≥ 4.5"; and their menu. Actions that change it: edit-actions.ts.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import type { MenuEntry } from '@renderer/ui';
import type { EdmValue } from '@shared/model/entity';
import type { CopyForm } from './copy-rows';
import type { GridColumn } from '../result/grid-column';
import { type Selection, isOfRows, selectedRowCount, wholeRows } from './selection';
import type { ComparisonOperator } from '@shared/model/table-query';
import { isPropertyName } from '@shared/query/key-rules';
import { renderFilter } from '@shared/query/odata-renderer';
import type { PropertyDraft } from '../query/property-draft';
import type { KeyDraft } from '../query/key-draft';
import { type QueryDraft, nextNumber } from '../query/query-draft';
import { exactText } from '../result/value-format';

export interface CellActions {
  readonly copy: (form: CopyForm, selection: Selection) => void;
  readonly conditions: (column: GridColumn, value: EdmValue) => readonly CellCondition[];
  /** Adds the condition to the query as typed. */
  readonly addCondition: (condition: CellCondition) => void;
}

export interface ChosenCell {
  readonly column: GridColumn;
  readonly value: EdmValue | undefined;
  /** What the menu is for: the cells that are copied, the rows that are deleted. */
  readonly selection: Selection;
}

/** All actions on a cell and the selection around it. */
export function cellMenuActions({ column, value, selection }: ChosenCell, actions: CellActions): readonly MenuEntry[] {
  const conditions = value === undefined ? [] : actions.conditions(column, value);
  const filters: readonly MenuEntry[] =
    conditions.length === 0
      ? [
          {
            id: 'no-filter',
            label: t`No filter for this cell`,
            description:
              value === undefined
                ? t`the service cannot filter for missing values`
                : t`the service cannot filter on the name ${column.name}`,
            isDisabled: true,
            onAction: () => undefined,
          },
        ]
      : conditions.map((condition) => ({
          id: `filter:${condition.id}`,
          label: condition.label,
          onAction: () => actions.addCondition(condition),
        }));
  return [...copyMenuActions(selection, actions), 'separator', ...filters];
}

/** Of the selection. */
export function copyMenuActions(selection: Selection, actions: Pick<CellActions, 'copy'>): readonly MenuEntry[] {
  const copy = (form: CopyForm) => (): void => actions.copy(form, selection);
  const selectedRows = selectedRowCount(selection);
  return [
    { id: 'copy', label: t`Copy`, shortcut: 'Ctrl C', onAction: copy('tsv') },
    { id: 'copy-names', label: t`Copy with column names`, onAction: copy('tsv-with-names') },
    { id: 'copy-csv', label: t`Copy as CSV`, onAction: copy('csv') },
    { id: 'copy-markdown', label: t`Copy as Markdown table`, onAction: copy('markdown') },
    {
      id: 'copy-json',
      label: t`Copy as JSON`,
      description: isOfRows(selection)
        ? t`in the service’s JSON format`
        : t`the selection with its keys, in the service’s JSON format`,
      onAction: copy('json'),
    },
    ...(isOfRows(selection)
      ? []
      : [
          {
            id: 'copy-entities',
            label: selectedRows > 1 ? t`Copy ${counted(selectedRows, 'entity')} as JSON` : t`Copy entity as JSON`,
            description: t`all properties, in the service’s JSON format`,
            onAction: () => actions.copy('json', wholeRows(selection)),
          },
        ]),
  ];
}

export interface CellCondition {
  readonly id: string;
  /** As shown in a menu: `Only rows where Rating ≥ 4.5`. */
  readonly label: string;
  readonly apply: (draft: QueryDraft) => QueryDraft;
}

const longestInLabel = 32;

/** None for a value that a filter cannot name. */
export function cellConditions(column: GridColumn, value: EdmValue, delimiter: string | undefined): CellCondition[] {
  if (column.source === 'partition-key' || column.source === 'row-key') {
    return keyConditions(column, exactText(value), delimiter);
  }
  if (!isPropertyName(column.name)) return [];
  const operators: readonly ComparisonOperator[] = isOrdered(value) ? ['eq', 'ne', 'ge', 'le'] : ['eq', 'ne'];
  const shown = shortened(exactText(value));
  return operators.map((operator) => ({
    id: operator,
    label: t`Filter: ${column.name} ${labels[operator]} ${shown}`,
    apply: (draft) => withCondition(draft, column.name, operator, value),
  }));
}

const labels: Readonly<Record<ComparisonOperator, string>> = {
  eq: t`is`,
  ne: t`is not`,
  ge: '≥',
  le: '≤',
  gt: '>',
  lt: '<',
};

function isOrdered(value: EdmValue): boolean {
  switch (value.type) {
    case 'Edm.Boolean':
    case 'Edm.Binary':
      return false;
    case 'Edm.Double':
      return value.value !== 'NaN';
    default:
      return true;
  }
}

function keyConditions(column: GridColumn, key: string, delimiter: string | undefined): CellCondition[] {
  const which = column.source === 'partition-key' ? 'partitionKey' : 'rowKey';
  const shown = shortened(key);
  const asText = (draft: QueryDraft, operator: ComparisonOperator): QueryDraft =>
    withCondition(draft, column.name, operator, { type: 'Edm.String', value: key });
  const conditions: CellCondition[] = [
    {
      id: 'is',
      label: t`Filter: ${column.name} is ${shown}`,
      apply: (draft) =>
        draft.mode === 'text'
          ? asText(draft, 'eq')
          : { ...draft, [which]: { ...draft[which], operator: 'is', text: key } },
    },
  ];
  const prefix = firstPart(key, delimiter);
  if (prefix !== '') {
    conditions.push({
      id: 'starts-with',
      label: t`Filter: ${column.name} starts with ${shortened(prefix)}`,
      apply: (draft) => {
        if (draft.mode === 'text') {
          return withText(draft, renderFilter({ kind: 'starts-with', property: column.name, prefix }));
        }
        return { ...draft, [which]: startingWith(draft[which], prefix) };
      },
    });
  }
  conditions.push({
    id: 'from',
    label: t`Filter: from this ${column.name} on`,
    apply: (draft) =>
      draft.mode === 'text'
        ? asText(draft, 'ge')
        : {
            ...draft,
            [which]: { ...draft[which], operator: 'range', from: key, to: '', fromBound: 'inclusive' },
          },
  });
  return conditions;
}

/** A delimiter at which the field splits typed text would lengthen a prefix that does not end there. */
function startingWith({ delimiter = '', ...draft }: KeyDraft, prefix: string): KeyDraft {
  const endsAtDelimiter = delimiter !== '' && prefix.endsWith(delimiter);
  return { ...draft, operator: 'starts-with', text: prefix, ...(endsAtDelimiter ? { delimiter } : {}) };
}

/** Up to and with the first delimiter; the whole key without one. */
function firstPart(key: string, delimiter: string | undefined): string {
  const at = delimiter === undefined || delimiter === '' ? -1 : key.indexOf(delimiter);
  return at < 0 ? key : key.slice(0, at + (delimiter?.length ?? 0));
}

function withCondition(draft: QueryDraft, name: string, operator: ComparisonOperator, value: EdmValue): QueryDraft {
  if (draft.mode === 'text') {
    return withText(draft, renderFilter({ kind: 'comparison', property: name, operator, operand: value }));
  }
  const condition: PropertyDraft = {
    id: `cell:${nextNumber(draft)}`,
    name,
    operator,
    type: value.type,
    text: exactText(value),
    ...(value.type === 'Edm.Binary' ? { spelling: 'base64' as const } : {}),
  };
  return { ...draft, properties: [...draft.properties, condition] };
}

/** An `or` in the text before would otherwise swallow the condition. */
function withText(draft: QueryDraft, condition: string): QueryDraft {
  const before = draft.filterText.trim();
  return { ...draft, filterText: before === '' ? condition : `(${before}) and ${condition}` };
}

function shortened(text: string): string {
  const cut = text.length > longestInLabel ? `${text.slice(0, longestInLabel)}…` : text;
  return cut === '' ? '""' : cut.replace(/[\r\n\t]/g, ' ');
}
