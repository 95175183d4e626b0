// Which row of the navigator is focused or scrolled into view, when something outside the tree requests one, the
// content shows another one, or a key leads there.
import { type RefObject, useEffect } from 'react';
import { focusTaken, setActiveRow, treeShown, useNavigator, viewTaken } from './navigator-store';

/** @returns a function that focuses a row of the tree by its id */
export function useRowFocus(
  tree: RefObject<HTMLElement | null>,
  /** Id of the row that the content shows; null for none. */
  openedId: string | null,
): (id: string) => void {
  const { requestedFocus, requestedView } = useNavigator();
  useEffect(treeShown, []);
  useEffect(() => {
    const row = requestedFocus === null ? null : rowElement(tree.current, requestedFocus);
    if (row === null) return;
    row.focus();
    focusTaken();
  });
  useEffect(() => {
    const row = requestedView === null ? null : rowElement(tree.current, requestedView);
    if (row === null) return;
    // With room for its children, which are below it.
    row.scrollIntoView?.({ block: 'start' });
    viewTaken();
  });
  useEffect(() => {
    if (openedId !== null) rowElement(tree.current, openedId)?.scrollIntoView?.({ block: 'nearest' });
  }, [tree, openedId]);
  return (id) => {
    setActiveRow(id);
    rowElement(tree.current, id)?.focus();
  };
}

function rowElement(tree: HTMLElement | null, id: string): HTMLElement | null {
  return [...(tree?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find((row) => row.dataset.row === id) ?? null;
}
