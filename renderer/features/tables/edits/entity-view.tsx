// One entity in the selected view: its typed values, its JSON, or the form that stages changes.
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import type { GridColumn } from '../result/grid-column';
import { EntityForm } from './entity-form';
import { formId } from './rejected-texts';
import type { RowEdits } from './use-row-edits';
import { entityJson } from '../result/entity-json';
import type { KeyDelimiters } from '../query/seen-keys';
import type { ShownRow } from '../staging/staged-rows';
import type { InspectorView } from './inspector-text';
import { JsonView } from './json-view';
import { LockedNote } from './locked-note';
import { TypedView } from './typed-view';

export interface EntityViewProps {
  readonly view: InspectorView;
  /** The entity, with what is staged for it. */
  readonly row: ShownRow;
  /** `some` when the query fetched only chosen columns. */
  readonly fetched: 'all' | 'some';
  /** What keys of this table have between their parts. */
  readonly delimiters: KeyDelimiters;
  readonly access: 'read-only' | 'writable';
  readonly disabledReasons: TableDisabledReasons;
  readonly edits: RowEdits;
  /** Of the table, as far as it is known. */
  readonly columns: readonly GridColumn[];
  /** The field of the form that takes the keyboard. */
  readonly focus?: string | undefined;
  /** Asks whether the connection may be written to. */
  readonly onUnlock: () => void;
}

export function EntityView(props: EntityViewProps) {
  const { view, row, edits, disabledReasons, columns, focus } = props;
  if (view === 'typed') {
    const { fetched, delimiters } = props;
    return <TypedView entity={row.entity} fetched={fetched} delimiters={delimiters} before={row.mark?.before} />;
  }
  if (view === 'json') return <JsonView json={entityJson(row.entity)} />;
  if (props.access === 'read-only') return <LockedNote onUnlock={props.onUnlock} />;
  return (
    <EntityForm
      key={formId(row)}
      row={row}
      edits={edits}
      disabledReasons={disabledReasons}
      columns={columns}
      focus={focus}
    />
  );
}
