// Composes main: its stored state, the windows, the engine, the desktop integration, and the shutdown of all of it.
import './plain-parsing';
import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { BrowserWindow, app, powerMonitor, session } from 'electron';
import type { StowageError } from '@shared/errors';
import type { BuildPaths } from './build-paths';
import { type Desktop, createDesktop } from './desktop/desktop';
import { type AppEnd, createAppEnd } from './shutdown/app-shutdown';
import { confirmQuit, promptWhenHung } from './shutdown/confirm-quit';
import { createDragOut } from './files/drag-out';
import { startDrag } from './files/file-manager';
import { type AppArguments, againWith } from './startup/arguments';
import type { PendingOpens } from './startup/pending-opens';
import type { SecondStarts } from './startup/second-instance';
import { createOpenedThings } from './startup/opened-things';
import { listenToOpenings } from './startup/open-events';
import { createMedia, readFromEngine } from './page/media-protocol';
import { guardSession } from './page/navigation-guard';
import { createAppEngine } from './processes/app-engine';
import { watchProcesses } from './processes/process-watch';
import { openProfile } from './profile';
import { createPrompts } from './prompts/prompts';
import { serveWindows } from './serve-windows';
import { type Tour, createTour, pictureOf } from './tour/tour';
import { createAppWindows } from './windows/app-windows';
import { awaitFirstPicture } from './windows/reach-page';

export interface RunOptions {
  readonly arguments: AppArguments;
  readonly paths: BuildPaths;
  readonly stateDir: string;
  readonly requested: PendingOpens;
  readonly starts: SecondStarts;
  /** Writes to the terminal and the fault log; never pass a secret. */
  readonly log: (text: string) => void;
  /** Reports an unexpected failure of a call or a stream. */
  readonly onBug: (error: StowageError, name: string) => void;
}

const tourStepLimitMs = 180_000;

/**
 * Runs the app from `ready` to its end. Its parts depend on each other in a circle, so each receives functions that
 * reach parts created further down; none is called before all are created.
 */
export async function runApp({
  arguments: appArguments,
  paths,
  stateDir,
  requested,
  starts,
  log,
  onBug,
}: RunOptions): Promise<void> {
  // Must come first: dictionaries, for example, are downloaded as soon as a session is used.
  guardSession(session.defaultSession);
  const checkOutputs = app.isPackaged ? 'no' : 'yes';

  const profile = openProfile(stateDir, log);
  const { network, sources } = profile;
  // Determined while the processes start; only the engine has to wait for it.
  const networkKnown = network.open();
  networkKnown.catch(() => undefined); // Waited for below, when the window is open.
  const dragOut = createDragOut({ dir: join(stateDir, 'drag-out'), sources, newName: () => randomName(8), startDrag });
  const openedThings = createOpenedThings();
  requested.listen((things) => openedThings.options(things));
  const processes = watchProcesses({ metrics: () => app.getAppMetrics(), cores: cpus().length, now: () => Date.now() });

  const firstPicture = awaitFirstPicture();
  const [settings, windows] = await Promise.all([
    profile.settings.read(),
    createAppWindows({
      stateDir,
      preloadPath: paths.preload,
      onPageGone: (reason) => {
        tour.broken(`the page stopped (${reason}).`);
        log(`The page stopped (${reason}).`);
      },
      beforeClose: (which, window) => end.beforeClose(which, window),
      promptHung: promptWhenHung,
      isShuttingDown: () => end.isShuttingDown(),
      onAllClosed: () => tour.broken('the window was closed.'),
      log,
    }),
  ]);

  const prompts = createPrompts({
    parent: () => windows.front(),
    contrast: async () => ((await profile.settings.read()).theme === 'high-contrast' ? 'high' : 'standard'),
  });
  const engine = createAppEngine({
    programs: paths,
    stateDir,
    version: app.getVersion(),
    loadSampleData: appArguments.loadSampleData,
    secrets: profile.secrets,
    sources: profile.persistedSources,
    prompts,
    startsWith: async () => {
      await networkKnown;
      return { network: network.route(), locale: desktop.locale() };
    },
    storesMayBegin: firstPicture.seen,
    onState: (state) => {
      windows.notify({ stowage: 'engine-state', state });
      if (state === 'running') desktop.engineStarted();
    },
    checkOutputs,
    onBug,
    log,
  });
  const desktop: Desktop = createDesktop({ windows, engine, settings, stringsDir: paths.stringsDir, log });
  const media = createMedia({ newTicket: () => randomName(16), read: readFromEngine(engine) });
  const end: AppEnd<BrowserWindow> = createAppEnd<BrowserWindow>({
    app,
    powerMonitor,
    process,
    request: confirmQuit,
    focusedWindow: () => BrowserWindow.getFocusedWindow(),
    work: desktop.work,
    frontWindow: () => windows.front(),
    cleanUp: () => Promise.all([windows.written(), engine.stop()]),
    relaunch: (opens) => app.relaunch(againWith(opens)),
    log,
  });
  const tour: Tour = createTour({
    picturesDir: appArguments.tourDir ?? null,
    cargoDir: join(stateDir, 'tour'),
    sources,
    picture: () => pictureOf(windows.front()),
    print: (line) => process.stdout.write(`${line}\n`),
    exit: end.exit,
    stepLimitMs: tourStepLimitMs,
  });

  engine.start();
  serveWindows({
    profile,
    windows,
    engine,
    desktop,
    end,
    tour,
    media,
    dragOut,
    openedThings,
    prompts,
    processes,
    paths,
    stateDir,
    firstTour: appArguments.firstTour,
    onDrawn: firstPicture.drawn,
    checkOutputs,
    onBug,
    log,
  });
  windows.restoreWindows();
  tour.begin();
  listenToOpenings(app, starts, openedThings, windows, end);
  end.listen();
  await networkKnown;
}

/** Unguessable; letters and digits. */
function randomName(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
