// Composes main: the files it keeps, the engine it owns, the window it opens, and the order in which all of it ends.
import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import { join } from 'node:path';
import {
  type BrowserWindow,
  Menu,
  MessageChannelMain,
  type MessagePortMain,
  type WebContents,
  app,
  nativeTheme,
  powerMonitor,
  protocol,
  safeStorage,
  session,
  utilityProcess,
} from 'electron';
import { calls, streams } from '@shared/ipc/contract';
import { describeBug } from '@shared/ipc/describe-bug';
import { ChannelClient, type ServeOptions } from '@shared/ipc/endpoint';
import { eventPortChannel } from '@shared/ipc/port-channel';
import type { WindowNotice } from '@shared/ipc/window-api';
import type { Settings } from '@shared/model/settings';
import { windowChannels } from '@shared/ipc/window-channels';
import { appScheme, mediaScheme } from './app-address';
import { appFileHandler } from './app-protocol';
import type { AppArguments } from './arguments';
import type { BuildPaths } from './build-paths';
import { askBeforeQuit } from './ask-before-quit';
import { mainCalls } from './calls';
import { secretCipher, serveScheme, serveStreams } from './compat';
import { createEmulatorChildren, emulatorEnvironment } from './emulator-process';
import { downloadPlace } from './download-place';
import { createDragOut } from './drag-out';
import { jobFile } from './job-file';
import { type PortReceiver, createEngineProcess } from './engine-process';
import { hostService } from './host-service';
import { listenToWindow } from './ipc';
import { openKeptSources } from './kept-sources';
import { createMedia, readMedium } from './media-protocol';
import { menuTemplate } from './menu';
import { guardSession } from './navigation-guard';
import { openNetworkKeeper } from './network/network-keeper';
import { proxyOfAnswer, proxyOfEnvironment } from './network/route';
import { pictureOf } from './picture';
import { engineName, storeName, watchProcesses } from './process-watch';
import { createQuitGuard, quitQuestionOf } from './quit-question';
import { createRestartPolicy } from './restart-policy';
import { openSecretStore } from './secrets';
import { openSettingsFile } from './settings-file';
import { createSourceRegistry } from './sources';
import { createTour } from './tour';
import { openWindow, readSavedBounds } from './window';
import { createWorkSigns } from './work-signs';
import { createWorkWatch } from './work-watch';

export interface RunOptions {
  readonly arguments: AppArguments;
  readonly paths: BuildPaths;
  readonly stateDir: string;
}

const stopLimitMs = 5_000;
/** Any account's address: systems name a proxy by it. */
const asksProxyFor = 'https://account.blob.core.windows.net/';
const tourStepLimitMs = 180_000;

