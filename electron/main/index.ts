// Entry of the app's main process: determines the state folder and that the app runs only once, then loads app.ts while
// Chromium's own processes start. Everything imported here delays them.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { Menu, app, dialog, protocol } from 'electron';
import { StowageError, onUnforeseen } from '@shared/errors';
import { createBugTeller, detailOf } from '@shared/ipc/describe-bug';
import { defaultStateFolder } from '../disk/default-state-folder';
import { useCompiledCode } from '../disk/compiled-code';
import { openFaultLog } from '../disk/fault-log';
import { openProcessLog } from '../disk/process-log';
import { systemCodeOf } from '../disk/local-error';
import { openStateFolder } from '../disk/state-folder';
import { appScheme, mediaScheme } from './page/app-address';
import { claimLinks, parseArguments, resolverRules } from './startup/arguments';
import { buildPaths } from './build-paths';
import { startsInParts } from './startup/hand-over';
import { createPendingOpens, opensOf } from './startup/pending-opens';
import { listenToSecondStarts } from './startup/second-instance';

const appArguments = parseArguments(process.argv, process.env, process.cwd());
// On Linux Chromium takes relative paths from the environment, too.
const byDefault = process.platform === 'linux' ? defaultStateFolder(process.env, 'linux') : null;
const stateDir = appArguments.stateDir ?? byDefault ?? join(app.getPath('appData'), 'Stowage');

const keep = openFaultLog({ stateDir, writer: 'main', version: app.getVersion(), now: () => new Date() });
const { log, hasRoom } = openProcessLog({ name: 'stowage', keep });
const bugs = createBugTeller(log, hasRoom);
onUnforeseen(bugs.unforeseen);

// Electron's default is a dialog, which no user sees on a machine without a display.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => bugs.ended(StowageError.from(error), event));
}

// Before anything is written to it.
try {
  if (openStateFolder(stateDir) === 'open') log(`other users of this machine can open the state folder ${stateDir}`);
} catch (error) {
  // The reason is explained to the user when that ends the app.
  log(`the state folder ${stateDir} could not be made private: ${systemCodeOf(error) || detailOf(error)}`);
}

app.setName('Stowage');
// Windows shows notifications only for apps with an id.
if (process.platform === 'win32') app.setAppUserModelId(process.execPath);
app.setPath('userData', stateDir);
// Separates Chromium's files from ours.
app.setPath('sessionData', join(stateDir, 'window-data'));
app.setPath('crashDumps', join(stateDir, 'window-data', 'crashes'));

// The window contacts no server, so its network stack need not resolve names. This also covers what no request hook
// sees, such as DNS prefetching. The engine uses Node's network.
app.commandLine.appendSwitch('host-resolver-rules', resolverRules(app.commandLine.getSwitchValue('proxy-pac-url')));
app.commandLine.appendSwitch('disable-background-networking');
app.commandLine.appendSwitch('disable-component-update');
app.commandLine.appendSwitch('disable-domain-reliability');
app.commandLine.appendSwitch('no-pings');
// The page accesses no files directly: it could open dialogs of its own, which do not say what a file is for.
app.commandLine.appendSwitch('disable-blink-features', 'FileSystemAccess,FileSystemAccessLocal');

// Our menu comes with the settings; Electron would create a default one until then.
Menu.setApplicationMenu(null);
protocol.registerSchemesAsPrivileged([
  { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  { scheme: mediaScheme, privileges: { standard: true, secure: true, stream: true } },
]);

const launchArgs = process.argv.slice(1);
const opens = opensOf(launchArgs, process.cwd());
const parts = startsInParts({ args: launchArgs, opens, cwd: process.cwd() });
const pendingOpens = createPendingOpens();
// macOS delivers links and files as events, possibly before the app is ready.
app.on('open-url', (event, url) => {
  event.preventDefault();
  pendingOpens.request(opensOf([url], '/'));
});
app.on('open-file', (event, path) => {
  event.preventDefault();
  pendingOpens.request(opensOf([path], '/'));
});

if (parts !== null) {
  // An AppImage is unmounted when the process that it started ends.
  const program = process.env.APPIMAGE ?? process.execPath;
  if (parts.length === 0) process.stderr.write('stowage: the command line is too long.\n');
  for (const part of parts) spawn(program, part, { detached: true, stdio: 'ignore' }).unref();
  app.exit(0);
} else if (app.requestSingleInstanceLock({ opens })) {
  // The app takes seconds to start, and others may be started meanwhile.
  const starts = listenToSecondStarts(app);
  pendingOpens.request(opens);
  claimLinks({
    isPackaged: app.isPackaged,
    platform: process.platform,
    claim: (scheme, args) => app.setAsDefaultProtocolClient(scheme, process.execPath, args),
  });
  useCompiledCode(__dirname);
  app
    .whenReady()
    .then(() => import('./app'))
    .then(({ runApp }) =>
      runApp({
        arguments: appArguments,
        paths: buildPaths(__dirname),
        stateDir,
        requested: pendingOpens,
        starts,
        log,
        onBug: bugs.ended,
      }),
    )
    .catch((error: unknown) => {
      log(`the app could not start: ${detailOf(error)}`);
      app.exit(1);
    });
} else {
  void leaveToOther();
}

/**
 * Another instance has taken over the things to open; or the state folder is unusable, which looks the same to the
 * system.
 */
async function leaveToOther(): Promise<void> {
  const { whyUnusable } = await import('./startup/unusable-folder');
  const why = await whyUnusable(stateDir);
  if (why === null) {
    app.exit(0);
    return;
  }
  process.stderr.write(`stowage: ${why}\n`);
  try {
    await app.whenReady();
    await dialog.showMessageBox({ type: 'error', message: 'Stowage cannot keep anything in its folder', detail: why });
  } finally {
    app.exit(1);
  }
}
