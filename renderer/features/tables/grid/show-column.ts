// Brings the column of a property into view: shows it if it was hidden, scrolls to it, and selects it.
import { t } from '@shared/strings/t';
import { showToast } from '@renderer/ui';
import type { PropertyProfile } from '@shared/analysis/analysis-result';
import type { ResultGrid } from './use-result-grid';
import type { Columns } from '../result/columns';

/** @param grid the one that is on screen when the next frame is drawn */
export function showColumn(
  { name, role }: Pick<PropertyProfile, 'name' | 'role'>,
  columns: Columns,
  grid: ResultGrid,
): void {
  const wanted = columns.all.find(
    (column) => column.name === name && (column.source === 'property') === (role === 'own'),
  );
  if (wanted === undefined) {
    showToast({
      tone: 'information',
      title: t`No loaded row has ${name}`,
      text: t`It was found in rows that are not loaded.`,
    });
    return;
  }
  if (columns.hidden.has(wanted.id)) {
    columns.setHidden(new Set([...columns.hidden].filter((id) => id !== wanted.id)));
  }
  const column = columns.all
    .filter(({ id }) => id === wanted.id || !columns.hidden.has(id))
    .findIndex(({ id }) => id === wanted.id);
  const row = grid.selection?.active.row ?? 0;
  requestAnimationFrame(() => {
    grid.go({ row, column });
    grid.handle.current?.focus();
  });
}
