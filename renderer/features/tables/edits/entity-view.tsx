// One entity in the selected view: its typed values, its JSON, or the form that stages changes; and the labels of these
// views and of the states of a row.
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import type { GridColumn } from '../result/grid-column';
import { EntityForm } from './entity-form';
import { formId } from './rejected-texts';
import type { RowEdits } from './use-row-edits';
import { entityJson } from '../result/entity-json';
import type { KeyDelimiters } from '../query/seen-keys';
import type { ShownRow, RowMark, StagedRowState } from '../staging/staged-rows';
import { TypedView } from './typed-view';
import { t } from '@shared/strings/t';
import { Button, EmptyState, IconButton, JsonText } from '@renderer/ui';
import { Copy, Lock } from 'lucide-react';
import type { CSSProperties } from 'react';
import { copyText } from '../result/copy-text';
import styles from '../tab/entity-inspector.module.css';

export interface EntityViewProps {
  readonly view: InspectorView;
  /** The entity, with its staged edit. */
  readonly row: ShownRow;
  /** `some` when the query fetched only chosen columns. */
  readonly fetched: 'all' | 'some';
  /** The delimiters between the parts of the keys of this table. */
  readonly delimiters: KeyDelimiters;
  readonly access: 'read-only' | 'writable';
  readonly disabledReasons: TableDisabledReasons;
  readonly edits: RowEdits;
  /** The known columns of the table. */
  readonly columns: readonly GridColumn[];
  /** The field of the form that takes the focus. */
  readonly focus?: string | undefined;
  /** Shows the dialog that unlocks the connection. */
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

export type InspectorView = 'typed' | 'edit' | 'json';

const stateLabels: Readonly<Record<StagedRowState, string>> = {
  changed: t`Changed, not applied`,
  inserted: t`New, not applied`,
  deleted: t`Will be deleted`,
  gone: t`Deleted`,
};

export function markText({ state, conflict }: RowMark): string {
  return conflict === 'open' ? t`In conflict, not applied` : stateLabels[state];
}

export const views = [
  { value: 'typed', label: t`Typed` },
  { value: 'json', label: 'JSON' },
  { value: 'edit', label: t`Edit` },
] as const;

/** Shown instead of a form while the connection is locked: why, and how to unlock it. */
function LockedNote({ onUnlock }: { readonly onUnlock: () => void }) {
  return (
    <EmptyState
      icon={<Lock size={24} strokeWidth={1.5} aria-hidden />}
      title={t`This connection is read-only`}
      actions={<Button onPress={onUnlock}>{t`Unlock for writing…`}</Button>}
    >
      {t`It is locked to prevent accidental changes. Unlock it to edit entities.`}
    </EmptyState>
  );
}

/** The JSON text, which can be copied as a whole; wrapped lines are indented like their beginning. */
export function JsonView({ json }: { readonly json: string }) {
  return (
    <div className={styles.jsonView}>
      <pre className={styles.json} tabIndex={0} aria-label={t`Entity as JSON`}>
        {linesOf(json).map((line, index) => (
          <span
            key={index}
            className={styles.jsonLine}
            style={{ '--indent': `${indentOf(line) + 4}ch` } as CSSProperties}
          >
            <JsonText>{line}</JsonText>
          </span>
        ))}
      </pre>
      <div className={styles.jsonCopy}>
        <IconButton
          label={t`Copy JSON`}
          tone="outlined"
          size="small"
          icon={<Copy size={13} aria-hidden />}
          onPress={() => copyText(json, 'JSON')}
        />
      </div>
    </div>
  );
}

/** Lines with their line ends, so that a selection is copied unchanged. */
function linesOf(json: string): readonly string[] {
  return json.split(/(?<=\n)/);
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
