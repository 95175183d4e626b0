// What windows get from main: their page, media, a channel to the engine, and the calls of main's half of the contract.
import { type BrowserWindow, type WebContents, protocol } from 'electron';
import type { CallHandlers } from '@shared/ipc/contract';
import type { ServeOptions } from '@shared/ipc/endpoint';
import { callsOfMain } from '@shared/ipc/contract/main';
import { appCalls } from './app-calls';
import type { BuildPaths } from './build-paths';
import type { Desktop } from './desktop/desktop';
import type { AppEnd } from './shutdown/app-shutdown';
import type { DragOut } from './files/drag-out';
import { fileCalls } from './files/file-calls';
import { fileManager } from './files/file-manager';
import { createFileDialogs } from './files/file-dialogs';
import { printReport } from './files/print-report';
import { type OpenedThings, openCalls } from './startup/opened-things';
import { appScheme, mediaScheme } from './page/app-address';
import { serveScheme } from './compat';
import { appFileHandler } from './page/app-protocol';
import { listenToWindow } from './page/ipc';
import { watchUserInput } from './page/user-input';
import type { Prompts } from './prompts/prompts';
import { type Media, mediaCalls } from './page/media-protocol';
import type { AppEngine } from './processes/app-engine';
import type { ProcessWatch } from './processes/process-watch';
import type { Profile } from './profile';
import { type Tour, tourCalls } from './tour/tour';
import { connectWindow, windowCalls } from './windows/window-calls';
import type { Windows } from './windows/windows';

/** The running app, reduced to what windows need. */
export interface ServingParts extends Pick<ServeOptions, 'checkOutputs'> {
  readonly paths: Pick<BuildPaths, 'rendererDir' | 'licences'>;
  readonly stateDir: string;
  readonly profile: Profile;
  readonly windows: Windows;
  readonly engine: AppEngine;
  readonly desktop: Pick<Desktop, 'applySettings'>;
  readonly end: Pick<AppEnd<BrowserWindow>, 'stay'>;
  readonly tour: Tour;
  /** Whether the tour starts automatically in a new profile. */
  readonly firstTour: 'if-new' | 'never';
  readonly media: Media;
  readonly dragOut: DragOut<BrowserWindow>;
  readonly openedThings: OpenedThings;
  readonly prompts: Prompts;
  readonly processes: ProcessWatch;
  /** Called when a window shows its first content. */
  readonly onDrawn: () => void;
  readonly onBug: NonNullable<ServeOptions['onBug']>;
  readonly log: (line: string) => void;
}

/** Call it once, before a window opens. */
export function serveWindows(parts: ServingParts): void {
  const { engine, dragOut, profile, log } = parts;
  serveScheme(protocol, appScheme, appFileHandler(parts.paths.rendererDir));
  protocol.handle(mediaScheme, parts.media.handler);
  listenToWindow({
    serviceFor: servicesOfWindows(parts),
    connectEngine: (contents) => connectWindow(contents, engine),
    dropped: {
      register: async (path) => dragOut.marked(await profile.sources.register(path, 'dropped'), path),
      registerUnseen: (path) => profile.sources.registerTarget(path, 'dropped'),
    },
    log,
  });
}

/** The service for the window with this page, always the same; null for unknown contents. */
function servicesOfWindows(parts: ServingParts): (contents: WebContents) => ServeOptions | null {
  const { checkOutputs, onBug } = parts;
  const services = new WeakMap<BrowserWindow, ServeOptions>();
  const serviceFor = (window: BrowserWindow): ServeOptions => ({
    calls: callsOfMain,
    streams: {},
    handlers: { calls: callsFrom(window, parts), streams: {} },
    checkOutputs,
    onBug,
  });
  return (contents) => {
    const window = parts.windows.of(contents);
    if (window === null) return null;
    const service = services.get(window) ?? serviceFor(window);
    services.set(window, service);
    return service;
  };
}

function callsFrom(window: BrowserWindow, parts: ServingParts): CallHandlers<'main'> {
  const { profile, windows, engine, desktop, end, tour, media, dragOut, openedThings } = parts;
  const dialogs = createFileDialogs(window);
  const input = watchUserInput(window.webContents);
  return {
    ...appCalls(window, {
      ...profile,
      prompts: parts.prompts,
      stateDir: parts.stateDir,
      log: parts.log,
      processes: parts.processes,
      licencesPath: parts.paths.licences,
      tour: tour.unattended ? 'unattended' : profile.isNew && parts.firstTour === 'if-new' ? 'first' : 'none',
      applySettings: (changed) => {
        desktop.applySettings(changed);
        windows.notifyOthers(window, { stowage: 'settings', settings: changed });
      },
      restartEngine: () => engine.restart(),
      keepOpen: () => {
        end.stay();
        windows.stay();
      },
    }),
    ...fileCalls(window, { ...profile, request: dialogs, fileManager, print: printReport, dragOut, engine, input }),
    ...windowCalls(window, windows, input, parts.onDrawn),
    ...openCalls(dialogs, openedThings, profile.sources),
    ...mediaCalls(media),
    ...tourCalls(tour),
  };
}
