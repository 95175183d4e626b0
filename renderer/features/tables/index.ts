// The tables feature: what the shell mounts.
import { lazyView } from '@renderer/ui';

export type { TableJobsTabProps } from './jobs/jobs-tab';
export { announceTableJobs } from './jobs/job-endings';
export { tellTablesOfJobs } from './jobs/tell-tables';
export { TableJobsStatus } from './jobs/jobs-status';
export type { ImportTabProps } from './import/import-tab';
export { ImportTarget, type ImportTargetProps, importDrop } from './import/import-target';
export type { EntityTabProps } from './inspector/entity-tab';
export type { TableTabProps } from './table-tab';
export { type TableVerb, askOfTable } from './menu/asked-verb';
export type { CompareTabProps } from './diff/compare-tab';
export { askForComparison } from './diff/asked-comparison';
export { TableAsks, type TableAsksProps } from './copy/table-asks';
export { type TableAsk, askAboutTable } from './copy/table-ask';
export { tableEntries } from './copy/table-entries';
export { keptTabs } from './kept/kept-tab';
export { type AskedQuery, askForQuery, takeAskedQueries } from './library/asked-query';
export type { UndoTabProps } from './undo/undo-tab';
export { announceInterruptedMoves } from './moves/announce-moves';
export { askForReview } from './edit/asked-review';
export { type StagedIn, type TablePlace, discardStaged, stagedTables } from './edit/staged-tables';
export { type ReturnedEdits, type StagingKeeper, startStagingKeeper } from './edit/staging-keeper';
export { rowId } from './edit/staging';

export const TableJobsTab = lazyView(() => import('./jobs/jobs-tab').then(({ TableJobsTab }) => TableJobsTab));
export const ImportTab = lazyView(() => import('./import/import-tab').then(({ ImportTab }) => ImportTab));
export const EntityTab = lazyView(() => import('./inspector/entity-tab').then(({ EntityTab }) => EntityTab));
export const TableTab = lazyView(() => import('./table-tab').then(({ TableTab }) => TableTab));
export const CompareTab = lazyView(() => import('./diff/compare-tab').then(({ CompareTab }) => CompareTab));
export const UndoTab = lazyView(() => import('./undo/undo-tab').then(({ UndoTab }) => UndoTab));
