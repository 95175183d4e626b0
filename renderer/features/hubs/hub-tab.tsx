// The page of one hub: its state, its nodes, its jobs, and one job in detail. Joined only while it is on screen.
import { Network } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { StowageError } from '@shared/errors';
import type { HubSummary, NodeView, OpenedHub } from '@shared/model/hub';
import { t } from '@shared/strings/t';
import { formatCount, formatRate } from '@shared/units';
import { call, useStream } from '@renderer/bridge';
import { useHub } from '@renderer/live/hubs';
import { Badge, ConfirmDialog, EmptyState, ErrorNotice, LoadingRows, showFailure } from '@renderer/ui';
import { isOpenJob, linkText } from './hub-text';
import { JobDetails } from './job-details';
import { JobsTable } from './jobs-table';
import { NodesTable } from './nodes-table';
import styles from './hub-tab.module.css';

export interface HubTabProps {
  readonly hubId: string;
  readonly isActive: boolean;
  /** Offered when the hub was removed. */
  readonly wayOut: ReactNode;
}

export function HubTab({ hubId, isActive, wayOut }: HubTabProps) {
  const hub = useHub(hubId);
  const { latest, error } = useStream('hubs.watch-hub', isActive && hub != null ? { hubId } : null);
  if (hub === null) {
    return (
      <EmptyState icon={<Network size={24} strokeWidth={1.5} />} title={t`This hub was removed`} actions={wayOut}>
        {t`The hub itself and its jobs are not affected. Add it again by its join file.`}
      </EmptyState>
    );
  }
  if (hub === undefined || (latest === undefined && error === null))
    return <LoadingRows label={t`Joining the hub`} rows={5} />;
  return <HubPage hub={hub} opened={latest ?? nothingYet} failure={error} isActive={isActive} />;
}

const nothingYet: OpenedHub = { state: 'joining', error: null, nodes: [], jobs: [], further: 0 };

interface HubPageProps {
  readonly hub: HubSummary;
  readonly opened: OpenedHub;
  readonly failure: StowageError | null;
  readonly isActive: boolean;
}

function HubPage({ hub, opened, failure, isActive }: HubPageProps) {
  const { nodes, jobs, further, state } = opened;
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [draining, setDraining] = useState<NodeView | null>(null);
  // The one that was chosen, or the one that something happens to.
  const shown = jobs.find(({ id }) => id === chosenId) ?? jobs.find(isOpenJob) ?? jobs[0];
  const error = failure ?? (opened.error === null ? null : StowageError.fromShape(opened.error));
  const disabledReason =
    hub.role === 'viewer'
      ? t`The join file of this hub is for viewing only.`
      : state === 'joined'
        ? null
        : t`The hub does not answer now.`;
  const controlNode = (node: NodeView, what: 'pause' | 'resume' | 'drain'): Promise<unknown> =>
    call('hubs.control-node', { hubId: hub.id, node: node.node, what });
  return (
    <section className={styles.page} data-kept-scroll="page" aria-label={t`Hub ${hub.name}`}>
      <HubHead hub={hub} opened={opened} />
      {error === null ? null : <ErrorNotice error={error} />}
      {state === 'silent' ? (
        <p className={styles.caution} role="status">
          {t`The hub does not answer. What follows is its last report; it is joined again as soon as it is there.`}
        </p>
      ) : null}
      <h2 className={styles.title}>{t`Nodes`}</h2>
      {nodes.length === 0 ? (
        <p className={styles.quiet}>
          {state === 'joined'
            ? t`No worker has joined. Start one on each machine with “stowage worker --join FILE”.`
            : linkText[state]}
        </p>
      ) : (
        <NodesTable
          nodes={nodes}
          jobs={jobs}
          disabledReason={disabledReason}
          onControl={(node, what) => {
            if (what === 'drain') setDraining(node);
            else void controlNode(node, what).catch((thrown: unknown) => showFailure(thrown));
          }}
        />
      )}
      <h2 className={styles.title}>{t`Jobs`}</h2>
      {jobs.length === 0 ? (
        <p className={styles.quiet}>
          {state === 'joined'
            ? t`This hub has no jobs yet. Start one with “--hub FILE”, such as “stowage upload FOLDER CONTAINER --hub FILE”.`
            : ''}
        </p>
      ) : (
        <JobsTable jobs={jobs} shownId={shown?.id ?? null} onShow={setChosenId} />
      )}
      {further > 0 ? (
        <p
          className={styles.quiet}
        >{t`${formatCount(further)} earlier jobs are not listed. “stowage jobs list” has them.`}</p>
      ) : null}
      {shown === undefined ? null : (
        <JobDetails key={shown.id} hubId={hub.id} listed={shown} isActive={isActive} disabledReason={disabledReason} />
      )}
      {draining === null ? null : (
        <ConfirmDialog
          title={t`Drain ${draining.name}`}
          isOpen
          onClose={() => setDraining(null)}
          tone="standard"
          confirmLabel={t`Drain`}
          onConfirm={async () => {
            await controlNode(draining, 'drain');
          }}
        >
          {t`The worker finishes its shards, takes no more, and its process ends. Until then, Resume takes this back. To let it return its shards at once, pause it first.`}
        </ConfirmDialog>
      )}
    </section>
  );
}

function HubHead({ hub, opened }: { readonly hub: HubSummary; readonly opened: OpenedHub }) {
  const { nodes, jobs, state } = opened;
  const present = nodes.filter((node) => node.state !== 'lost');
  const sum = (of: (node: NodeView) => number): number => present.reduce((all, node) => all + of(node), 0);
  const figures: readonly (readonly [string, string])[] = [
    [t`Nodes`, formatCount(present.length)],
    [t`Slots in use`, t`${formatCount(sum(({ running }) => running))} of ${formatCount(sum(({ slots }) => slots))}`],
    [t`Rate`, formatRate(sum(({ bytesPerSecond }) => bytesPerSecond))],
    [t`Open jobs`, formatCount(jobs.filter(isOpenJob).length)],
  ];
  return (
    <header className={styles.head}>
      <h1 className={styles.name}>{hub.name}</h1>
      <span className={styles.quiet}>{hub.address}</span>
      <Badge tone={state === 'joined' ? 'good' : state === 'joining' ? 'neutral' : 'caution'}>{linkText[state]}</Badge>
      {hub.role === 'viewer' ? <Badge>{t`viewing only`}</Badge> : null}
      <dl className={styles.figures}>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}
