// Composes main: the files it keeps, the engine it owns, the windows over it, and the order in which all of it ends.
import './plain-parsing';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { BrowserWindow, Menu, type WebContents, app, nativeTheme, protocol, safeStorage, session } from 'electron';
import { describeBug } from '@shared/ipc/describe-bug';
import { ChannelClient, type ServeOptions } from '@shared/ipc/endpoint';
import { callsOfMain } from '@shared/ipc/main-contract';
import { eventPortChannel } from '@shared/ipc/port-channel';
import { appScheme, mediaScheme } from './app-address';
import { createAppEngine } from './app-engine';
import { appFileHandler } from './app-protocol';
import type { AppArguments } from './arguments';
import type { BuildPaths } from './build-paths';
import { createAppliedSettings } from './applied-settings';
import { askBeforeQuit } from './ask-before-quit';
import { mainCalls } from './calls';
import { connectWindow } from './connect-window';
import { secretCipher, serveScheme, serveStreams } from './compat';
import { downloadPlace } from './download-place';
import { createDragOut } from './drag-out';
import { listenToEndEvents } from './end-events';
import { createEnding } from './ending';
import { jobFile } from './job-file';
import { hostService } from './host-service';
import { awaitFirstPicture } from './first-picture';
import { listenToWindow } from './ipc';
import { openKeptSources } from './kept-sources';
import { createMedia, readMedium } from './media-protocol';
import type { AskedThings } from './asked-things';
import { createOpenedThings } from './opened-things';
import { listenToOpenings } from './opening-events';
import { guardSession } from './navigation-guard';
import { openNetworkKeeper } from './network/network-keeper';
import { systemProxy } from './network/system-proxy';
import { pictureOf } from './picture';
import { watchProcesses } from './process-watch';
import { createQuitGuard, quitQuestionOf } from './quit-question';
import { createRestartPolicy } from './restart-policy';
import { openSecretStore } from './secrets';
import { openSettingsFile } from './settings-file';
import { createSourceRegistry } from './sources';
import { createStoreChildren } from './store-children';
import { createTour } from './tour';
import { openWindow, reviveAfterCrash } from './window';
import { openWindowListFile, readWindowList } from './window-list';
import { createWindows } from './windows';
import { createWorkTray } from './tray';
import { createWorkSigns } from './work-signs';
import { createWorkWatch } from './work-watch';

export interface RunOptions {
  readonly arguments: AppArguments;
  readonly paths: BuildPaths;
  readonly stateDir: string;
  readonly asked: AskedThings;
}

const stopLimitMs = 5_000;
const tourStepLimitMs = 180_000;

