// Requests of a window about the app as a whole: version, settings, network, fault log, damaged files, quitting.
import { type BrowserWindow, app, clipboard, shell } from 'electron';
import { join } from 'node:path';
import type { CallHandlers, CallsOf } from '@shared/ipc/contract';
import type { Settings } from '@shared/model/settings';
import { findSetAside } from '../disk/whole-file';
import { kindOfStoreKey } from '../disk/store-key-file';
import { createFileDialogs } from './files/file-dialogs';
import { pickCertificates } from './files/pick-files';
import { readFaultLog, someFaultLogFile } from './persisted/persisted-fault-log';
import { browserLicences, readLicences } from './licences';
import { readAuthorities } from './network/authorities';
import { applyNetwork } from './network/apply-network';
import type { Prompts } from './prompts/prompts';
import type { ProcessWatch } from './processes/process-watch';
import type { Profile } from './profile';
import { changeStoreKey } from './store-key';

type Subject = 'about' | 'app' | 'clipboard' | 'engine' | 'fault-log' | 'network' | 'settings' | 'store-key';

export interface AppCallParts extends Pick<Profile, 'settings' | 'network' | 'secrets'> {
  readonly prompts: Pick<Prompts, 'request' | 'promptForNetwork'>;
  readonly processes: Pick<ProcessWatch, 'samples'>;
  readonly stateDir: string;
  /** Also writes to the fault log. */
  readonly log: (text: string) => void;
  /** Where the build put the licences of its bundles. */
  readonly licencesPath: string;
  /** Whether a tour starts automatically: because the app was started to play it, or for a first-time user. */
  readonly tour: 'unattended' | 'first' | 'none';
  /** Applies the settings in main and in the other windows. */
  readonly applySettings: (settings: Settings) => void;
  readonly restartEngine: () => Promise<void>;
  /** The user keeps the window open, so the app does not quit. */
  readonly keepOpen: () => void;
}

export function appCalls(
  window: BrowserWindow,
  parts: AppCallParts,
): Pick<CallHandlers<'main'>, Extract<CallsOf<'main'>, `${Subject}.${string}`>> {
  const { settings, network, secrets, processes, licencesPath, stateDir, log } = parts;
  /** Certificates that the user picked here. */
  const picked = new Set<string>();
  return {
    'app.info': async () => ({
      version: app.getVersion(),
      electron: process.versions.electron,
      chromium: process.versions.chrome,
      node: process.versions.node,
      platform: process.platform,
      secretStorage: await secrets.storage(),
      tour: parts.tour,
    }),
    'app.keep-open': () => {
      parts.keepOpen();
      return {};
    },
    'app.processes': ({ sinceMs }) => ({ samples: processes.samples(sinceMs) }),
    'app.set-aside': async () => ({ files: await findSetAside(stateDir) }),
    'app.show-set-aside': async ({ copy }) => {
      const files = await findSetAside(stateDir);
      // No other file can be shown by a window.
      if (files.some((file) => file.copy === copy)) shell.showItemInFolder(join(stateDir, copy));
      return {};
    },
    'about.licences': async () => ({
      packages: await readLicences(licencesPath),
      browser: browserLicences(process.execPath) !== null,
    }),
    'about.show-browser-licences': () => {
      const path = browserLicences(process.execPath);
      if (path !== null) shell.showItemInFolder(path);
      return {};
    },
    'fault-log.read': async () => ({ text: await readFaultLog(stateDir) }),
    'fault-log.show-files': async () => {
      const path = await someFaultLogFile(stateDir);
      if (path !== null) shell.showItemInFolder(path);
      return {};
    },
    'fault-log.add': ({ text }) => {
      log(`window ${window.id}: ${text}`);
      return {};
    },
    'settings.read': () => settings.read(),
    'settings.write': async (change) => {
      const next = await settings.change(present(change));
      parts.applySettings(next);
      return next;
    },
    'store-key.read': () => ({ key: kindOfStoreKey(stateDir) }),
    'store-key.change': async ({ key }) => {
      await changeStoreKey(key, parts);
      return {};
    },
    'network.read': () => network.read(),
    'network.apply': async (input) => {
      await applyNetwork(input, parts, picked);
      await parts.restartEngine();
      return {};
    },
    'network.pick-authorities': async () => {
      const authorities = await readAuthorities(await pickCertificates(createFileDialogs(window)));
      for (const { pem } of authorities) picked.add(pem);
      return authorities;
    },
    'clipboard.write': async ({ text }) => {
      await clipboard.writeText(text);
      return {};
    },
    'engine.restart': async () => {
      await parts.restartEngine();
      return {};
    },
  };
}

/** Only the fields that are present: an explicit undefined changes nothing. */
function present(change: { readonly [K in keyof Settings]?: Settings[K] | undefined }): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
