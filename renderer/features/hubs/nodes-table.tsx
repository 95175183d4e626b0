// The nodes of a hub: what each is doing, how fast, how sure its clock is, and what can be done with it.
import { Ellipsis } from 'lucide-react';
import type { JobView, NodeView } from '@shared/model/hub';
import { reasonText } from '@shared/hub-reason';
import { t } from '@shared/strings/t';
import { formatCount, formatDuration, formatRate } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import { Badge, IconButton, MenuButton, Truncate, VisuallyHidden, classNames } from '@renderer/ui';
import { clockText, nodeStateText } from './hub-text';
import styles from './hub-tab.module.css';

type Tone = NonNullable<Parameters<typeof Badge>[0]['tone']>;

export interface NodesTableProps {
  readonly nodes: readonly NodeView[];
  readonly jobs: readonly JobView[];
  /** Why they cannot be controlled; null where they can. */
  readonly disabledReason: string | null;
  readonly onControl: (node: NodeView, what: 'pause' | 'resume' | 'drain') => void;
}

const tones: Readonly<Record<NodeView['state'], Tone>> = {
  working: 'good',
  idle: 'neutral',
  paused: 'caution',
  draining: 'caution',
  leaving: 'neutral',
  lost: 'bad',
};

export function NodesTable({ nodes, jobs, disabledReason, onControl }: NodesTableProps) {
  const titleOf = (id: string): string => jobs.find((job) => job.id === id)?.title ?? id;
  return (
    <div className={styles.tableScroll} role="region" tabIndex={0} aria-label={t`Nodes table`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t`Node`}</th>
            <th scope="col">{t`State`}</th>
            <th scope="col">{t`Works on`}</th>
            <th scope="col" className={styles.figure}>{t`Rate`}</th>
            <th scope="col" className={styles.figure}>{t`Slots`}</th>
            <th scope="col" className={classNames(styles.figure, styles.extra)}>{t`Cores`}</th>
            <th scope="col" className={styles.figure}>{t`Clock`}</th>
            <th scope="col" className={styles.figure}>{t`Last heartbeat`}</th>
            <th scope="col" className={styles.extra}>{t`Version`}</th>
            <th scope="col">
              <VisuallyHidden>{t`Actions`}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {nodes.map((node) => (
            <tr key={node.node}>
              <th scope="row" title={labelsOf(node)}>
                {visibleLine(node.name)}
              </th>
              <td>
                <Badge tone={tones[node.state]}>{nodeStateText[node.state]}</Badge>
              </td>
              <td className={styles.wide}>
                <Truncate>{worksOn(node, titleOf)}</Truncate>
              </td>
              <td className={styles.figure}>{formatRate(node.bytesPerSecond)}</td>
              <td className={styles.figure}>{t`${formatCount(node.running)} of ${formatCount(node.slots)}`}</td>
              <td className={classNames(styles.figure, styles.extra)}>
                {node.cores === 0 ? '–' : formatCount(node.cores)}
              </td>
              <td className={styles.figure}>{clockText(node) || '–'}</td>
              <td className={styles.figure}>{formatDuration(node.lastBeatMs)}</td>
              <td className={styles.extra}>{node.version === '' ? '–' : node.version}</td>
              <td className={styles.actions}>
                <NodeMenu node={node} disabledReason={disabledReason} onControl={onControl} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NodeMenu({
  node,
  disabledReason,
  onControl,
}: Pick<NodesTableProps, 'disabledReason' | 'onControl'> & { readonly node: NodeView }) {
  const label = t`Actions for ${node.name}`;
  const icon = <Ellipsis size={14} aria-hidden />;
  const isGone = node.state === 'lost' || node.state === 'leaving';
  if (disabledReason !== null || isGone) {
    return (
      <IconButton
        label={label}
        size="small"
        icon={icon}
        disabledReason={disabledReason ?? t`It is not there any more.`}
      />
    );
  }
  const isDraining = node.state === 'draining';
  return (
    <MenuButton
      label={label}
      placement="bottom end"
      entries={[
        isDraining || node.state === 'paused'
          ? {
              id: 'resume',
              label: t`Resume`,
              description: isDraining ? t`Takes the drain back` : t`Takes shards again`,
              onAction: () => onControl(node, 'resume'),
            }
          : {
              id: 'pause',
              label: t`Pause`,
              description: t`Returns its shards and waits`,
              onAction: () => onControl(node, 'pause'),
            },
        ...(isDraining
          ? []
          : [
              {
                id: 'drain',
                label: t`Drain`,
                description: t`Finishes its shards and ends`,
                onAction: () => onControl(node, 'drain'),
              },
            ]),
      ]}
    >
      <IconButton label={label} size="small" icon={icon} />
    </MenuButton>
  );
}

/** Its jobs with the number of shards of each, or why it has none. */
function worksOn({ leases, problem }: NodeView, titleOf: (id: string) => string): string {
  const counts = new Map<string, number>();
  for (const { job } of leases) counts.set(job, (counts.get(job) ?? 0) + 1);
  if (counts.size === 0) return reasonText(problem);
  return [...counts]
    .map(([job, count]) =>
      count === 1
        ? t`one shard of ${visibleLine(titleOf(job))}`
        : t`${formatCount(count)} shards of ${visibleLine(titleOf(job))}`,
    )
    .join(', ');
}

const labelsOf = ({ labels, pid }: NodeView): string =>
  [t`process ${String(pid)}`, ...Object.entries(labels).map(([key, value]) => `${key}=${value}`)].join('\n');
