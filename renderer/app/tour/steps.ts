// The guided tour: what each step really does, what must be on screen before it counts, and its caption.
import { embeddedConnectionId as local } from '@shared/model/connection';
import type { QueryTerms } from '@shared/model/saved-query';
import { t } from '@shared/strings/t';
import { call, currentSettings, writeSettings } from '@renderer/bridge';
import { findConnection, loadNames } from '@renderer/features/connections';
import { requestQuery } from '@renderer/features/tables';
import { switchTheme } from '../preferences';
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
    title: t`A store of your own`,
    text: t`The local store runs inside the app. Connections, their tables and containers are on the left.`,
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
      await until(t`The table Movies in the navigator`, () => find('treeitem', 'Movies'), signal);
    },
  },
  {
    id: 'open-a-table',
    title: t`Open a table`,
    text: t`Rows arrive page by page as you scroll. Key columns stay in place, every column shows its type.`,
    play: async (signal) => {
      setPart('dock', 'closed');
      await readAll('Movies', signal);
    },
  },
  {
    id: 'starts-with',
    title: t`Prefix is a verb`,
    text: t`PartitionKey is Action, RowKey starts with Sh: the filter, its exact bound and its cost are known before anything is sent.`,
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
    title: t`Nothing is hidden about a query`,
    text: t`Without keys it is a table scan, and it says so. One bar a page: how long it took and what came.`,
    play: async (signal) => {
      await readAll('Movies', signal);
      await until(t`The cost class`, () => costShown('table-scan'), signal);
      await press('button', t`To the end`, signal);
      await until(
        t`The last page`,
        () => find('button', t`To the end`) === null && find('button', t`Pause`) === null,
        signal,
        60_000,
      );
    },
  },
  {
    id: 'types',
    title: t`Every value keeps its type`,
    text: t`64-bit integers, 100-ns dates, binary: shown as they are on the wire, never rounded. One row in full is on the right.`,
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
    text: t`Folders and exact names, however odd they are. Drop files here from the desktop, or pick them.`,
    play: async (signal) => {
      openTab({ kind: 'container', connectionId: local, container: 'photos' });
      const row = (name: RegExp): HTMLElement | null => find('row', name, activePanel() ?? document);
      const inside = (): HTMLElement | null => row(/100% certain/);
      const folder = await until(t`The folder odd names`, () => inside() ?? row(/^odd names/), signal);
      if (!inside()) folder.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
      await until(t`The names in the folder`, inside, signal);
    },
  },
  {
    id: 'upload',
    title: t`Upload in parallel blocks`,
    text: t`Each cell is a part of the file: in flight, done, or tried again. Every block carries its checksum.`,
    play: async (signal) => {
      setPart('dock', 'open');
      openTab({ kind: 'container', connectionId: local, container: 'photos' });
      await jobReaches(await startUpload(signal), 0.4, signal);
    },
    finish: lastJobDone,
  },
  {
    id: 'download',
    title: t`Download, verified`,
    text: t`Ranges are written in place, pinned to one version of the blob, and the checksum is compared at the end.`,
    play: async (signal) => {
      openTab({ kind: 'container', connectionId: local, container: 'photos' });
      await jobReaches(await startDownload(signal), 0.4, signal);
    },
    finish: lastJobDone,
  },
  {
    id: 'monitor',
    title: t`See what the service does`,
    text: t`Throughput and latency percentiles from every real request of the last minutes.`,
    play: async (signal) => {
      openTab({ kind: 'monitor' });
      await until(t`The charts`, () => activePanel()?.querySelector('svg path'), signal);
      await jobReaches(await startUpload(signal), 0.6, signal);
    },
    finish: lastJobDone,
  },
  {
    id: 'lab',
    title: t`Measure instead of guess`,
    text: t`Experiments run against your own account and show how the values spread, not only a mean.`,
    play: async (signal) => {
      openTab({ kind: 'lab' });
      await until(t`The experiments`, () => (activePanel()?.textContent.length ?? 0) > 40, signal);
    },
  },
  {
    id: 'dark',
    title: t`Light, dark, high contrast`,
    text: t`From the system or by choice. Nothing is told by colour alone.`,
    play: async (signal) => {
      setPart('dock', 'closed');
      await readAll('Movies', signal);
      themeBefore ??= currentSettings().theme;
      await switchTheme('dark');
      await until(t`The dark theme`, () => document.documentElement.dataset.theme === 'dark', signal);
      await rows(signal);
    },
  },
  {
    id: 'palette',
    title: t`Go to anything`,
    text: t`Ctrl K, a few letters, Enter. Every table, container and action is one line away.`,
    play: async (signal) => {
      setPalette('open');
      await type(t`Go to a table, container or action`, 'ord', signal);
      await until(t`A match`, () => find('option', /Orders/), signal);
    },
  },
];

let themeBefore: ReturnType<typeof currentSettings>['theme'] | undefined;

/** Puts back what the tour only changed to show it. */
export async function tidyUp(): Promise<void> {
  setPalette('closed');
  if (themeBefore === undefined) return;
  const theme = themeBefore;
  themeBefore = undefined;
  await writeSettings({ theme });
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
