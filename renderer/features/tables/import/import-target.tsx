// Wraps a table's view: files dropped on it and rows pasted into it become an input that waits for the import tab,
// unless the connection does not allow imports.
import { t } from '@shared/strings/t';
import { takeDrop, useDropTarget } from '@renderer/bridge';
import { DropGround, describeError, showFailure, showToast } from '@renderer/ui';
import { StowageError, invalidInput } from '@shared/errors';
import type { SasScope } from '@shared/model/connection';
import { FileUp, Lock } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import styles from './import-target.module.css';
import { useHasKeys } from '@renderer/pane/view-actions';
import type { ImportMode, ImportSource } from '@shared/model/table-import';
import { tableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { createPendingRequest } from '../result/pending-request';

interface ImportTargetProps {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly table: string;
  readonly readOnly: boolean;
  /** The SAS of the connection, if it uses one. */
  readonly sas?: SasScope | undefined;
  /** Whether the view is visible and takes pasted rows. */
  readonly isActive: boolean;
  /** Opens the import tab of this table. */
  readonly onImport: () => void;
  readonly children: ReactNode;
}

export function ImportTarget(props: ImportTargetProps) {
  const { connectionId, connectionName, table, readOnly, sas, isActive, onImport, children } = props;
  const disabledReason = importDisabledReason({ connectionName, readOnly, sas });
  const drop = useDropTarget(disabledReason === null ? 'files' : 'nothing', (transfer) => {
    importDrop(connectionId, table, transfer, onImport);
  });
  usePastedRows(isActive ? 'in-front' : 'behind', (text) => {
    if (disabledReason !== null) {
      showToast({ tone: 'bad', title: t`Cannot import`, text: disabledReason });
      return;
    }
    requestImport(connectionId, table, { kind: 'text', text });
    onImport();
  });
  return (
    <div className={styles.target} {...drop.handlers}>
      {children}
      {drop.isOver ? (
        <DropGround
          tone={disabledReason === null ? 'welcome' : 'refused'}
          icon={disabledReason === null ? <FileUp size={24} strokeWidth={1.5} /> : <Lock size={24} strokeWidth={1.5} />}
          title={disabledReason === null ? t`Import into ${table}` : t`Cannot import into ${table}`}
          text={disabledReason ?? t`CSV, TSV, JSON or JSON Lines. You review the plan before anything is written.`}
        />
      ) : null}
    </div>
  );
}

/** Takes the files dropped on a table, wherever it is shown, and opens its import. A failure is reported. */
export function importDrop(connectionId: string, table: string, transfer: DataTransfer, onImport: () => void): void {
  inputOfDrop(transfer).then(
    (source) => {
      if (source === null) return;
      requestImport(connectionId, table, source);
      onImport();
    },
    (thrown: unknown) => {
      const error = StowageError.from(thrown);
      if (error.code !== 'invalid.input') {
        showFailure(error);
        return;
      }
      const { explanation, action } = describeError(error);
      const text = [explanation, action].filter(Boolean).join(' ');
      showToast({ tone: 'bad', title: t`Cannot import this`, text });
    },
  );
}

/** Extensions of files that hold rows. Others can only be picked in the dialog. */
const rowEndings = /\.(csv|tsv|txt|json|jsonl|ndjson)$/iu;

/**
 * The dropped file, or the first of several that may hold rows, after a notification. Null for a drop without a readable
 * one. Throws `invalid.input` for folders, and for files with other extensions.
 */
export async function inputOfDrop(transfer: DataTransfer): Promise<ImportSource | null> {
  const dropped = await takeDrop(transfer);
  const [first] = dropped;
  if (first === undefined) return null;
  const taken = dropped.find(({ kind, name }) => kind === 'file' && (rowEndings.test(name) || !name.includes('.')));
  if (taken === undefined) {
    throw invalidInput(
      first.name,
      first.kind === 'folder' ? t`folders cannot be imported.` : t`this file type is not supported.`,
      t`Drop a CSV, TSV, JSON or JSON Lines file. To import a file with another extension, choose it in the import tab.`,
    );
  }
  if (dropped.length > 1) {
    showToast({
      tone: 'information',
      title: t`Importing ${taken.name}`,
      text: t`Drop one file at a time.`,
    });
  }
  return { kind: 'file', token: taken.token };
}

/** Rows have several cells, several lines, or are JSON; a single word is not an input. */
export function looksLikeRows(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith('{') || trimmed.startsWith('[') || /[\t\n]/.test(trimmed);
}

const fields = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"]';

/** Calls back with rows pasted into the visible view, except into its text fields. */
export function usePastedRows(view: 'in-front' | 'behind', onPaste: (text: string) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest(fields) !== null) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!looksLikeRows(text)) return;
    event.preventDefault();
    onPaste(text);
  });
  const hasKeys = useHasKeys();
  useEffect(() => {
    if (view === 'behind' || !hasKeys) return;
    const listen = (event: ClipboardEvent): void => take(event);
    window.addEventListener('paste', listen);
    return () => window.removeEventListener('paste', listen);
  }, [view, hasKeys]);
}

export interface ImportConnection {
  readonly connectionName: string;
  readonly readOnly: boolean;
  readonly sas: SasScope | undefined;
}

/** @param mode what happens to existing rows; an upsert needs the right to change them too */
export function importDisabledReason({ connectionName, readOnly, sas }: ImportConnection, mode: ImportMode = 'insert') {
  if (readOnly) return t`${connectionName} is read-only. Unlock it to import.`;
  const { insert } = tableDisabledReasons({ name: connectionName, locked: false, sas });
  return insert ?? (mode === 'insert' ? null : changeDisabledReason({ connectionName, sas }));
}

/** Why existing rows cannot be changed; null if they can, or could once the connection is unlocked. */
export function changeDisabledReason({
  connectionName,
  sas,
}: Pick<ImportConnection, 'connectionName' | 'sas'>): string | null {
  return tableDisabledReasons({ name: connectionName, locked: false, sas }).edit;
}

const pending = createPendingRequest<ImportSource>();

/** Hands an input to the import tab of that table, which takes it as soon as it exists. Writes nothing. */
export function requestImport(connectionId: string, table: string, source: ImportSource): void {
  pending.post([connectionId, table], source);
}

/** Calls back with each input requested for this table, once, until the returned function is called. */
export function takeRequestedImports(
  connectionId: string,
  table: string,
  take: (source: ImportSource) => void,
): () => void {
  return pending.collect([connectionId, table], take);
}
