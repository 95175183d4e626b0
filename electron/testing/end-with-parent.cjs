// Required by a program before its own code: it ends when the process that started it is gone, however that ended, as
// what it reads from then ends. Nothing is ever written to it. A folder that was made for it goes with it.
const { rmSync } = require('node:fs');

const { STOWAGE_OWN_FOLDER: folder } = process.env;
if (folder !== undefined) process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
process.stdin.on('close', () => process.exit()).resume();
process.stdin.unref();
