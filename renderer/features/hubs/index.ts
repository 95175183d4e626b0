// Hubs of jobs on many machines: their rows in the side bar, and the page of one, whose code is fetched when it is opened.
import { lazyView } from '@renderer/ui';

export { HubRows } from './hub-rows';

export const HubTab = lazyView(() => import('./hub-tab').then(({ HubTab }) => HubTab));
export const AddHub = lazyView(() => import('./add-hub').then(({ AddHub }) => AddHub));
