// Above what a tab shows of a production connection: which one it is, and whether it can be written to.
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { Badge, Button, Truncate, classNames } from '@renderer/ui';
import { openDialog } from './dialog-store';
import styles from './production-strip.module.css';

export interface ProductionStripProps {
  readonly connection: ConnectionSummary;
}

export function ProductionStrip({ connection }: ProductionStripProps) {
  const { name, locked } = connection;
  return (
    <div className={classNames(styles.strip, !locked && styles.unlocked)} role="note" aria-label={t`Production`}>
      <Badge tone="bad" appearance="outlined">{t`PROD`}</Badge>
      <Truncate className={styles.name ?? ''}>{name}</Truncate>
      <Truncate className={styles.state ?? ''}>
        {locked ? t`read-only` : t`unlocked for writing, until 15 minutes after the last write`}
      </Truncate>
      {!locked && (
        <Button size="small" onPress={() => openDialog({ request: 'lock', connection })}>{t`Lock again`}</Button>
      )}
    </div>
  );
}
