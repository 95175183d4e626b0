/**
 * Elements that are above everything else while open, and have the focus: a selector for `closest` and `querySelector`.
 */
export const aboveAll = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Marks a dialog that must be answered before anything else. */
export const dialogMark = { 'data-dialog': '' } as const;

/** Whether a dialog waits for its answer: nothing else opens over it meanwhile. */
export function isDialogOpen(): boolean {
  return document.querySelector('[data-dialog]') !== null;
}
