// The tables feature: what the shell mounts.
import { lazyView } from '@renderer/ui';

export { announceTableJobs } from './jobs/job-endings';
export { notifyTablesOfJobs } from './jobs/job-endings';
export { ImportTarget, importDrop } from './import/import-target';
export { requestComparison } from './jobs/requested-comparison';
export { TableDialogs } from './tab/table-dialogs';
export { type TableDialogRequest, openTableDialog } from './tab/table-dialogs';
export { tableMenuActions } from './tab/table-dialogs';
export { savedTabs } from './tab/saved-tabs';
export {
  type RequestedQuery,
  type TableVerb,
  requestQuery,
  requestTableAction,
  takeRequestedQueries,
} from './result/pending-request';
export { announceInterruptedMoves } from './review/announce-moves';
export { requestReview } from './review/requested-review';
export { type StagedIn, discardStaged, listenToOtherWindows, stagedTables } from './staging/staged-tables';
export { type ReturnedEdits, type StagingKeeper, startStagingKeeper } from './staging/staging-keeper';
export { rowId } from './staging/staging';
export { keyText } from './result/value-format';

export const ImportTab = lazyView(() => import('./import/import-tab').then(({ ImportTab }) => ImportTab));
export const EntityTab = lazyView(() => import('./tab/entity-tab').then(({ EntityTab }) => EntityTab));
export const TableTab = lazyView(() => import('./tab/table-tab').then(({ TableTab }) => TableTab));
export const CompareTab = lazyView(() => import('./jobs/compare-tab').then(({ CompareTab }) => CompareTab));
export const UndoTab = lazyView(() => import('./review/undo-tab').then(({ UndoTab }) => UndoTab));
