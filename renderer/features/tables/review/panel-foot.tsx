// The footer of a sheet or tab: a summary on the left, the actions on the right.
import type { ReactNode } from 'react';
import styles from './panel-foot.module.css';

export function PanelFoot({ children }: { readonly children: ReactNode }) {
  return <footer className={styles.foot}>{children}</footer>;
}
