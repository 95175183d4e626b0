/** What stands over everything else while it is open, and has the keyboard: a selector for `closest` and `querySelector`. */
export const aboveAll = '[role="dialog"], [role="alertdialog"], [role="menu"]';
