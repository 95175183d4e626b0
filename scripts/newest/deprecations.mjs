// Finds uses of deprecated APIs, according to the types of the newest Electron and its Node, in all code that runs
// there. No file is exempt. Prints each use, and exits with 1 if there are any.
import { relative } from 'node:path';
import ts from 'typescript';
import { inProject, projectDir } from '../project.mjs';
import { print } from '../steps.mjs';

const ours = /\/electron\/(main|preload|engine-host)\//;

/**
 * @param {string} configPath
 * @param {(path: string) => boolean} isOurs which of its files are checked
 * @returns {readonly string[]} one line per use: file, line and the deprecated name
 */
export function deprecatedUses(configPath, isOurs) {
  const parsed = ts.getParsedCommandLineOfConfigFile(configPath, undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  });
  if (parsed === undefined) throw new Error(`${configPath} cannot be read.`);
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => parsed.options,
    getScriptFileNames: () => parsed.fileNames,
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const text = ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => projectDir,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  return parsed.fileNames.filter(isOurs).flatMap((path) =>
    service
      .getSuggestionDiagnostics(path)
      .filter(({ reportsDeprecated }) => reportsDeprecated !== undefined)
      .map(({ file, start, messageText }) => {
        const { line } = file.getLineAndCharacterOfPosition(start);
        const what = ts.flattenDiagnosticMessageText(messageText, ' ');
        return `${relative(projectDir, path)}:${line + 1} ${what}`;
      }),
  );
}

if (process.argv[1] === import.meta.filename) {
  const found = deprecatedUses(inProject('electron/tsconfig.newest.json'), (path) => ours.test(path));
  for (const use of found) print(use);
  process.exitCode = found.length === 0 ? 0 : 1;
}
