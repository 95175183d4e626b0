// Changes part of a text field as typing does: the field's own undo (Ctrl+Z) takes the change back.

type EditableField = HTMLTextAreaElement | HTMLInputElement;

/** Setting a field's value from code would empty its undo history. The field gets the focus; React sees an `input` event. */
export function replaceText(
  field: EditableField,
  { from, to, text }: { readonly from: number; readonly to: number; readonly text: string },
): void {
  if (field.ownerDocument.activeElement !== field) field.focus();
  field.setSelectionRange(from, to);
  if (insertUndoably(field.ownerDocument, text)) return;
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Deprecated, but there is no other way to add to a field's undo history. False where it is not available. */
function insertUndoably(page: Document, text: string): boolean {
  const { execCommand } = page as { execCommand?: (command: string, hasInterface: boolean, value: string) => boolean };
  return execCommand?.call(page, 'insertText', false, text) ?? false;
}
