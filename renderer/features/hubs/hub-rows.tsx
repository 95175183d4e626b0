// The saved hubs in the side bar, below the connections: each with its state, a menu, and the dialogs of that menu.
import { Network } from 'lucide-react';
import { useState } from 'react';
import type { HubSummary } from '@shared/model/hub';
import { t } from '@shared/strings/t';
import { Truncate, classNames, lazyView, useContextMenu } from '@renderer/ui';
import { linkText } from './hub-text';
import styles from './hub-rows.module.css';

const HubDialog = lazyView(() => import('./hub-dialog').then(({ HubDialog }) => HubDialog));

export interface HubRowsProps {
  readonly hubs: readonly HubSummary[];
  /** The hub of the tab on screen. */
  readonly openedId: string | null;
  readonly onOpen: (hub: HubSummary) => void;
  readonly onRenamed: (hub: HubSummary) => void;
  readonly onGone: (hubId: string) => void;
}

export function HubRows({ hubs, openedId, onOpen, onRenamed, onGone }: HubRowsProps) {
  const menu = useContextMenu();
  const [dialog, setDialog] = useState<{ readonly what: 'rename' | 'remove'; readonly hub: HubSummary } | null>(null);
  return (
    <section className={styles.hubs} aria-labelledby="hubs-heading">
      <h2 id="hubs-heading" className={styles.heading}>{t`Hubs`}</h2>
      <ul>
        {hubs.map((hub) => (
          <li key={hub.id}>
            <button
              type="button"
              className={classNames(styles.row, hub.id === openedId && styles.opened)}
              aria-current={hub.id === openedId ? 'page' : undefined}
              onClick={() => onOpen(hub)}
              onContextMenu={(event) =>
                menu.open(event, t`Actions for ${hub.name}`, [
                  { id: 'open', label: t`Open`, onAction: () => onOpen(hub) },
                  { id: 'rename', label: t`Rename…`, onAction: () => setDialog({ what: 'rename', hub }) },
                  'separator',
                  { id: 'remove', label: t`Remove…`, onAction: () => setDialog({ what: 'remove', hub }) },
                ])
              }
            >
              <Network size={16} aria-hidden className={styles.icon} />
              <Truncate className={styles.name ?? ''}>{hub.name}</Truncate>
              <span
                className={classNames(
                  styles.state,
                  hub.state === 'silent' && styles.caution,
                  hub.state === 'failed' && styles.bad,
                )}
              >
                {linkText[hub.state]}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {menu.element}
      {dialog === null ? null : (
        <HubDialog
          key={dialog.hub.id}
          {...dialog}
          onClose={() => setDialog(null)}
          onRenamed={onRenamed}
          onGone={onGone}
        />
      )}
    </section>
  );
}
