// The guided tour: what each step does for real, what must be on screen before it counts, and what it tells.
import { embeddedConnectionId as local } from '@shared/model/connection';
import { call, currentSettings, writeSettings } from '@renderer/bridge';
import { findConnection, loadNames } from '@renderer/features/connections';
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
    title: 'A store of your own',
    text: 'The local store runs inside the app. Connections, their tables and containers are on the left.',
    play: async (signal) => {
      setPart('sidebar', 'open');
      closeTabs(() => true);
      await until('The local store', () => findConnection(local)?.store === 'running', signal, 60_000);
      const { present } = await call('sample-data.present', {}, { signal });
      if (!present) {
        void loadSampleData();
        await until('The sample data', () => useSampleData.getState().state !== 'loading', signal, loadLimitMs);
        const loaded = useSampleData.getState();
        if (loaded.state === 'failed') throw loaded.error;
      }
      await loadNames(local, 'tables');
      await loadNames(local, 'containers');
      await until('The table Movies in the navigator', () => find('treeitem', 'Movies'), signal);
    },
  },
  {
    id: 'open-a-table',
    title: 'Open a table',
    text: 'Rows arrive page by page as you scroll. Key columns stay in place, every column shows its type.',
    play: async (signal) => {
      setPart('dock', 'closed');
      openTab({ kind: 'table', connectionId: local, table: 'Movies' });
      await rows(signal);
    },
  },
  {
    id: 'starts-with',
    title: 'Prefix is a verb',
    text: 'PartitionKey is Action, RowKey starts with Sh: the filter, its exact bound and its cost are known before anything is sent.',
    play: async (signal) => {
      openTab({ kind: 'table', connectionId: local, table: 'Movies' });
      await condition('PartitionKey', 'is', 'value', 'Action', signal);
      await condition('RowKey', 'starts with', 'prefix', 'Sh', signal);
      await until('The cost class', () => costShown('row-range'), signal);
      await press('button', 'Run', signal);
      await rows(signal);
    },
  },
  {
    id: 'pages',
    title: 'Nothing is hidden about a query',
    text: 'Without keys it is a table scan, and it says so. One bar a page: how long it took and what came.',
    play: async (signal) => {
      openTab({ kind: 'table', connectionId: local, table: 'Movies' });
      await choose(/PartitionKey operator/, 'any', signal);
      await choose(/RowKey operator/, 'any', signal);
      await until('The cost class', () => costShown('table-scan'), signal);
      await press('button', 'Run', signal);
      await rows(signal);
      await press('button', 'To the end', signal);
      await until(
        'The last page',
        () => find('button', 'To the end') === null && find('button', 'Pause') === null,
        signal,
        60_000,
      );
    },
  },
  {
    id: 'types',
    title: 'Every value keeps its type',
    text: '64-bit integers, 100-ns dates, binary: shown as they are on the wire, never rounded. One row in full is on the right.',
    play: async (signal) => {
      openTab({ kind: 'table', connectionId: local, table: 'Orders' });
      await rows(signal);
      const cell = activePanel()?.querySelector<HTMLElement>('[role="gridcell"]');
      cell?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
      cell?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
      cell?.click();
    },
  },
  {
    id: 'container',
    title: 'Open a container',
    text: 'Folders and exact names, however odd they are. Drop files here from the desktop, or pick them.',
    play: async (signal) => {
      openTab({ kind: 'container', connectionId: local, container: 'photos' });
      const row = (name: RegExp): HTMLElement | null => find('row', name, activePanel() ?? document);
      const inside = (): HTMLElement | null => row(/100% certain/);
      const folder = await until('The folder odd names', () => inside() ?? row(/^odd names/), signal);
      if (!inside()) folder.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
      await until('The names in the folder', inside, signal);
    },
  },
  {
    id: 'upload',
    title: 'Upload in parallel blocks',
    text: 'Each cell is a part of the file: in flight, done, or tried again. Every block carries its checksum.',
    play: async (signal) => {
      setPart('dock', 'open');
      openTab({ kind: 'container', connectionId: local, container: 'photos' });
      await jobReaches(await startUpload(signal), 0.4, signal);
    },
    finish: lastJobDone,
  },
  {
    id: 'download',
    title: 'Download, verified',
    text: 'Ranges are written in place, pinned to one version of the blob, and the checksum is compared at the end.',
    play: async (signal) => {
      openTab({ kind: 'container', connectionId: local, container: 'photos' });
      await jobReaches(await startDownload(signal), 0.4, signal);
    },
    finish: lastJobDone,
  },
  {
    id: 'monitor',
    title: 'See what the service does',
    text: 'Throughput and latency percentiles from every real request of the last minutes.',
    play: async (signal) => {
      openTab({ kind: 'monitor' });
      await until('The charts', () => activePanel()?.querySelector('svg path'), signal);
      await jobReaches(await startUpload(signal), 0.6, signal);
    },
    finish: lastJobDone,
  },
  {
    id: 'lab',
    title: 'Measure instead of guess',
    text: 'Experiments run against your own account and show how the values spread, not only a mean.',
    play: async (signal) => {
      openTab({ kind: 'lab' });
      await until('The experiments', () => (activePanel()?.textContent.length ?? 0) > 40, signal);
    },
  },
  {
    id: 'dark',
    title: 'Light, dark, high contrast',
    text: 'From the system or by choice. Nothing is told by colour alone.',
    play: async (signal) => {
      setPart('dock', 'closed');
      openTab({ kind: 'table', connectionId: local, table: 'Movies' });
      themeBefore ??= currentSettings().theme;
      await switchTheme('dark');
      await until('The dark theme', () => document.documentElement.dataset.theme === 'dark', signal);
      await rows(signal);
    },
  },
  {
    id: 'palette',
    title: 'Go to anything',
    text: 'Ctrl K, a few letters, Enter. Every table, container and action is one line away.',
    play: async (signal) => {
      setPalette('open');
      await type(/Go to/, 'ord', signal);
      await until('A match', () => find('option', /Orders/), signal);
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

/** Waits until the tab in front shows rows of data. */
async function rows(signal: AbortSignal): Promise<void> {
  await until(
    'The first rows',
    () => activePanel()?.querySelector('[role="gridcell"], [role="row"] [role="cell"]'),
    signal,
  );
}

async function condition(
  key: 'PartitionKey' | 'RowKey',
  operator: string,
  field: 'value' | 'prefix',
  text: string,
  signal: AbortSignal,
): Promise<void> {
  await choose(new RegExp(`${key} operator`), operator, signal);
  await type(`${key} ${field}`, text, signal);
}

function costShown(costClass: string): Element | null {
  return activePanel()?.querySelector(`[data-cost="${costClass}"]`) ?? null;
}
