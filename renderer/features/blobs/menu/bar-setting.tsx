// A choice in the toolbar that applies to later actions: labelled as a setting, so that nobody takes it for a command.
import type { Option } from '@renderer/ui';
import styles from './container-toolbar.module.css';

export interface BarSetting<V extends string> {
  readonly value: V;
  /** In the list: what it does. */
  readonly label: string;
  /** `Existing: skip`. */
  readonly inBar: string;
}

export function asSetting<V extends string>({ value, label, inBar }: BarSetting<V>): Option<V> {
  const text = (
    <>
      <span className={styles.inList}>{label}</span>
      <span className={styles.inBar}>{inBar}</span>
    </>
  );
  return { value, label, text };
}
