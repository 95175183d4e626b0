// The tables feature: what the shell mounts.
import { lazyView } from '@renderer/ui';

export { announceTableJobs } from './jobs/job-endings';
export { tellTablesOfJobs } from './jobs/tell-tables';
export { TableJobsStatus } from './jobs/jobs-status';
export { ImportTarget, importDrop } from './import/import-target';
export { type TableVerb, askOfTable } from './menu/asked-verb';
export { askForComparison } from './diff/asked-comparison';
export { TableAsks } from './menu/table-asks';
export { type TableAsk, askAboutTable } from './menu/table-ask';
export { tableEntries } from './menu/table-entries';
export { keptTabs } from './kept/kept-tab';
export { type AskedQuery, askForQuery, takeAskedQueries } from './library/asked-query';
export { announceInterruptedMoves } from './moves/announce-moves';
export { askForReview } from './review/asked-review';
export { type StagedIn, discardStaged, hearOtherWindows, stagedTables } from './staged/staged-tables';
export { type ReturnedEdits, type StagingKeeper, startStagingKeeper } from './staged/staging-keeper';
export { rowId } from './staged/staging';
export { keyText } from './values/value-format';

export const TableJobsTab = lazyView(() => import('./jobs/jobs-tab').then(({ TableJobsTab }) => TableJobsTab));
export const ImportTab = lazyView(() => import('./import/import-tab').then(({ ImportTab }) => ImportTab));
export const EntityTab = lazyView(() => import('./inspector/entity-tab').then(({ EntityTab }) => EntityTab));
export const TableTab = lazyView(() => import('./table-tab').then(({ TableTab }) => TableTab));
export const CompareTab = lazyView(() => import('./diff/compare-tab').then(({ CompareTab }) => CompareTab));
export const UndoTab = lazyView(() => import('./undo/undo-tab').then(({ UndoTab }) => UndoTab));
