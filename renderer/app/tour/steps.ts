// The guided tour: what each step really does, what must be on screen before it counts, and its caption.
import { embeddedConnectionId as local } from '@shared/model/connection';
import type { QueryTerms } from '@shared/model/saved-query';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { findConnection, loadNames } from '@renderer/features/connections';
import { requestQuery } from '@renderer/features/tables';
import { setPalette, setPart } from '../layout-store';
import { loadSampleData, useSampleData } from '../sample-data';
import { closeTabs, openTab } from '../tabs/tabs-store';
import { choose, find, press, type } from './hands';
import { jobReaches, lastJobDone, startDownload, startUpload } from './tour-jobs';
import { until } from './wait';

export interface TourStep {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Brings it about; may be played again after Back. */
  readonly play: (signal: AbortSignal) => Promise<void>;
  /** What must have ended before the next step, once this one has been seen. */
  readonly finish?: (signal: AbortSignal) => Promise<void>;
}

const loadLimitMs = 240_000;

export const tourSteps: readonly TourStep[] = [
  {
    id: 'local-store',
    title: t`A store on your computer`,
    text: t`The local store runs inside the app. Connections with their tables and containers are on the left.`,
    play: async (signal) => {
      setPart('sidebar', 'open');
      closeTabs(() => true);
      await until(t`The local store`, () => findConnection(local)?.store === 'running', signal, 60_000);
      const { present } = await call('sample-data.present', {}, { signal });
      if (!present) {
        void loadSampleData();
        await until(t`The sample data`, () => useSampleData.getState().state !== 'loading', signal, loadLimitMs);
        const loaded = useSampleData.getState();
        if (loaded.state === 'failed') throw loaded.error;
      }
      await loadNames(local, 'tables');
      await loadNames(local, 'containers');
      await until(t`The Movies table in the navigator`, () => find('treeitem', 'Movies'), signal);
    },
  },
  {
    id: 'open-a-table',
    title: t`Open a table`,
    text: t`Rows load page by page as you scroll. Key columns stay in view, and each column shows its type.`,
    play: async (signal) => {
      setPart('dock', 'closed');
      await readAll('Movies', signal);
    },
  },
  {
    id: 'starts-with',
    title: t`Query by prefix`,
    text: t`PartitionKey is Action, RowKey starts with Sh: you see the filter, its exact upper bound and its cost before anything is sent.`,
    play: async (signal) => {
      await readAll('Movies', signal);
      await condition('PartitionKey', t`is`, t`value`, 'Action', signal);
      await condition('RowKey', t`starts with`, t`prefix`, 'Sh', signal);
      await until(t`The cost class`, () => costShown('row-range'), signal);
      await press('button', t`Run`, signal);
      await rows(signal);
    },
  },
  {
    id: 'pages',
    title: t`See what a query really does`,
    text: t`Without keys, the query reads the whole table, and Stowage says so. Each bar is a page: how long it took and what it returned.`,
    play: async (signal) => {
      await readAll('Movies', signal);
      await until(t`The cost class`, () => costShown('table-scan'), signal);
      await press('button', t`Read all`, signal);
      await until(
        t`The last page`,
        () => find('button', t`Read all`) === null && find('button', t`Pause`) === null,
        signal,
        60_000,
      );
    },
  },
  {
    id: 'types',
    title: t`Every value keeps its type`,
    text: t`64-bit integers, dates with 100 ns precision, binary data: shown exactly as the service sends them, never rounded. The selected row is shown in full on the right.`,
    play: async (signal) => {
      await readAll('Orders', signal);
      const cell = activePanel()?.querySelector<HTMLElement>('[role="gridcell"]');
      cell?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
      cell?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
      cell?.click();
    },
  },
  {
    id: 'container',
    title: t`Open a container`,
    text: t`Folders and exact names, even unusual ones. Drop files here from your desktop, or choose them.`,
    play: async (signal) => {
      openTab({ kind: 'container', connectionId: local, container: 'photos' });
      const row = (name: RegExp): HTMLElement | null => find('row', name, activePanel() ?? document);
      const inside = (): HTMLElement | null => row(/100% certain/);
      const folder = await until(t`The “odd names” folder`, () => inside() ?? row(/^odd names/), signal);
      if (!inside()) folder.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
      await until(t`The names in the folder`, inside, signal);
    },
  },
  {
    id: 'upload',
    title: t`Upload in parallel blocks`,
    text: t`Each cell is a part of the file: in progress, done or retried. Every block carries a checksum.`,
    play: async (signal) => {
      setPart('dock', 'open');
      openTab({ kind: 'container', connectionId: local, container: 'photos' });
      await jobReaches(await startUpload(signal), 0.4, signal);
    },
    finish: lastJobDone,
  },
  {
    id: 'download',
    title: t`Verified downloads`,
    text: t`Ranges are written directly to their position in the file and pinned to one version of the blob. The checksum is compared at the end.`,
    play: async (signal) => {
      openTab({ kind: 'container', connectionId: local, container: 'photos' });
      await jobReaches(await startDownload(signal), 0.4, signal);
    },
    finish: lastJobDone,
  },
  {
    id: 'monitor',
    title: t`See what the service is doing`,
    text: t`Throughput and latency percentiles of every real request in the last few minutes.`,
    play: async (signal) => {
      openTab({ kind: 'monitor' });
      await until(t`The charts`, () => activePanel()?.querySelector('svg path'), signal);
      await jobReaches(await startUpload(signal), 0.6, signal);
    },
    finish: lastJobDone,
  },
  {
    id: 'lab',
    title: t`Measure, don’t guess`,
    text: t`Experiments run against your own account and show the full distribution, not only the mean.`,
    play: async (signal) => {
      openTab({ kind: 'lab' });
      await until(t`The experiments`, () => (activePanel()?.textContent.length ?? 0) > 40, signal);
    },
  },
  {
    id: 'dark',
    title: t`Light, dark, high contrast`,
    text: t`Follows the system, or your choice. Colour is never the only signal.`,
    play: async (signal) => {
      setPart('dock', 'closed');
      await readAll('Movies', signal);
      // Of this window alone: a setting would change the others too, and stay if this one is closed now.
      const { dataset } = document.documentElement;
      themeBefore ??= dataset.theme;
      dataset.theme = 'dark';
      await until(t`The dark theme`, () => document.documentElement.dataset.theme === 'dark', signal);
      await rows(signal);
    },
  },
  {
    id: 'palette',
    title: t`Go to anything`,
    text: t`Ctrl K, a few letters, Enter: every table, container and action is that close.`,
    play: async (signal) => {
      setPalette('open');
      await type(t`Go to a table, container or action`, 'ord', signal);
      await until(t`A match`, () => find('option', /Orders/), signal);
    },
  },
];

