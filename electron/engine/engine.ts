// Composes the rooms of the engine and implements its side of the contract. Independent of windows and Electron.
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { ConnectionSummary } from '@shared/model/connection';
import { type Pace, pace } from '@shared/model/transfer-pace';
import { KiB } from '@shared/units';
import { type Patience, type SeenRight, createAccountDeps } from './azure/account-deps';
import type { AccountSource, KeySource } from './azure/account';
import { withKeys } from './azure/token-port';
import { startUp } from './start-up';
import { createSignIn } from './sign-in/create-sign-in';
import { createBlobs } from './blobs/create-blobs';
import { createBlobDetails } from './blobs/details/create-blob-details';
import { createContainerDetails } from './blobs/details/create-container-details';
import { createDeletedBlobs } from './blobs/deleted/create-deleted-blobs';
import { createRememberedDeletions } from './blobs/remembered-deletions';
import { createHierarchy } from './blobs/hierarchy/create-hierarchy';
import { createSasRoom } from './blobs/sas/create-sas';
import { createBlobPreview } from './blobs/preview/create-preview';
import { type Connections, createConnections } from './connections/create-connections';
import type { KeySwitch } from './connections/connection-keys';
import { createPortable } from './connections/portable/create-portable';
import type { EmbeddedStoreView } from './connections/embedded-connection';
import { EmbeddedStore } from './emulator/embedded-store';
import { findRunningStore, keyOfRunningStore, withdrawRunningStore } from './emulator/running-store';
import { Hubs } from './hubs/create-hubs';
import { JobRegistry } from './jobs/registry';
import { createAppliedSettings } from './lab/applied-settings';
import { type Lab, createLab } from './lab/create-lab';
import { type PersistedFile, openPersistedFile } from '../disk/persisted-file';
import { createLibrary } from './library/create-library';
import { MetricsRecorder } from './metrics/recorder';
import { silentSink } from './metrics/request-record';
import { createMonitor } from './metrics/create-monitor';
import { Sampler } from './metrics/sampler';
import type { EnginePorts } from './ports';
import { OpenedCopies } from './opened/opened-copies';
import { SampleData } from './sample-data/sample-data';
import { sampleTarget } from './sample-data/sample-target';
import { type Tables, createTables } from './tables';
import { createTableCopies } from './tables/copy/create-copies';
import { createTableEdits } from './tables/edit';
import { createStaged } from './tables/edit/staged-files';
import { createTableIndexes } from './tables/indexes/create-indexes';
import { createAnalyses } from './tables/analysis/analyses';
import { createChartStream } from './tables/analysis/chart-stream';
import { type TableFiles, createTableFiles } from './tables/create-table-files';
import type { Transfers } from './transfers/api';
import { localSegments } from './transfers/plan/names';
import { createTransfers } from './transfers/create-transfers';
import { SyncPairs } from './transfers/sync/pairs';
import { pickedPath } from './picked-path';
import { t } from '@shared/strings/t';

export interface EngineOptions {
  /** `if-absent` loads the sample data into the embedded store as soon as it runs. */
  readonly loadSampleData: 'if-absent' | 'never';
  /** Whether the pace that the user has set for all transfers applies here: a measurement waits for no timetable. */
  readonly totalPace: 'holds' | 'ignored';
  /** `rest`: jobs that an earlier process left waiting for their timetable are not resumed here. Default `go on`. */
  readonly earlierJobs?: 'go on' | 'rest';
  /** `rest`: leftovers of lab runs are removed when `rooms.lab.recover` is called, not at the start. */
  readonly labLeftovers?: 'rest';
  /** How many transfers run at the same time; the others wait. Default 3. */
  readonly transfersAtOnce?: number;
  /** `off`: requests are not counted anywhere, to measure what counting them costs. Default `on`. */
  readonly telemetry?: 'on' | 'off';
  /** How long requests continue while the service fails. Default: as many attempts as the retry policy allows. */
  readonly patience?: Patience;
  /** Called when a connection changed to its other key, because the service rejected the one in use. */
  readonly onKeySwitch?: (change: KeySwitch) => void;
}

