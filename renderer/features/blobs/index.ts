// Browsing one container and moving files in and out of it.
export { ContainerTab, type ContainerTabProps } from './container-tab';
export { SasAsks, tableSasEntry } from './details/sas-asks';
