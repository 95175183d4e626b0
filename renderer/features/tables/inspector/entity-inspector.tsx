// The panel beside the grid: one entity in full, typed or as JSON. Reads only; nothing here changes data.
import { Badge, EmptyState, IconButton, SegmentedControl, Time, Truncate } from '@renderer/ui';
import type { Entity } from '@shared/model/entity';
import { formatBytes } from '@shared/units';
import { ExternalLink, PanelRightClose, Rows3 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { KeyDelimiters } from '../keys/seen-delimiters';
import styles from './entity-inspector.module.css';
import { entityJson } from './entity-json';
import { entityBytes } from './entity-size';
import type { EntityKey } from './entity-tab';
import { JsonView } from './json-view';
import { TypedView } from './typed-view';

export interface EntityInspectorProps {
  readonly entity: Entity | undefined;
  /** `some` when the query fetched only chosen columns. */
  readonly fetched: 'all' | 'some';
  /** Rows in the selection; the first line says so when there are several. */
  readonly selectedRows: number;
  readonly access: 'read-only' | 'writable';
  /** What keys of this table have between their parts. */
  readonly delimiters: KeyDelimiters;
  readonly onCopy: (text: string, what: string) => void;
  readonly onClose: () => void;
  readonly onOpenItself: (key: EntityKey) => void;
  /** Escape gives the keyboard back to the grid. */
  readonly onLeave: () => void;
  readonly widthPx: number;
}

type View = 'typed' | 'json';
const views = [
  { value: 'typed', label: 'Typed' },
  { value: 'json', label: 'JSON' },
] as const;

export function EntityInspector(props: EntityInspectorProps) {
  const { entity, onCopy } = props;
  const [view, setView] = useState<View>('typed');
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') props.onLeave();
  };
  const close = (
    <IconButton label="Close the inspector" icon={<PanelRightClose size={16} aria-hidden />} onPress={props.onClose} />
  );
  if (entity === undefined) {
    return (
      <aside aria-label="Inspector" className={styles.inspector} style={{ width: props.widthPx }} onKeyDown={onKeyDown}>
        <div className={styles.corner}>{close}</div>
        <EmptyState icon={<Rows3 size={24} strokeWidth={1.5} aria-hidden />} title="No row selected">
          Select a row to see every property with its type and exact value.
        </EmptyState>
      </aside>
    );
  }
  const json = view === 'json' ? entityJson(entity) : '';
  return (
    <aside aria-label="Inspector" className={styles.inspector} style={{ width: props.widthPx }} onKeyDown={onKeyDown}>
      <header className={styles.header}>
        <div className={styles.heading}>
          <h2 className={styles.title}>
            <Truncate>{entity.rowKey === '' ? 'Empty RowKey' : entity.rowKey}</Truncate>
          </h2>
          <span className={styles.verbs}>
            <IconButton
              label="Open as its own tab"
              icon={<ExternalLink size={16} aria-hidden />}
              onPress={() => props.onOpenItself({ partitionKey: entity.partitionKey, rowKey: entity.rowKey })}
            />
            {close}
          </span>
        </div>
        <p className={styles.facts}>
          <Truncate className={styles.partition ?? ''}>
            {entity.partitionKey === '' ? 'empty PartitionKey' : entity.partitionKey}
          </Truncate>
          <span className={styles.fact}>
            {' · '}
            {formatBytes(entityBytes(entity))}
          </span>
          {entity.timestamp === '' ? null : (
            <span className={styles.fact}>
              {' · changed '}
              <Time at={entity.timestamp} />
            </span>
          )}
        </p>
        {props.selectedRows > 1 || props.access === 'read-only' ? (
          <p className={styles.marks}>
            {props.selectedRows > 1 ? <Badge>{props.selectedRows} rows selected</Badge> : null}
            {props.access === 'read-only' ? <Badge tone="caution">Read-only</Badge> : null}
          </p>
        ) : null}
        <SegmentedControl label="View" width="fill" options={views} value={view} onChange={setView} />
      </header>
      {view === 'typed' ? (
        <TypedView entity={entity} fetched={props.fetched} delimiters={props.delimiters} onCopy={onCopy} />
      ) : (
        <JsonView json={json} onCopy={onCopy} />
      )}
    </aside>
  );
}
