// The tables feature: what the shell mounts.
export { TableTab, type TableTabProps } from './table-tab';