/** The rooms themselves, for hosts without a window. */
export interface EngineRooms {
  readonly accounts: AccountSource;
  readonly connections: Connections;
  /** Every job of the state folder, whatever its kind. */
  readonly jobs: JobRegistry;
  readonly tables: Tables;
  readonly transfers: Transfers;
  readonly tableFiles: TableFiles;
  readonly lab: Lab;
  readonly metrics: MetricsRecorder;
}

export interface Engine {
  readonly calls: CallHandlers<'engine'>;
  readonly streams: StreamHandlers<'engine'>;
  readonly rooms: EngineRooms;
  /** Resolves when the jobs of earlier runs are known. */
  readonly recovered: Promise<readonly StowageError[]>;
  /** Stops everything this engine started; running transfers stay resumable. */
  dispose(): Promise<void>;
}

export function createEngine(ports: EnginePorts, options: EngineOptions): Engine {
  const { stateDir, clock, random, log } = ports;
  const onNetwork = ports.network === undefined ? {} : { network: ports.network };
  const metrics = new MetricsRecorder();
  const sampler = new Sampler(metrics, clock, () => transfers.threadUses());
  const monitor = createMonitor({
    recorder: metrics,
    sampler,
    stateDir,
    clock,
    log,
    pressure: () => transfers.pressure(),
  });
  const sink = options.telemetry === 'off' ? silentSink : metrics;
  const signIn = createSignIn({
    stateDir,
    secrets: ports.secrets,
    prompts: ports.prompts,
    clock,
    log,
    ...onNetwork,
    openAddress: ports.openAddress ?? (async () => undefined),
    environment: ports.environment ?? {},
  });
  const keys: KeySource = {
    other: (id, rejected) => connections.keys.other(id, rejected),
    accepted: (id, key) => connections.keys.accepted(id, key),
  };
  /** What worker threads request while their accounts are in use. */
  const onRight = (seen: SeenRight): void => connections.noteRight(seen);
  const tokens = withKeys(signIn.tokens, keys, onRight);
  const deps = createAccountDeps({
    tokens: signIn.tokens,
    onCosmos: (connectionId) => connections.noteCosmos(connectionId),
    keys,
    onRight,
    metrics: sink,
    clock,
    random,
    log,
    ...onNetwork,
    ...(options.patience && { patience: options.patience }),
  });
  const store = ports.emulator ? new EmbeddedStore({ keyFolder: stateDir, ...ports.emulator, clock, log }) : null;
  const connections = createConnections({
    stateDir,
    secrets: ports.secrets,
    prompts: ports.prompts,
    signIn,
    deps,
    onKeySwitch: options.onKeySwitch,
    embedded: store ?? storeOfAnotherProcess(stateDir),
    log,
    ...onNetwork,
  });
  const portable = createPortable({
    connections: connections.portable,
    sources: ports.sources,
    prompts: ports.prompts,
  });
  const { accounts } = connections;
  const tables = createTables({ accounts, clock });
  const tableEdits = createTableEdits({ accounts, clock, stateDir });
  const indexes = createTableIndexes({ accounts, clock });
  const staged = createStaged({ stateDir, now: () => clock.now(), log });
  const analyses = createAnalyses({ accounts, clock });
  const deletions = createRememberedDeletions();
  const hierarchy = createHierarchy({ accounts });
  const blobs = createBlobs({ accounts, clock, deletions });
  const deletedBlobs = createDeletedBlobs({ accounts, clock, deletions });
  const blobDetails = createBlobDetails({ accounts, clock });
  const blobPreview = createBlobPreview({ accounts, clock, previewWorkerPath: ports.previewWorkerPath });
  const startingPoints = createAppliedSettings({ folder: join(stateDir, 'lab'), clock, log });
  /** What every room that stores jobs depends on. */
  const jobDeps = { accounts, sources: ports.sources, stateDir, clock, log };
  const jobs = new JobRegistry(clock, log);
  const jobsDir = ports.jobsDir ?? stateDir;
  const transfers = createTransfers({
    ...jobDeps,
    stateDir: jobsDir,
    jobsAtOnce: options.transfersAtOnce,
    registry: jobs,
    random,
    metrics: sink,
    startingPoints,
    workerPath: ports.transferWorkerPath,
    tokens,
    retryForMs: options.patience?.retryForMs,
    ...(options.totalPace === 'ignored' ? {} : { persistedPace: openPersistedPace(ports) }),
    earlierJobs: options.earlierJobs ?? 'go on',
  });
  const syncPairs = new SyncPairs({
    stateDir,
    clock,
    log,
    transfers,
    prompts: ports.prompts,
    resolveToken: (token, purpose, connectionId) => pickedPath(ports.sources, token, purpose, connectionId),
    timetable: options.earlierJobs === 'rest' ? 'never' : 'runs',
  });
  const hubs = new Hubs({
    stateDir,
    clock,
    log,
    prompts: ports.prompts,
    commandLine: ports.commandLine ?? null,
    accounts,
    syncs: syncPairs,
    resolveToken: (token, purpose, connectionId) => pickedPath(ports.sources, token, purpose, connectionId),
    imports: () => tableFiles.imports,
  });
  const opened = new OpenedCopies({
    accounts,
    stateDir,
    log,
    fileNameOf,
    earlierCopies: options.earlierJobs === 'rest' ? 'left' : 'taken',
  });
  // Jobs that stopped for a session that had ended go on with the new one.
  signIn.onReady((identityId) => {
    const resume = (all: readonly ConnectionSummary[]): void => {
      for (const { id, identity } of all) if (identity?.id === identityId) jobs.credentialChanged(id);
    };
    connections.signedInAgain(identityId).catch(() => undefined);
    connections.list().then(resume, (thrown: unknown) => log(StowageError.from(thrown).message));
  });
  const library = createLibrary({ stateDir, clock, log });
  const tableFiles = createTableFiles({
    ...jobDeps,
    stateDir: jobsDir,
    jobs,
    importWorkerPath: ports.importWorkerPath,
    startingPoints,
  });
  const tableCopies = createTableCopies({ ...jobDeps, jobs, ports: tableEdits.ports });
  const lab = createLab({
    ...jobDeps,
    stateDir: jobsDir,
    random,
    metrics,
    applied: startingPoints,
    transferWorkerPath: ports.transferWorkerPath,
    tokens,
    nameOf: async (id) => (await connections.list()).find((one) => one.id === id)?.name ?? t`given for one run`,
  });
  const sampleData = new SampleData(sampleTarget({ accounts, tables, transfers }), join(stateDir, 'scratch'));

  const starting = startUp({
    store,
    lab: options.labLeftovers === 'rest' ? null : lab,
    stateDir,
    log,
    jobs: [transfers, tableFiles, tableCopies],
    sampleData: options.loadSampleData === 'if-absent' ? sampleData : null,
  });

  return {
    calls: {
      ...connections.calls,
      ...signIn.calls,
      ...createConnectionChanges({ connections, library, tableEdits, staged, jobs }),
      ...portable.calls,
      ...library.calls,
      ...tables.calls,
      ...tableEdits.calls,
      ...indexes.calls,
      ...staged.calls,
      ...analyses.calls,
      ...tableFiles.calls,
      ...tableCopies.calls,
      ...blobs.calls,
      ...deletedBlobs.calls,
      ...blobDetails.calls,
      ...createContainerDetails({ accounts }).calls,
      ...hierarchy.calls,
      ...createSasRoom({ accounts, clock, prompts: ports.prompts, connections }).calls,
      ...blobPreview.calls,
      ...jobs.calls,
      ...transfers.calls,
      ...syncPairs.calls,
      ...hubs.calls,
      ...opened.calls,
      ...lab.calls,
      ...monitor.calls,
      'sample-data.present': (_, { signal }) => sampleData.presence(signal),
    },
    streams: {
      ...connections.streams,
      ...signIn.streams,
      ...analyses.streams,
      ...createChartStream({ accounts, clock }),
      ...library.streams,
      ...indexes.streams,
      ...tableFiles.streams,
      ...tableCopies.streams,
      ...blobs.streams,
      ...hierarchy.streams,
      ...deletedBlobs.streams,
      ...blobDetails.streams,
      ...blobPreview.streams,
      ...jobs.streams,
      ...transfers.streams,
      ...syncPairs.streams,
      ...hubs.streams,
      ...opened.streams,
      ...lab.streams,
      'sample-data.load': (_, { signal, push }) => sampleData.load(signal, push),
      'metrics.watch': (_, { signal, push }) => sampler.watch(signal, push),
    },
    recovered: starting.recovered,
    rooms: { accounts, connections, jobs, tables, transfers, tableFiles, lab, metrics },
    dispose: () => {
      starting.stop();
      return disposeInOrder([
        // User data is saved first: the following steps may wait for a network or a disk, and the host waits only so
        // long.
        together([library, staged, syncPairs, opened]),
        sampleData,
        together([lab, transfers, tableFiles, tableCopies, hubs]),
        ...[analyses, tables, connections, monitor, signIn],
        ...(store ? [{ dispose: () => withdrawRunningStore(stateDir) }, store] : []),
        ...[sampler, deps],
        // Start-up may still read and clean the state folder, which is free once this has resolved.
        { dispose: async () => void (await starting.recovered) },
      ]);
    },
  };
}

