// `npm run bench:start`: measures how long the app takes until it can be used, and how much memory it holds when idle,
// compared with an empty Electron window that is started in alternation. `-- --repetitions=N` sets how often, `--
// --idle-seconds=N` how long, and `-- --app=FOLDER` measures another build. With `-- --used` each starts in the state
// folder of its earlier starts, as for users, instead of an empty one. Linux only, because memory is read from /proc.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { startOnce } from './bench/start/one-start.mjs';
import { reportOf } from './bench/start/report.mjs';
import { onSomeDisplay } from './electron-command.mjs';
import { electronEnvironment, resolveElectron } from './electron-runtime.mjs';
import { hasDisplay, inProject, outDir, projectDir, sandboxObstacle } from './project.mjs';
import { run } from './run-command.mjs';
import { print } from './steps.mjs';

const savedConnections = 8;
/** Until what a first start stores is on the disk. */
const settleMs = 3_000;
/** As long as a real account key; nothing accepts it. */
const someKey = Buffer.alloc(64, 'pier').toString('base64');
/** The row of the navigator that receives the focus with Tab. */
const navigatorRow = '[role=tree] [role=treeitem][tabindex="0"]';

/** Throws where a word is not known, or a number none. */
function options() {
  const { values } = parseArgs({
    options: {
      repetitions: { type: 'string', default: '5' },
      'idle-seconds': { type: 'string', default: '10' },
      app: { type: 'string', default: projectDir },
      used: { type: 'boolean', default: false },
    },
  });
  for (const name of ['repetitions', 'idle-seconds']) {
    if (!/^\d+$/.test(values[name])) throw new Error(`--${name} takes a whole number, not ${values[name]}.`);
  }
  return {
    repetitions: Number(values.repetitions),
    idleMs: Number(values['idle-seconds']) * 1_000,
    appDir: values.app,
    used: values.used,
  };
}

async function measure({ repetitions, idleMs, appDir, used }) {
  const { executablePath } = resolveElectron();
  const { ELECTRON_RUN_AS_NODE: _dropped, ...env } = electronEnvironment();
  const bareDir = inProject('scripts/bench/start/bare');
  const subjects = [
    { name: 'bare window', folder: bareDir, usable: 'button', connections: 0 },
    { name: 'Stowage, nothing saved', folder: appDir, usable: navigatorRow, connections: 0 },
    {
      name: `Stowage, ${savedConnections} connections`,
      folder: appDir,
      usable: navigatorRow,
      connections: savedConnections,
    },
  ];
  const results = subjects.map((subject) => ({
    ...subject,
    /** @type {import('./bench/start/one-start.mjs').Start[]} */
    starts: [],
  }));
  const loadBefore = loadavg()[0] ?? 0;
  const folders = new Map();
  // The first round fills the disk's caches, or a used folder, and is not counted.
  for (let round = 0; round <= repetitions; round += 1) {
    for (const result of results) {
      const stateDir = folders.get(result) ?? (await newStateFolder(result));
      if (used) folders.set(result, stateDir);
      const how = { stateDir, executable: executablePath, env };
      const start = await startIn(result, { ...how, idleMs: round === 0 ? (used ? settleMs : 0) : idleMs });
      if (round > 0) result.starts.push(start);
      if (!used) await remove(stateDir);
    }
  }
  for (const stateDir of folders.values()) await remove(stateDir);
  const report = reportOf(results, { repetitions, idleMs, loadBefore, loadAfter: loadavg()[0] ?? 0 });
  const dir = join(outDir, 'bench/results');
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'start.json'), `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(join(dir, 'start.md'), report);
  print(report);
}

async function newStateFolder({ connections }) {
  const stateDir = await mkdtemp(join(tmpdir(), 'stowage-bench-start-'));
  for (let index = 0; index < connections; index += 1) {
    const text = `DefaultEndpointsProtocol=https;AccountName=pier${index};AccountKey=${someKey};EndpointSuffix=harbour.invalid`;
    execFileSync(process.execPath, [
      join(outDir, 'cli/stowage.js'),
      ...['connections', 'add', `Pier ${index}`],
      ...['--connection-string', text, '--state-dir', stateDir],
    ]);
  }
  return stateDir;
}

async function startIn({ folder, usable }, { stateDir, executable, env, idleMs }) {
  const sandbox = sandboxObstacle() === null ? [] : ['--no-sandbox'];
  return await startOnce({ executable, args: [...sandbox, folder, `--state-dir=${stateDir}`], env, usable, idleMs });
}

const remove = (folder) => rm(folder, { recursive: true, force: true, maxRetries: 5 });

try {
  const given = options();
  await build();
  if (hasDisplay) await measure(given);
  else {
    const { command, args } = onSomeDisplay(process.execPath, process.argv.slice(1));
    process.exitCode = (await run(command, args, { cwd: projectDir, show: 'all' })).code ?? 1;
  }
} catch (error) {
  for (const failure of error.errors ?? [error]) print(String(failure.message));
  process.exitCode = 1;
}
