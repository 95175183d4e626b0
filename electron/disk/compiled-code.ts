// Loads the chunks of a program with the code that the build compiled and stored beside them
// (`scripts/compiled-code.cjs`): compiling them anew is a third of the start. docs/adr/0126, 0208.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Module, createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script, constants } from 'node:vm';

/** Of the source that was compiled, before the code: V8 itself compares no more than its length. */
const digestBytes = 32;

interface Loading {
  _compile: (this: NodeJS.Module, source: string, path: string) => unknown;
}

/** For the modules of this folder that are loaded from now on. Whatever does not fit is compiled as usual. */
export function useCompiledCode(folder: string): void {
  const loading = Module.prototype as unknown as Loading;
  const compile = loading._compile;
  loading._compile = function (source, path) {
    const script = dirname(path) === folder ? compiled(source, path) : null;
    if (script === null) return compile.call(this, source, path);
    const run = script.runInThisContext() as (...scope: readonly unknown[]) => unknown;
    return run.call(this.exports, this.exports, createRequire(path), this, path, folder);
  };
}

function compiled(source: string, path: string): Script | null {
  try {
    const stored = readFileSync(`${path}.code`);
    const digest = createHash('sha256').update(source).digest();
    if (!digest.equals(stored.subarray(0, digestBytes))) return null;
    const script = new Script(wrapped(source), {
      filename: path,
      cachedData: stored.subarray(digestBytes),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    // Made by another version of V8.
    return script.cachedDataRejected === true ? null : script;
  } catch {
    return null;
  }
}

function wrapped(source: string): string {
  return Module.wrap(source.replace(/^#!.*/u, ''));
}
