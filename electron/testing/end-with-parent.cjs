// Preloaded into a program: ends it when its parent process is gone, however that ended, because its standard input
// ends then. Nothing is ever written to it. A folder that was created for the program is removed too.
const { rmSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const { STOWAGE_OWN_FOLDER: folder } = process.env;
if (isMainThread && folder !== undefined)
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
// Its threads inherit the option, and end with it.
if (isMainThread) {
  process.stdin.on('close', () => process.exit()).resume();
  process.stdin.unref();
}