let themeBefore: string | undefined;

/** Puts back what the tour only changed to show it. */
export function tidyUp(): void {
  setPalette('closed');
  if (themeBefore !== undefined) document.documentElement.dataset.theme = themeBefore;
  themeBefore = undefined;
}

function activePanel(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[role="tabpanel"]:not([hidden])');
}

/**
 * Brings the table to the front and reads all of it. A tab that was open before, in this session or an earlier one,
 * may hold another query, or one that has not run.
 */
async function readAll(table: string, signal: AbortSignal): Promise<void> {
  openTab({ kind: 'table', connectionId: local, table });
  requestQuery(local, table, { terms: everything, begin: 'run' });
  await rows(signal);
}

const everything: QueryTerms = { partitionKey: { kind: 'any' }, rowKey: { kind: 'any' }, select: [] };

/** Waits until the active tab shows rows of data. */
async function rows(signal: AbortSignal): Promise<void> {
  await until(
    t`The first rows`,
    () => activePanel()?.querySelector('[role="gridcell"], [role="row"] [role="cell"]'),
    signal,
  );
}

async function condition(
  key: 'PartitionKey' | 'RowKey',
  operator: string,
  field: string,
  text: string,
  signal: AbortSignal,
): Promise<void> {
  await choose(t`${key} operator`, operator, signal);
  await type(`${key} ${field}`, text, signal);
}

function costShown(costClass: string): Element | null {
  return activePanel()?.querySelector(`[data-cost="${costClass}"]`) ?? null;
}
