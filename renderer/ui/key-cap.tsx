// A keyboard shortcut, one cap: `Ctrl K`.
import { classNames } from './class-names';
import styles from './key-cap.module.css';

export interface KeyCapProps {
  /** As usually written, keys separated by a space. */
  readonly keys: string;
  readonly tone?: 'standard' | 'inverse';
}

export function KeyCap({ keys, tone = 'standard' }: KeyCapProps) {
  return <kbd className={classNames(styles.cap, styles[tone])}>{keysHere(keys)}</kbd>;
}

/** On a Mac the command key replaces Ctrl, and keys are written as symbols. */
function keysHere(keys: string): string {
  if (!navigator.userAgent.includes('Mac')) return keys;
  return keys.replace('Ctrl', '⌘').replace('Shift', '⇧').replace(/ /g, '');
}
