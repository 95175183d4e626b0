// Browsing one container and moving files in and out of it.
import { lazyView } from '@renderer/ui';

export { shareClipboard } from './copy/shared-clipboard';
export { savedLocations } from './saved/saved-location';
export { savedPreviews, previewKeyOf } from './preview/saved-preview';
export { dropOnContainer } from './upload/dropped-on-container';
export { spokenName } from './names/visible-name';
export { SasDialogs, containerMenuActions, requestSas, tableSasActions } from './details/sas-dialogs';

export const BlobTab = lazyView(() => import('./preview/blob-tab').then(({ BlobTab }) => BlobTab));
export const ContainerTab = lazyView(() => import('./container-tab').then(({ ContainerTab }) => ContainerTab));
