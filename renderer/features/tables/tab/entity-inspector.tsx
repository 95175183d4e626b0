// The panel beside the grid, and the handle that sizes it: one entity in full, typed, as JSON, or as a form that stages
// changes.
import { t } from '@shared/strings/t';
import { Badge, EmptyState, IconButton, ResizeHandle, SegmentedControl, Time, Truncate } from '@renderer/ui';
import { type InspectorPane as Pane, inspectorBounds } from '../edits/use-inspector-pane';
import { counted } from '@shared/strings/counted';
import { formatBytes } from '@shared/units';
import { ExternalLink, PanelRightClose, Rows3 } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useState } from 'react';
import { RejectedNote, type RejectedText, formId } from '../edits/rejected-texts';
import type { ShownRow } from '../staging/staged-rows';
import type { TableLocation } from '../staging/staged-tables';
import styles from './entity-inspector.module.css';
import { entityBytes } from '../result/entity-json';
import type { EntityKey } from './entity-tab';
import { useChanges, useInspector, useResult, useShown, useTab } from './open-table';
import { type EntityViewProps, EntityView, type InspectorView, markText, views } from '../edits/entity-view';
import { keyText } from '../result/value-format';

export function InspectorPane() {
  const pane = useInspector();
  return pane.isShown ? <ShownPane pane={pane} /> : null;
}

function ShownPane({ pane }: { readonly pane: Pane }) {
  const { location, disabledReasons, onUnlock, onOpenEntity } = useTab();
  const { state, columns, seen } = useResult();
  const { grid } = useShown();
  const { editing, fillIn, goTo, backToRows } = useChanges();
  return (
    <>
      <ResizeHandle
        label={t`Resize the inspector`}
        orientation="vertical"
        panel="after"
        size={pane.widthPx}
        bounds={inspectorBounds}
        onResize={pane.resize}
      />
      <EntityInspector
        location={location}
        row={grid.activeRow}
        fillIn={fillIn}
        edits={editing.edits}
        columns={columns.all}
        onUnlock={onUnlock}
        fetched={state.query !== undefined && state.query.select.length > 0 ? 'some' : 'all'}
        selectedRows={grid.selectedRows}
        access={location.access}
        disabledReasons={disabledReasons}
        delimiters={seen.delimiters}
        view={pane.view}
        onViewChange={pane.setView}
        widthPx={pane.widthPx}
        onClose={() => {
          pane.close();
          backToRows();
        }}
        onGoTo={goTo}
        onOpenItself={onOpenEntity}
        onLeave={backToRows}
      />
    </>
  );
}

interface EntityInspectorProps extends Omit<EntityViewProps, 'row' | 'focus'> {
  readonly location: TableLocation;
  /** The row under the keyboard, with what is staged for it. */
  readonly row: ShownRow | undefined;
  readonly onViewChange: (view: InspectorView) => void;
  /** Id of the new entity that a user has just added. */
  readonly fillIn: string | undefined;
  /** Rows in the selection; the first line shows the number when there are several. */
  readonly selectedRows: number;
  readonly onClose: () => void;
  /** Selects the row of another form. */
  readonly onGoTo: (form: string, field: string, keys: EntityKey | undefined) => void;
  readonly onOpenItself: (key: EntityKey) => void;
  /** Escape gives the keyboard back to the grid. */
  readonly onLeave: () => void;
  readonly widthPx: number;
}

export function EntityInspector(props: EntityInspectorProps) {
  const { location, row, onLeave, widthPx, view, onViewChange, onGoTo, ...shared } = props;
  const [backTo, setBackTo] = useState<RejectedText>();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onLeave();
  };
  const onFocus = ({ target }: FocusEvent): void => {
    // The focus has arrived; passing over the row again does not move it.
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) setBackTo(undefined);
  };
  const form = row === undefined ? undefined : formId(row);
  const goBack = (text: RejectedText): void => {
    setBackTo(text);
    onViewChange('edit');
    if (text.form !== form) onGoTo(text.form, text.field, text.keys);
  };
  return (
    <aside
      aria-label={t`Inspector`}
      className={styles.inspector}
      style={{ width: widthPx }}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {row === undefined ? (
        <>
          <div className={styles.corner}>
            <CloseButton onClose={props.onClose} />
          </div>
          <EmptyState icon={<Rows3 size={24} strokeWidth={1.5} aria-hidden />} title={t`No row selected`}>
            {t`Select a row to see every property with its type and exact value.`}
          </EmptyState>
        </>
      ) : (
        <>
          <InspectorHead {...props} row={row} />
          <RejectedNote location={location} shown={view === 'edit' ? form : undefined} onGoTo={goBack} />
          <EntityView {...shared} row={row} view={view} focus={fieldToFocus(row, backTo, props.fillIn)} />
        </>
      )}
    </aside>
  );
}

/** The field that a user goes back to, or starts with if the entity is new. */
function fieldToFocus(row: ShownRow, backTo: RejectedText | undefined, fillIn: string | undefined): string | undefined {
  if (backTo?.form === formId(row)) return backTo.field;
  return row.edit !== undefined && row.edit.id === fillIn ? 'RowKey' : undefined;
}

interface InspectorHeadProps extends Pick<
  EntityInspectorProps,
  'view' | 'onViewChange' | 'selectedRows' | 'access' | 'onClose' | 'onOpenItself'
> {
  readonly row: ShownRow;
}

function InspectorHead({ row, view, onViewChange, selectedRows, access, onClose, onOpenItself }: InspectorHeadProps) {
  const { entity, mark, read } = row;
  return (
    <header className={styles.header}>
      <div className={styles.heading}>
        <h2 className={styles.title}>
          <Truncate>{entity.rowKey === '' ? t`Empty RowKey` : keyText(entity.rowKey)}</Truncate>
        </h2>
        <span className={styles.verbs}>
          {read === undefined ? null : (
            <IconButton
              label={t`Open in new tab`}
              icon={<ExternalLink size={16} aria-hidden />}
              onPress={() => onOpenItself(keysOf(read))}
            />
          )}
          <CloseButton onClose={onClose} />
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
      {selectedRows > 1 || access === 'read-only' || mark !== undefined ? (
        <p className={styles.marks}>
          {mark === undefined ? null : <Badge tone="caution">{markText(mark)}</Badge>}
          {selectedRows > 1 ? <Badge>{t`${counted(selectedRows, 'row')} selected`}</Badge> : null}
          {access === 'read-only' ? <Badge tone="caution">{t`Read-only`}</Badge> : null}
        </p>
      ) : null}
      <SegmentedControl label={t`View`} width="fill" options={views} value={view} onChange={onViewChange} />
    </header>
  );
}

function CloseButton({ onClose }: { readonly onClose: () => void }) {
  return <IconButton label={t`Close inspector`} icon={<PanelRightClose size={16} aria-hidden />} onPress={onClose} />;
}

function keysOf({ partitionKey, rowKey }: EntityKey): EntityKey {
  return { partitionKey, rowKey };
}
