// A keyboard shortcut, one cap: `Ctrl K`.
import { classNames } from './class-names';
import styles from './key-cap.module.css';

export interface KeyCapProps {
  /** As people say it, keys separated by a space. */
  readonly keys: string;
  readonly tone?: 'standard' | 'inverse';
}

export function KeyCap({ keys, tone = 'standard' }: KeyCapProps) {
  return <kbd className={classNames(styles.cap, styles[tone])}>{keys}</kbd>;
}
