// The tables feature: what the shell mounts.
import { lazyView } from '@renderer/ui';

export { announceTableJobs } from './jobs/job-endings';
export { notifyTablesOfJobs } from './jobs/notify-tables';
export { TableJobsStatus } from './jobs/jobs-status';
export { ImportTarget, importDrop } from './import/import-target';
export { type TableVerb, requestTableAction } from './menu/requested-action';
export { requestComparison } from './diff/requested-comparison';
export { TableDialogs } from './menu/table-dialogs';
export { type TableDialogRequest, openTableDialog } from './menu/table-dialog-store';
export { tableMenuActions } from './menu/table-menu-actions';
export { savedTabs } from './saved/saved-tab';
export { type RequestedQuery, requestQuery, takeRequestedQueries } from './library/requested-query';
export { announceInterruptedMoves } from './moves/announce-moves';
export { requestReview } from './review/requested-review';
export { type StagedIn, discardStaged, listenToOtherWindows, stagedTables } from './staged/staged-tables';
export { type ReturnedEdits, type StagingKeeper, startStagingKeeper } from './staged/staging-keeper';
export { rowId } from './staged/staging';
export { keyText } from './values/value-format';

export const TableJobsTab = lazyView(() => import('./jobs/jobs-tab').then(({ TableJobsTab }) => TableJobsTab));
export const ImportTab = lazyView(() => import('./import/import-tab').then(({ ImportTab }) => ImportTab));
export const EntityTab = lazyView(() => import('./inspector/entity-tab').then(({ EntityTab }) => EntityTab));
export const TableTab = lazyView(() => import('./table-tab').then(({ TableTab }) => TableTab));
export const CompareTab = lazyView(() => import('./diff/compare-tab').then(({ CompareTab }) => CompareTab));
export const UndoTab = lazyView(() => import('./undo/undo-tab').then(({ UndoTab }) => UndoTab));
