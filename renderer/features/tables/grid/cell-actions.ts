// The actions on a cell as it was read: copying it and the selection around it, querying for the same value; and their
// menu. Actions that change it: edit-actions.ts.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import type { MenuEntry } from '@renderer/ui';
import type { EdmValue } from '@shared/model/entity';
import type { CellCondition } from './cell-conditions';
import type { CopyForm } from './copy-rows';
import type { GridColumn } from '../result/grid-column';
import { type Selection, isOfRows, selectedRowCount, wholeRows } from './selection';

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

/** Everything that can be done with a cell and what is selected around it. */
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
                ? t`the service cannot ask for what is absent`
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

/** Of what is selected. */
export function copyMenuActions(selection: Selection, actions: Pick<CellActions, 'copy'>): readonly MenuEntry[] {
  const copy = (form: CopyForm) => (): void => actions.copy(form, selection);
  const selectedRows = selectedRowCount(selection);
  return [
    { id: 'copy', label: t`Copy`, shortcut: 'Ctrl C', onAction: copy('tsv') },
    { id: 'copy-names', label: t`Copy with column names`, onAction: copy('tsv-with-names') },
    { id: 'copy-csv', label: t`Copy as CSV`, onAction: copy('csv') },
    {
      id: 'copy-json',
      label: t`Copy as JSON`,
      description: isOfRows(selection)
        ? t`in the form of the service`
        : t`what is selected, with its keys, in the form of the service`,
      onAction: copy('json'),
    },
    ...(isOfRows(selection)
      ? []
      : [
          {
            id: 'copy-entities',
            label: selectedRows > 1 ? t`Copy ${counted(selectedRows, 'entity')} as JSON` : t`Copy the entity as JSON`,
            description: t`every property, in the form of the service`,
            onAction: () => actions.copy('json', wholeRows(selection)),
          },
        ]),
  ];
}
