// Settings: a tab whose choices take effect at once.
export { ShortcutsTab } from './shortcuts-tab';
export { SettingsTab } from './settings-tab';
