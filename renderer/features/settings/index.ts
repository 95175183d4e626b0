// Settings: a tab whose choices take effect at once.
export { SettingsTab } from './settings-tab';
