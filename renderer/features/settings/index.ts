// Settings: a tab whose choices take effect at once.
import { lazyView } from '@renderer/ui';

export { onShowSetting, showSetting, settingNames } from './setting-names';

export const ShortcutsTab = lazyView(() => import('./shortcuts-tab').then(({ ShortcutsTab }) => ShortcutsTab));
export const SettingsTab = lazyView(() => import('./settings-tab').then(({ SettingsTab }) => SettingsTab));
