// Inputs that come by hand: files that are dropped, cells or JSON that are pasted anywhere but into a field.
import { t } from '@shared/strings/t';
import { takeDrop } from '@renderer/bridge';
import { useHasKeys } from '@renderer/pane/pane-keys';
import { showToast } from '@renderer/ui';
import type { ImportSource } from '@shared/model/table-import';
import { useEffect, useEffectEvent } from 'react';

/** The dropped file; of several the first, which is said. Null for a drop without a readable one. */
export async function inputOfDrop(transfer: DataTransfer): Promise<ImportSource | null> {
  const [first, ...others] = await takeDrop(transfer);
  if (first === undefined) return null;
  if (others.length > 0) {
    showToast({
      tone: 'information',
      title: t`Importing ${first.name}`,
      text: t`One file at a time. Drop the others after it.`,
    });
  }
  return { kind: 'file', token: first.token };
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
