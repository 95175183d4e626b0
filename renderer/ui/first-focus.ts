// The control that gets the focus when a dialog opens: the one with `autoFocus`.

/** For the element that can be focused, besides React Aria's own `autoFocus`, which leaves no trace of itself. */
export function firstFocusMark(autoFocus: boolean | undefined): { readonly 'data-first-focus'?: '' } {
  return autoFocus === true ? { 'data-first-focus': '' } : {};
}

/** The marked control, or the dialog itself where none is marked or the marked one is switched off. */
export function focusFirst(dialog: HTMLElement): void {
  dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus();
  if (!dialog.contains(document.activeElement)) dialog.focus();
}
