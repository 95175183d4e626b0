// Entry of the app's main process: decides where its state lives and that it runs once, then hands over to app.ts.
import { join } from 'node:path';
import { app, protocol } from 'electron';
import { appScheme, mediaScheme } from './app-address';
import { runApp } from './app';
import { parseArguments } from './arguments';
import { buildPaths } from './build-paths';

// Electron's own answer to these is a dialog, which nobody sees on a machine without a display.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    process.stderr.write(`stowage: ${event}: ${error instanceof Error ? error.stack : String(error)}\n`);
  });
}

const appArguments = parseArguments(process.argv, process.env, process.cwd());
const stateDir = appArguments.stateDir ?? join(app.getPath('appData'), 'Stowage');

app.setName('Stowage');
// Windows shows notifications only of apps that say who they are.
if (process.platform === 'win32') app.setAppUserModelId(process.execPath);
app.setPath('userData', stateDir);
// Chromium's own files stay apart from ours.
app.setPath('sessionData', join(stateDir, 'window-data'));
app.setPath('crashDumps', join(stateDir, 'window-data', 'crashes'));

// The window contacts nothing, so its network stack resolves nothing: this also covers what no request hook sees,
// such as prefetching of names. The engine uses Node's own network.
app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
app.commandLine.appendSwitch('disable-background-networking');
app.commandLine.appendSwitch('disable-component-update');
app.commandLine.appendSwitch('disable-domain-reliability');
app.commandLine.appendSwitch('no-pings');

protocol.registerSchemesAsPrivileged([
  { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  { scheme: mediaScheme, privileges: { standard: true, secure: true, stream: true } },
]);

if (app.requestSingleInstanceLock()) {
  app
    .whenReady()
    .then(() => runApp({ arguments: appArguments, paths: buildPaths(__dirname), stateDir }))
    .catch((error: unknown) => {
      process.stderr.write(
        `stowage: the app could not start: ${error instanceof Error ? error.stack : String(error)}\n`,
      );
      app.exit(1);
    });
} else {
  app.exit(0);
}
