// The tables feature: what the shell mounts.
export { EntityTab, type EntityTabProps } from './inspector/entity-tab';
export { TableTab, type TableTabProps } from './table-tab';
export { askForQuery } from './library/asked-query';