/** Of the last part of a blob’s name. */
function fileNameOf(blobName: string): string {
  const leaf = blobName.slice(blobName.lastIndexOf('/', blobName.length - 2) + 1);
  return localSegments(leaf, process.platform === 'win32' ? 'windows' : 'posix').at(-1) ?? 'blob';
}

function openPersistedPace({ stateDir, clock, log }: EnginePorts): PersistedFile<Pace> {
  const path = join(stateDir, 'pace.json');
  return openPersistedFile({ path, entry: pace, maxBytes: 64 * KiB, now: () => clock.now(), log });
}

/** The embedded store that an app or `stowage emulator` runs with the same state folder, at the time of the call. */
function storeOfAnotherProcess(stateDir: string): EmbeddedStoreView {
  return {
    get state() {
      return findRunningStore(stateDir) === null ? 'stopped' : 'running';
    },
    get endpoints() {
      return findRunningStore(stateDir)?.endpoints ?? null;
    },
    get accountKey() {
      const running = findRunningStore(stateDir);
      return (running && keyOfRunningStore(stateDir, running)) ?? '';
    },
    onChange: () => () => undefined,
  };
}

type Calls = CallHandlers<'engine'>;
type Changes = Pick<Calls, 'connections.remove' | 'connections.set-key' | 'connections.update'>;

