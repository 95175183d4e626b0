// Browsing one container and moving files in and out of it.
export { BlobTab, type BlobTabProps } from './preview/blob-tab';
export { spokenName } from './visible-name';
export { ContainerTab, type ContainerTabProps } from './container-tab';
export { SasAsks, tableSasEntry } from './details/sas-asks';
