// Hubs, their nodes and jobs in words.
import type { HubLinkState, JobView, NodeView } from '@shared/model/hub';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { visibleLine } from '@shared/visible-text';

export const linkText: Readonly<Record<HubLinkState, string>> = {
  closed: t`not open`,
  joining: t`joining…`,
  joined: t`joined`,
  silent: t`does not answer`,
  failed: t`cannot be joined`,
};

export const nodeStateText: Readonly<Record<NodeView['state'], string>> = {
  working: t`working`,
  idle: t`idle`,
  paused: t`paused`,
  draining: t`draining`,
  leaving: t`leaving`,
  lost: t`lost`,
};

export const jobStateText: Readonly<Record<JobView['state'], string>> = {
  running: t`running`,
  paused: t`paused`,
  cancelled: t`cancelled`,
  done: t`done`,
  failed: t`failed`,
};

const kindText: Readonly<Record<string, string>> = {
  upload: t`Upload`,
  download: t`Download`,
  copy: t`Copy`,
  check: t`Check`,
  export: t`Export`,
  import: t`Import`,
  lab: t`Measurement`,
};
export const jobKindText = (kind: string): string => kindText[kind] ?? kind;

export const isOpenJob = ({ state }: JobView): boolean => state === 'running' || state === 'paused';

/** Whether it moves files, whose number is known before they are moved. */
export const isOfFiles = ({ kind }: Pick<JobView, 'kind'>): boolean =>
  ['upload', 'download', 'copy', 'check'].includes(kind);

/** Of shards that have ended; by bytes where they are known. Null while planning has found nothing. */
export function fractionOf(job: JobView): number | null {
  if (job.state === 'done') return 1;
  const [done, all] =
    isOfFiles(job) && job.bytesFound > 0
      ? [job.bytesMoved, job.bytesFound]
      : isOfFiles(job)
        ? [job.filesMoved + job.skipped, job.filesFound]
        : [job.shardsDone, job.shards];
  return all === 0 ? null : Math.min(1, done / all);
}

/** `1.2 GiB of 3.0 GiB · 200 of 900 files · 4 of 12 shards`. */
export function progressText(job: JobView): string {
  const of = (done: string, all: string): string =>
    job.isPlanned ? t`${done} of ${all}` : t`${done} of at least ${all}`;
  const shards = of(formatCount(job.shardsDone), t`${formatCount(job.shards)} shards`);
  if (!isOfFiles(job)) return [itemsText(job), formatBytes(job.bytesMoved), shards].join(' · ');
  return [
    of(formatBytes(job.bytesMoved), formatBytes(job.bytesFound)),
    of(formatCount(job.filesMoved + job.skipped), counted(job.filesFound, 'file')),
    shards,
  ].join(' · ');
}

function itemsText({ kind, filesMoved }: JobView): string {
  return kind === 'lab' ? counted(filesMoved, 'measurement') : counted(filesMoved, 'row');
}

/** `scans → archive/2026`. */
export const placesText = ({ title, target }: JobView): string =>
  [title, target].filter(Boolean).map(visibleLine).join(' → ');

/** How much the clock of a node differs from that of the hub, and how sure that is; empty before it is measured. */
export function clockText({ offsetMs, uncertainMs }: Pick<NodeView, 'offsetMs' | 'uncertainMs'>): string {
  if (!isMeasured(uncertainMs)) return '';
  return t`${formatCount(Math.round(-offsetMs) || 0)} ± ${formatCount(Math.ceil(uncertainMs))} ms`;
}

export const isMeasured = (uncertainMs: number): boolean => uncertainMs < 1e9;
