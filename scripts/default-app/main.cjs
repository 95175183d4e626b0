// The app inside a bare Electron: loads every module named by `-r`, then the app folder named on the command line. Test
// drivers rely on the former: their module delays `ready` until they are attached.
const { app } = require('electron');
const { existsSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

const named = readCommandLine(process.argv.slice(1));
if (named.version) {
  process.stdout.write(`v${process.versions.electron}\n`);
  process.exit(0);
}
for (const name of named.modules) require(require.resolve(name, { paths: [process.cwd()] }));
if (named.app === undefined) {
  process.stderr.write('Name the folder of an app to run: electron [-r MODULE] FOLDER\n');
  process.exit(2);
}
runApp(path.resolve(named.app));

function readCommandLine(args) {
  const modules = [];
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index];
    if (word === '-r' || word === '--require') modules.push(args[(index += 1)]);
    else if (word.startsWith('--require=')) modules.push(word.slice('--require='.length));
    else if (word === '-v' || word === '--version') return { modules, version: true, app: undefined };
    else if (!word.startsWith('-')) return { modules, version: false, app: word };
  }
  return { modules, version: false, app: undefined };
}

function runApp(folder) {
  Object.defineProperty(process, 'defaultApp', { value: true, enumerable: true });
  const manifestPath = path.join(folder, 'package.json');
  if (existsSync(manifestPath)) {
    const manifest = require(manifestPath);
    const name = manifest.productName ?? manifest.name;
    if (name !== undefined) app.setName(name);
    if (manifest.version !== undefined) app.setVersion(manifest.version);
  }
  const entry = require.resolve(folder);
  app.setAppPath(existsSync(manifestPath) ? folder : path.dirname(entry));
  // Loaded as the main module, so that `require.main` has the same meaning as in an installed app.
  Module._load(entry, null, true);
}
