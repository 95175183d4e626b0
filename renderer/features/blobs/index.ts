// Browsing one container and moving files in and out of it.
import { lazyView } from '@renderer/ui';

export { shareClipboard } from './copy/shared-clipboard';
export { keptPlaces } from './kept/kept-place';
export { keptPreviews, placeOfBlob } from './preview/kept-preview';
export { dropOnContainer } from './upload/dropped-on-container';
export { spokenName } from './names/visible-name';
export { SasAsks, tableSasEntries } from './details/sas-asks';

export const BlobTab = lazyView(() => import('./preview/blob-tab').then(({ BlobTab }) => BlobTab));
export const ContainerTab = lazyView(() => import('./container-tab').then(({ ContainerTab }) => ContainerTab));
