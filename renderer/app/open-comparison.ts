// Opens the tab of a comparison that the user has just requested, so that it runs at once.
import type { DiffSide } from '@shared/model/table-diff';
import { requestComparison } from '@renderer/features/tables';
import { openTab } from './tabs/tabs-store';

export function openComparison(left: DiffSide, right: DiffSide): void {
  requestComparison(left, right);
  openTab({ kind: 'compare', left, right });
}
