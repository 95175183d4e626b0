// Inputs supplied by hand: dropped files, and cells or JSON pasted anywhere except into a field.
import { invalidInput } from '@shared/errors';
import { t } from '@shared/strings/t';
import { takeDrop } from '@renderer/bridge';
import { useHasKeys } from '@renderer/pane/view-actions';
import { showToast } from '@renderer/ui';
import type { ImportSource } from '@shared/model/table-import';
import { useEffect, useEffectEvent } from 'react';

/** Extensions of files that hold rows. Others are only taken where a person picks them in the dialog. */
const rowEndings = /\.(csv|tsv|txt|json|jsonl|ndjson)$/iu;

/**
 * The dropped file; of several the first that may hold rows, which is said. Null for a drop without a readable one. Throws
 * `invalid.input` where there are only folders, and files that are of another kind by their names.
 */
export async function inputOfDrop(transfer: DataTransfer): Promise<ImportSource | null> {
  const dropped = await takeDrop(transfer);
  const [first] = dropped;
  if (first === undefined) return null;
  const taken = dropped.find(({ kind, name }) => kind === 'file' && (rowEndings.test(name) || !name.includes('.')));
  if (taken === undefined) {
    throw invalidInput(
      first.name,
      first.kind === 'folder' ? t`a folder is not a file with rows.` : t`its name is not that of a file with rows.`,
      t`Drop a CSV, TSV, JSON or JSON Lines file. Any other file with rows can be chosen in the import.`,
    );
  }
  if (dropped.length > 1) {
    showToast({
      tone: 'information',
      title: t`Importing ${taken.name}`,
      text: t`One file at a time. Drop the others after it.`,
    });
  }
  return { kind: 'file', token: taken.token };
}

/** Rows have several cells, several lines, or are JSON; a lone word is no input. */
export function looksLikeRows(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith('{') || trimmed.startsWith('[') || /[\t\n]/.test(trimmed);
}

const fields = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"]';

/** Calls with rows pasted into the view in front; what fields take for themselves is left to them. */
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