export interface ConnectionChangesParts {
  /** The connection itself is removed or saved first. */
  readonly connections: { readonly calls: Changes };
  readonly library: { forgetConnection(connectionId: string): Promise<void> };
  readonly tableEdits: { readonly calls: Pick<Calls, 'undo.forget'> };
  readonly staged: { forgetConnection(connectionId: string): Promise<void> };
  readonly jobs: Pick<JobRegistry, 'credentialChanged'>;
}

/** When a connection is removed or saved, the rooms drop what belonged to it, or resume what waited for it. */
export function createConnectionChanges(parts: ConnectionChangesParts): Changes {
  const { connections, library, tableEdits, staged, jobs } = parts;
  return {
    'connections.remove': async (input, context) => {
      const removed = await connections.calls['connections.remove'](input, context);
      await library.forgetConnection(input.connectionId);
      await tableEdits.calls['undo.forget'](input, context);
      await staged.forgetConnection(input.connectionId);
      return removed;
    },
    'connections.update': async (input, context) => {
      const summary = await connections.calls['connections.update'](input, context);
      jobs.credentialChanged(summary.id);
      return summary;
    },
    'connections.set-key': async (input, context) => {
      const summary = await connections.calls['connections.set-key'](input, context);
      jobs.credentialChanged(summary.id);
      return summary;
    },
  };
}

interface Room {
  dispose(): unknown;
}

/** One after another, even if some fail; then rejects with the first failure. */
async function disposeInOrder(rooms: readonly Room[]): Promise<void> {
  const failures: unknown[] = [];
  for (const room of rooms) {
    try {
      await room.dispose();
    } catch (thrown) {
      failures.push(thrown);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Several rooms as one, disposed at the same time. */
function together(rooms: readonly Room[]): Room {
  return {
    dispose: async () => {
      const ends = await Promise.allSettled(rooms.map(async (room) => room.dispose()));
      const failed = ends.find((end): end is PromiseRejectedResult => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
  };
}
