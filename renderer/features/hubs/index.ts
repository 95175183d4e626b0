// Hubs of jobs on many machines: their rows in the side bar, and the page of one. Their code is fetched once there is a hub.
import { lazyView } from '@renderer/ui';

export const HubRows = lazyView(() => import('./hub-rows').then(({ HubRows }) => HubRows));
export const HubTab = lazyView(() => import('./hub-tab').then(({ HubTab }) => HubTab));
export const AddHub = lazyView(() => import('./add-hub').then(({ AddHub }) => AddHub));
