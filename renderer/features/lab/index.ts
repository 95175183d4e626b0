// Experiments with their parameters, their runs and what they measured.
export { LabTab, type LabTabProps } from './lab-tab';
export { watchLabRuns } from './window-lab';