/** Runs the app from `ready` to its end. */
export async function runApp(options: RunOptions): Promise<void> {
  const { stateDir, paths } = options;
  const now = (): Date => new Date();
  const checkOutputs = app.isPackaged ? 'no' : 'yes';
  const onBug: NonNullable<ServeOptions['onBug']> = (error, name) => log(describeBug(error, name));

  const settings = openSettingsFile(join(stateDir, 'settings.json'), now, log);
  const secrets = openSecretStore(join(stateDir, 'secrets.json'), secretCipher(safeStorage, process.platform), now);
  const network = openNetworkKeeper({
    ...{ path: join(stateDir, 'network.json'), secrets, now, log },
    system: async () =>
      proxyOfAnswer(await session.defaultSession.resolveProxy(asksProxyFor)) ?? proxyOfEnvironment(process.env),
  });
  const sources = createSourceRegistry(() => randomBytes(16).toString('hex'));
  const keptSources = openKeptSources(join(stateDir, 'kept-files.json'), sources, { now, log });
  const emulators = createEmulatorChildren({
    program: paths.emulatorProgram,
    fork: (program, args) =>
      utilityProcess.fork(program, [...args], {
        serviceName: storeName,
        stdio: 'pipe',
        env: emulatorEnvironment(process.env),
      }),
    stopLimitMs,
    end: endProcess,
  });

  const processes = watchProcesses({
    metrics: () => app.getAppMetrics(),
    cores: cpus().length,
    now: () => Date.now(),
  });

  let window: BrowserWindow | null = null;
  let boundsSaved = (): Promise<void> => Promise.resolve();
  const notify = (notice: WindowNotice): void => window?.webContents.send(windowChannels.notice, notice);

  const engine = createEngineProcess<MessagePortMain>({
    config: () => ({
      stateDir,
      emulatorDataDir: join(stateDir, 'embedded-store'),
      transferWorkerPath: paths.transferWorker,
      importWorkerPath: paths.importWorker,
      loadSampleData: options.arguments.loadSampleData,
      network: network.route(),
      checkOutputs,
    }),
    fork: () => utilityProcess.fork(paths.engineHost, [], { serviceName: engineName, stdio: 'inherit' }),
    newChannel: () => new MessageChannelMain(),
    host: hostService({ secrets, sources: keptSources, emulators }, checkOutputs, onBug),
    onState: (state) => {
      notify({ stowage: 'engine-state', state });
      if (state === 'running') work.engineStarted();
    },
    onGone: () => emulators.orphanAll(),
    log,
    now: () => performance.now(),
    stopLimitMs,
  });

  const engineClient = (): ChannelClient => new ChannelClient(eventPortChannel(engine.openChannel()));
  const signs = createWorkSigns({ window: () => window, open: () => showWindow() });
  const work = createWorkWatch({ connect: engineClient, onChange: (now) => signs.show(now), log });
  const quitting = createQuitGuard({
    question: () => quitQuestionOf(work.work()),
    ask: (question) => askBeforeQuit(window, question),
    quit: () => app.quit(),
  });

  const ending = createEnding(async () => {
    await Promise.all([boundsSaved(), engine.stop().then(() => emulators.stopAll())]);
  });
  const tour = createTour({
    picturesDir: options.arguments.tourDir ?? null,
    cargoDir: join(stateDir, 'tour'),
    sources,
    picture: () => pictureOf(openWindowOr(window).webContents),
    print: (line) => process.stdout.write(`${line}\n`),
    exit: ending.exit,
    stepLimitMs: tourStepLimitMs,
  });

  const dragOut = createDragOut({
    dir: join(stateDir, 'drag-out'),
    sources,
    newName: () => randomBytes(8).toString('hex'),
    startDrag: async ([file, ...others]) => {
      const icon = await app.getFileIcon(file);
      openWindowOr(window).webContents.startDrag({ file, files: [file, ...others], icon });
    },
  });
  const media = createMedia({
    newTicket: () => randomBytes(16).toString('hex'),
    read: ({ connectionId, container, name, etag }, range, signal) =>
      readMedium(engineClient(), { connectionId, container, name, etag, ...range }, signal),
  });

  let menuKeys: Settings['shortcuts'] | null = null;
  const applySettings = ({ theme, shortcuts }: Settings): void => {
    nativeTheme.themeSource = theme === 'high-contrast' ? 'dark' : theme;
    if (JSON.stringify(menuKeys) === JSON.stringify(shortcuts)) return;
    menuKeys = shortcuts;
    const template = menuTemplate({
      platform: process.platform,
      developerTools: app.isPackaged ? 'hidden' : 'shown',
      shortcuts,
      send: (command) => notify({ stowage: 'command', command }),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };

  // The engine starts while the window's process does.
  await network.open();
  engine.start();
  serveScheme(protocol, appScheme, appFileHandler(paths.rendererDir));
  serveStreams(protocol, mediaScheme, media.handler);
  guardSession(session.defaultSession);
  listenToWindow({
    service: {
      calls,
      streams,
      handlers: {
        calls: mainCalls({
          window: () => openWindowOr(window),
          settings,
          applySettings,
          network,
          secrets,
          sources,
          keptSources,
          tour,
          media,
          dragOut,
          processes,
          restartEngine: () => engine.restart(),
          keepOpen: () => quitting.stay(),
          jobFile: (jobId) => jobFile(engineClient(), jobId),
          downloadPlace: (jobId) => downloadPlace(engineClient(), jobId),
        }),
        streams: {},
      },
      checkOutputs,
      onBug,
    },
    trusted: () => window?.webContents ?? null,
    connectEngine: (contents) => {
      engine.connect(portReceiver(contents));
      // Only bad news is late: a window that hears of a start drops the channel that it has just been given.
      if (engine.state() === 'failed') notify({ stowage: 'engine-state', state: 'failed' });
    },
    registerSource: (path) => sources.register(path),
    log,
  });
  const boundsPath = join(stateDir, 'window.json');
  const [firstSettings, saved] = await Promise.all([settings.read(), readSavedBounds(boundsPath)]);
  applySettings(firstSettings);
  const pagePolicy = createRestartPolicy();
  const open = (): void => {
    const { window: opened, ...place } = openWindow({ preloadPath: paths.preload, boundsPath, saved, log });
    window = opened;
    boundsSaved = place.boundsSaved;
    opened.webContents.on('render-process-gone', (_event, details) => {
      tour.broken(`the page stopped (${details.reason}).`);
      const delayMs = details.reason === 'clean-exit' ? null : pagePolicy.delayAfterDeath(performance.now());
      log(`The page stopped (${details.reason}).`);
      if (delayMs !== null) setTimeout(() => window?.webContents.reload(), delayMs);
    });
    // Closing the last window ends the app, except on macOS.
    opened.on('close', (event) => {
      if (process.platform !== 'darwin' && quitting.beforeQuit() === 'wait') event.preventDefault();
    });
    opened.once('closed', () => {
      window = null;
      tour.broken('the window was closed.');
    });
  };
  const showWindow = (): void => {
    if (!window) open();
    else {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    }
  };
  open();
  tour.begin();

  app.on('second-instance', showWindow);
  app.on('activate', () => {
    if (!window) open();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('before-quit', (event) => {
    if (quitting.beforeQuit() === 'wait') event.preventDefault();
  });
  // A machine that is switched off waits for nobody.
  powerMonitor.on('shutdown', () => quitting.agree());
  // Neither does whoever ends the process: nothing is asked, what is staged is lost, transfers go on the next time.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      quitting.agree();
      ending.exit(0);
    });
  }
  // Windows are closed by then; what remains is to end the engine and the embedded store in peace.
  app.on('will-quit', (event) => {
    if (ending.begun()) return;
    event.preventDefault();
    ending.exit(0);
  });
}

/** Ends the app once, after `cleanUp`, with the first code that was asked for. */
function createEnding(cleanUp: () => Promise<void>): {
  readonly exit: (code: number) => void;
  readonly begun: () => boolean;
} {
  let begun = false;
  return {
    begun: () => begun,
    exit: (code) => {
      if (begun) return;
      begun = true;
      cleanUp().then(
        () => app.exit(code),
        (error: unknown) => {
          log(`The app did not end cleanly: ${String(error)}`);
          app.exit(code === 0 ? 1 : code);
        },
      );
    },
  };
}

function portReceiver(contents: WebContents): PortReceiver<MessagePortMain> {
  return {
    id: contents.id,
    isThere: () => !contents.isDestroyed(),
    sendPort: (port) => contents.postMessage(windowChannels.enginePort, null, [port]),
  };
}

function openWindowOr(window: BrowserWindow | null): BrowserWindow {
  if (!window) throw new Error('there is no window');
  return window;
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** For the developer's terminal; never a secret. */
function log(line: string): void {
  process.stderr.write(`stowage: ${line}\n`);
}
