// Live charts of what the engine measures, and the newest sample for bars elsewhere.
export { MonitorTab } from './monitor-tab';
export { type LiveSample, useLiveSample } from '@renderer/live/metrics';
