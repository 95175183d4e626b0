/** What stands over everything else while it is open, and has the keyboard: a selector for `closest` and `querySelector`. */
export const aboveAll = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Marks a dialog that must be answered before anything else. */
export const dialogMark = { 'data-dialog': '' } as const;

/** Whether a dialog waits for its answer: nothing else opens over it meanwhile. */
export function isDialogOpen(): boolean {
  return document.querySelector('[data-dialog]') !== null;
}
