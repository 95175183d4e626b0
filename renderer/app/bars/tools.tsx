// The foot of the side bar: the two tabs that belong to no connection.
import { Activity, FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '@shared/strings/t';
import { classNames } from '@renderer/ui';
import { openTab, useTabs } from '../tabs/tabs-store';
import styles from './tools.module.css';

const tools: readonly { readonly kind: 'monitor' | 'lab'; readonly title: string; readonly icon: ReactNode }[] = [
  { kind: 'monitor', title: t`Monitor`, icon: <Activity size={16} aria-hidden /> },
  { kind: 'lab', title: t`Lab`, icon: <FlaskConical size={16} aria-hidden /> },
];

export function Tools() {
  const activeId = useTabs((state) => state.activeId);
  return (
    <nav className={styles.tools} aria-label={t`Tools`}>
      {tools.map(({ kind, title, icon }) => (
        <button
          key={kind}
          type="button"
          className={classNames(styles.tool, activeId === kind && styles.active)}
          aria-current={activeId === kind ? 'page' : undefined}
          onClick={() => openTab({ kind })}
        >
          {icon}
          {title}
        </button>
      ))}
    </nav>
  );
}
