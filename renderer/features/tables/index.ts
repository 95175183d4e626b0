// The tables feature: what the shell mounts.
export { TableJobsTab, type TableJobsTabProps } from './jobs/jobs-tab';
export { announceTableJobs } from './jobs/job-endings';
export { TableJobsStatus } from './jobs/jobs-status';
export { ImportTab, type ImportTabProps } from './import/import-tab';
export { ImportTarget, type ImportTargetProps, importDrop } from './import/import-target';
export { EntityTab, type EntityTabProps } from './inspector/entity-tab';
export { TableTab, type TableTabProps } from './table-tab';
export { type TableVerb, askOfTable } from './menu/asked-verb';
export { CompareTab, type CompareTabProps } from './diff/compare-tab';
export { askForComparison } from './diff/asked-comparison';
export { TableAsks, type TableAsksProps } from './copy/table-asks';
export { type TableAsk, askAboutTable } from './copy/table-ask';
export { tableEntries } from './copy/table-entries';
export { askForQuery } from './library/asked-query';
export { UndoTab, type UndoTabProps } from './undo/undo-tab';
export { announceInterruptedMoves } from './moves/announce-moves';
