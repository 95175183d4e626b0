// Required by a program before its own code: it ends when the process that started it is gone, however that ended, as
// what it reads from then ends. Nothing is ever written to it.
process.stdin.on('close', () => process.exit()).resume();
process.stdin.unref();
