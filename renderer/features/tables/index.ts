// The tables feature: what the shell mounts.
import { lazyView } from '@renderer/ui';

export { announceTableJobs } from './jobs/job-endings';
export { tellTablesOfJobs } from './jobs/tell-tables';
export { TableJobsStatus } from './jobs/jobs-status';
export { ImportTarget, importDrop } from './import/import-target';
export { type TableVerb, askOfTable } from './menu/asked-verb';
export { askForComparison } from './diff/asked-comparison';
export { TableAsks } from './copy/table-asks';
export { type TableAsk, askAboutTable } from './copy/table-ask';
export { tableEntries } from './copy/table-entries';
export { keptTabs } from './kept/kept-tab';
export { type AskedQuery, askForQuery, takeAskedQueries } from './library/asked-query';
export { announceInterruptedMoves } from './moves/announce-moves';
export { askForReview } from './edit/asked-review';
export { type StagedIn, discardStaged, stagedTables } from './edit/staged-tables';
export { type ReturnedEdits, type StagingKeeper, startStagingKeeper } from './edit/staging-keeper';
export { rowId } from './edit/staging';

export const TableJobsTab = lazyView(() => import('./jobs/jobs-tab').then(({ TableJobsTab }) => TableJobsTab));
export const ImportTab = lazyView(() => import('./import/import-tab').then(({ ImportTab }) => ImportTab));
export const EntityTab = lazyView(() => import('./inspector/entity-tab').then(({ EntityTab }) => EntityTab));
export const TableTab = lazyView(() => import('./table-tab').then(({ TableTab }) => TableTab));
export const CompareTab = lazyView(() => import('./diff/compare-tab').then(({ CompareTab }) => CompareTab));
export const UndoTab = lazyView(() => import('./undo/undo-tab').then(({ UndoTab }) => UndoTab));
