// Stores the compiled code of the command line's chunks beside them, for the Node that runs this: what a short command
// executes, as V8 compiled it. `electron/cli/compiled-code.ts` loads it.
// Usage: NODE scripts/compiled-code.mjs FOLDER
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Module, createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Script, constants } from 'node:vm';

const folder = resolve(process.argv[2] ?? '');
const program = join(folder, 'stowage.js');
const stateDir = mkdtempSync(join(tmpdir(), 'stowage-compile-'));
for (const name of readdirSync(folder)) if (name.endsWith('.code')) rmSync(join(folder, name));

const scripts = [];
/** @type {any} */
const loading = Module.prototype;
const compile = loading._compile;
loading._compile = function (source, path) {
  // The entry is loaded before anything could look for its code.
  if (dirname(path) !== folder || path === program) return compile.call(this, source, path);
  // As `compiled-code.ts` compiles it.
  const script = new Script(Module.wrap(source.replace(/^#!.*/u, '')), {
    filename: path,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  scripts.push({ script, source, path });
  return script.runInThisContext().call(this.exports, this.exports, createRequire(path), this, path, folder);
};

process.on('exit', () => {
  for (const { script, source, path } of scripts) {
    const digest = createHash('sha256').update(source).digest();
    writeFileSync(`${path}.code`, Buffer.concat([digest, script.createCachedData()]));
  }
  rmSync(stateDir, { recursive: true, force: true });
});

process.argv = [process.execPath, program, '--state-dir', stateDir, '--json', 'connections', 'list'];
process.stdout.write = () => true;
createRequire(import.meta.url)(program);
