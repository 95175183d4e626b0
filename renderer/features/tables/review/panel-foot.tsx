// The foot of a sheet or tab: what it comes to on the left, the verbs on the right.
import type { ReactNode } from 'react';
import styles from './panel-foot.module.css';

export function PanelFoot({ children }: { readonly children: ReactNode }) {
  return <footer className={styles.foot}>{children}</footer>;
}
