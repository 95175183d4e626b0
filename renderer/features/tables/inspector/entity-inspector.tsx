// The panel beside the grid: one entity in full, typed, as JSON, or as a form that stages changes.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import type { TableRefusals } from '@renderer/pane/table-refusals';
import { Badge, EmptyState, IconButton, SegmentedControl, Time, Truncate } from '@renderer/ui';
import { formatBytes } from '@shared/units';
import { ExternalLink, PanelRightClose, Rows3 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { EntityForm } from '../edit/entity-form';
import { RefusedNote } from '../edit/refused-note';
import { type RefusedText, formId } from '../edit/refused-texts';
import type { ShownRow } from '../staged/staged-rows';
import type { TablePlace } from '../staged/staged-tables';
import type { RowEdits } from '../edit/use-row-edits';
import type { GridColumn } from '../columns/grid-column';
import type { KeyDelimiters } from '../keys/seen-delimiters';
import styles from './entity-inspector.module.css';
import { entityJson } from '../entity/entity-json';
import { entityBytes } from '../entity/entity-size';
import type { EntityKey } from './entity-tab';
import { type InspectorView, markWords, views } from './inspector-words';
import { JsonView } from './json-view';
import { LockedNote } from './locked-note';
import { TypedView } from './typed-view';
import { keyText } from '../values/value-format';

export interface EntityInspectorProps {
  readonly place: TablePlace;
  /** The row under the keyboard, with what is staged for it. */
  readonly row: ShownRow | undefined;
  readonly view: InspectorView;
  readonly onViewChange: (view: InspectorView) => void;
  readonly edits: RowEdits;
  /** Id of the new entity that a person has just asked for. */
  readonly fillIn: string | undefined;
  /** Of the table, as far as it is known. */
  readonly columns: readonly GridColumn[];
  /** Asks whether the connection may be written to. */
  readonly onUnlock: () => void;
  /** `some` when the query fetched only chosen columns. */
  readonly fetched: 'all' | 'some';
  /** Rows in the selection; the first line says so when there are several. */
  readonly selectedRows: number;
  readonly access: 'read-only' | 'writable';
  readonly refusals: TableRefusals;
  /** What keys of this table have between their parts. */
  readonly delimiters: KeyDelimiters;
  readonly onCopy: (text: string, what: string) => void;
  readonly onClose: () => void;
  /** Selects the row of another form. */
  readonly onGoTo: (form: string, field: string, keys: EntityKey | undefined) => void;
  readonly onOpenItself: (key: EntityKey) => void;
  /** Escape gives the keyboard back to the grid. */
  readonly onLeave: () => void;
  readonly widthPx: number;
}

export function EntityInspector(props: EntityInspectorProps) {
  const { row, view, onCopy } = props;
  const [backTo, setBackTo] = useState<RefusedText>();
  const entity = row?.entity;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') props.onLeave();
  };
  const close = (
    <IconButton
      label={t`Close the inspector`}
      icon={<PanelRightClose size={16} aria-hidden />}
      onPress={props.onClose}
    />
  );
  if (row === undefined || entity === undefined) {
    return (
      <aside
        aria-label={t`Inspector`}
        className={styles.inspector}
        style={{ width: props.widthPx }}
        onKeyDown={onKeyDown}
      >
        <div className={styles.corner}>{close}</div>
        <EmptyState icon={<Rows3 size={24} strokeWidth={1.5} aria-hidden />} title={t`No row selected`}>
          {t`Select a row to see every property with its type and exact value.`}
        </EmptyState>
      </aside>
    );
  }
  const json = view === 'json' ? entityJson(entity) : '';
  const form = formId(row);
  const focus =
    backTo?.form === form
      ? backTo.field
      : row.edit !== undefined && row.edit.id === props.fillIn
        ? 'RowKey'
        : undefined;
  return (
    <aside
      aria-label={t`Inspector`}
      className={styles.inspector}
      style={{ width: props.widthPx }}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        // It has arrived: whoever walks over the row again keeps the keyboard where it is.
        if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) setBackTo(undefined);
      }}
    >
      <header className={styles.header}>
        <div className={styles.heading}>
          <h2 className={styles.title}>
            <Truncate>{entity.rowKey === '' ? t`Empty RowKey` : keyText(entity.rowKey)}</Truncate>
          </h2>
          <span className={styles.verbs}>
            {row.read === undefined ? null : (
              <IconButton
                label={t`Open as its own tab`}
                icon={<ExternalLink size={16} aria-hidden />}
                onPress={() => props.onOpenItself(keysOf(row.read ?? entity))}
              />
            )}
            {close}
          </span>
        </div>
        <p className={styles.facts}>
          <Truncate className={styles.partition ?? ''}>
            {entity.partitionKey === '' ? t`empty PartitionKey` : keyText(entity.partitionKey)}
          </Truncate>
          <span className={styles.fact}>
            {' · '}
            {formatBytes(entityBytes(entity))}
          </span>
          {entity.timestamp === '' ? null : (
            <span className={styles.fact}>
              {t` · changed `}
              <Time at={entity.timestamp} />
            </span>
          )}
        </p>
        {props.selectedRows > 1 || props.access === 'read-only' || row.mark !== undefined ? (
          <p className={styles.marks}>
            {row.mark === undefined ? null : <Badge tone="caution">{markWords(row.mark)}</Badge>}
            {props.selectedRows > 1 ? <Badge>{t`${counted(props.selectedRows, 'row')} selected`}</Badge> : null}
            {props.access === 'read-only' ? <Badge tone="caution">{t`Read-only`}</Badge> : null}
          </p>
        ) : null}
        <SegmentedControl label={t`View`} width="fill" options={views} value={view} onChange={props.onViewChange} />
      </header>
      <RefusedNote
        place={props.place}
        shown={view === 'edit' ? form : undefined}
        onGoTo={(text) => {
          setBackTo(text);
          props.onViewChange('edit');
          if (text.form !== form) props.onGoTo(text.form, text.field, text.keys);
        }}
      />
      {view === 'typed' ? (
        <TypedView
          entity={entity}
          fetched={props.fetched}
          delimiters={props.delimiters}
          before={row.mark?.before}
          onCopy={onCopy}
        />
      ) : view === 'json' ? (
        <JsonView json={json} onCopy={onCopy} />
      ) : props.access === 'read-only' ? (
        <LockedNote onUnlock={props.onUnlock} />
      ) : (
        <EntityForm
          key={form}
          {...{ row, focus }}
          edits={props.edits}
          refusals={props.refusals}
          columns={props.columns}
        />
      )}
    </aside>
  );
}

function keysOf({ partitionKey, rowKey }: EntityKey): EntityKey {
  return { partitionKey, rowKey };
}