/** Runs the app from `ready` to its end. */
export async function runApp(options: RunOptions): Promise<void> {
  const { stateDir, paths } = options;
  // First of all: what comes with a session, such as dictionaries, is fetched as soon as somebody uses it.
  guardSession(session.defaultSession);
  const now = (): Date => new Date();
  const checkOutputs = app.isPackaged ? 'no' : 'yes';
  const onBug: NonNullable<ServeOptions['onBug']> = (error, name) => log(describeBug(error, name));

  // Before anything is kept: what was there tells an old profile.
  const isNew = !['settings.json', 'connections.json', 'window.json'].some((name) => existsSync(join(stateDir, name)));
  const firstTour = isNew && options.arguments.firstTour === 'if-new' ? 'first' : 'none';
  const settings = openSettingsFile(join(stateDir, 'settings.json'), now, log);
  const secrets = openSecretStore(join(stateDir, 'secrets.json'), secretCipher(safeStorage, process.platform), now);
  const network = openNetworkKeeper({
    ...{ path: join(stateDir, 'network.json'), secrets, now, log },
    system: () => systemProxy(session.defaultSession, process.env),
  });
  // Found out while the processes of window and engine come up; only the engine has to wait for it.
  const networkKnown = network.open();
  networkKnown.catch(() => undefined); // Waited for below, when the window is open.
  const sources = createSourceRegistry(() => randomBytes(16).toString('hex'));
  const keptSources = openKeptSources(join(stateDir, 'kept-files.json'), sources, { now, log });
  const openedThings = createOpenedThings();
  options.asked.listen((things) => openedThings.offer(things));
  const firstPicture = awaitFirstPicture();
  const emulators = createStoreChildren({
    program: paths.emulatorProgram,
    stopLimitMs,
    mayBegin: firstPicture.seen,
  });

  const processes = watchProcesses({
    metrics: () => app.getAppMetrics(),
    cores: cpus().length,
    now: () => Date.now(),
  });

  const listPath = join(stateDir, 'windows.json');
  const [firstSettings, keptWindows] = await Promise.all([
    settings.read(),
    readWindowList({ list: listPath, before: join(stateDir, 'window.json') }, now()),
  ]);
  const windowList = openWindowListFile(listPath, log);
  const services = new WeakMap<WebContents, ServeOptions>();
  const pagePolicy = createRestartPolicy();
  /** From the moment on at which every window is asked to close. */
  let isEnding = false;
  const windows = createWindows({
    kept: keptWindows,
    file: windowList,
    open: (place) => openWindow({ preloadPath: paths.preload, ...place }),
    onOpened: (opened) => {
      services.set(opened.webContents, serviceFor(opened));
      reviveAfterCrash(opened, pagePolicy, (reason) => {
        tour.broken(`the page stopped (${reason}).`);
        log(`The page stopped (${reason}).`);
      });
    },
    // Closing the last window ends the app, except on macOS.
    beforeClose: (which, window) =>
      which === 'last' && process.platform !== 'darwin' ? quitting.beforeQuit(window) : 'go',
    isEnding: () => isEnding,
    onAllClosed: () => tour.broken('the window was closed.'),
  });
  const frontWindow = (): BrowserWindow => {
    const front = windows.front();
    if (front === null) throw new Error('there is no window');
    return front;
  };

  const engine = createAppEngine(paths.engineHost, {
    config: async () => {
      await networkKnown;
      return {
        stateDir,
        emulatorDataDir: join(stateDir, 'embedded-store'),
        transferWorkerPath: paths.transferWorker,
        importWorkerPath: paths.importWorker,
        loadSampleData: options.arguments.loadSampleData,
        network: network.route(),
        speech: settled.speech(),
        checkOutputs,
      };
    },
    host: hostService({ secrets, sources: keptSources, emulators }, checkOutputs, onBug),
    onState: (state) => {
      windows.tell({ stowage: 'engine-state', state });
      if (state === 'running') work.engineStarted();
    },
    onGone: () => emulators.orphanAll(),
    log,
    stopLimitMs,
  });

  const engineClient = (): ChannelClient => new ChannelClient(eventPortChannel(engine.openChannel()));
  const signs = createWorkSigns({ windows: windows.all, open: windows.showFront });
  const work = createWorkWatch({
    connect: engineClient,
    onChange: (now) => {
      signs.show(now);
      tray.show(now);
    },
    log,
  });
  const tray = createWorkTray({
    showWindow: windows.showFront,
    pauseTransfers: () => work.pauseTransfers(),
    resumeTransfers: () => work.resumeTransfers(),
    quit: () => app.quit(),
  });
  const quitting = createQuitGuard<BrowserWindow>({
    question: () => quitQuestionOf(work.work()),
    ask: (question, closing) => askBeforeQuit(closing, question),
    quit: () => app.quit(),
  });

  const ending = createEnding({
    cleanUp: async () => {
      await Promise.all([windowList.written(), engine.stop().then(() => emulators.stopAll())]);
    },
    exit: (code) => app.exit(code),
    log,
  });
  const tour = createTour({
    picturesDir: options.arguments.tourDir ?? null,
    cargoDir: join(stateDir, 'tour'),
    sources,
    picture: () => pictureOf(frontWindow().webContents),
    print: (line) => process.stdout.write(`${line}\n`),
    exit: ending.exit,
    stepLimitMs: tourStepLimitMs,
  });

  const dragOut = createDragOut({
    dir: join(stateDir, 'drag-out'),
    sources,
    newName: () => randomBytes(8).toString('hex'),
    startDrag: async ([file, ...others], window: BrowserWindow) => {
      const icon = await app.getFileIcon(file);
      if (!window.isDestroyed()) window.webContents.startDrag({ file, files: [file, ...others], icon });
    },
  });
  const media = createMedia({
    newTicket: () => randomBytes(16).toString('hex'),
    read: ({ connectionId, container, name, etag }, range, signal) =>
      readMedium(engineClient(), { connectionId, container, name, etag, ...range }, signal),
  });

  const settled = createAppliedSettings(firstSettings, {
    platform: process.platform,
    developerTools: app.isPackaged ? 'hidden' : 'shown',
    stringsDir: paths.stringsDir,
    language: process.env.STOWAGE_LANGUAGE,
    system: app.getPreferredSystemLanguages(),
    send: (command) => {
      if (command === 'new-window') windows.openAnother();
      else windows.tell({ stowage: 'command', command }, 'front');
    },
    showTheme: (theme) => {
      nativeTheme.themeSource = theme;
    },
    showMenu: (template) => Menu.setApplicationMenu(Menu.buildFromTemplate(template)),
    turnTray: tray.turn,
    speakOnPages: windows.speak,
    speakInEngine: (speech) => {
      engine.speak(speech);
      tray.refresh();
    },
    log,
  });

  const serviceFor = (window: BrowserWindow): ServeOptions => ({
    calls: callsOfMain,
    streams: {},
    handlers: {
      calls: mainCalls({
        ...{ settings, network, secrets, sources, keptSources, tour, media, dragOut, processes, openedThings, windows },
        firstTour,
        licencesPath: paths.licences,
        window: () => window,
        applySettings: (changed) => {
          settled.apply(changed);
          windows.tellOthers(window, { stowage: 'settings', settings: changed });
        },
        restartEngine: () => engine.restart(),
        onDrawn: firstPicture.drawn,
        keepOpen: () => {
          quitting.stay();
          isEnding = false;
          windows.stay();
        },
        jobFile: (jobId) => jobFile(engineClient(), jobId),
        downloadPlace: (jobId) => downloadPlace(engineClient(), jobId),
      }),
      streams: {},
    },
    checkOutputs,
    onBug,
  });

  engine.start();
  serveScheme(protocol, appScheme, appFileHandler(paths.rendererDir));
  serveStreams(protocol, mediaScheme, media.handler);
  listenToWindow({
    serviceFor: (contents) => (windows.of(contents) === null ? null : (services.get(contents) ?? null)),
    connectEngine: (contents) => connectWindow(contents, engine),
    registerSource: async (path) => dragOut.marked(await sources.register(path), path),
    log,
  });
  windows.openKept();
  tour.begin();

  listenToOpenings(openedThings, windows);
  listenToEndEvents({
    quitting,
    window: () => BrowserWindow.getFocusedWindow() ?? windows.front(),
    ending,
    isEnding: () => isEnding,
    onEnding: () => {
      isEnding = true;
    },
  });
  await networkKnown;
}

/** For the developer's terminal; never a secret. */
function log(line: string): void {
  process.stderr.write(`stowage: ${line}\n`);
}
