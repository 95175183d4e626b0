// Starts the measuring process as the app starts its engine, in a utility process, and forwards its messages.
import { app, utilityProcess } from 'electron';

void app.whenReady().then(() => {
  const [programPath = '', ...args] = process.argv.slice(process.argv.findIndex((arg) => arg.endsWith('bench.js')));
  const child = utilityProcess.fork(programPath, args, { stdio: 'inherit' });
  child.on('message', (message) => process.send?.(message));
  child.on('exit', (code) => app.exit(code));
  process.on('message', (message) => child.postMessage(message));
  process.on('disconnect', () => app.exit(1));
});
