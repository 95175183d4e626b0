// The build targets: the Node-side bundles and the window, each with its Vite configuration. Plain Vite instead of
// electron-vite: that tool knows one main, one preload and one renderer, and derives their targets from the installed
// Electron. This app has five Node-side programs and also runs on older Electrons than the installed one. A table of
// targets is shorter than a workaround.
import { join } from 'node:path';
import { outDir, projectDir } from './project.mjs';
import {
  compiledReact,
  constructedStyles,
  fetchesAhead,
  iconsOneByOne,
  onlySpokenLanguages,
} from './window-plugins.mjs';

/** The oldest Electron that the app supports, 33, contains Node 20.18 and Chromium 130. */
const nodeTarget = 'node20';
const windowTarget = 'chrome130';

/** Resolved at run time. */
const external = ['electron'];

/** Runs before any module of the bundle: the Azure SDKs read `import.meta.url`, which CommonJS does not have. */
const nodePrelude = `const __bundleUrl = require('node:url').pathToFileURL(__filename).href;`;

/**
 * @typedef {object} BuildTarget
 * @property {string} name
 * @property {string} entry relative to the project
 * @property {string} output a file that exists when the target is built
 * @property {readonly string[]} sources folders and files whose contents decide whether it is stale
 * @property {(stagingDir: string) => import('vite').InlineConfig} config
 * @property {'executable' | 'file' | 'folder'} kind
 * @property {'always' | 'on-request'} built `on-request`: only when named, because the app does not need it
 */

/** @type {readonly BuildTarget[]} */
export const buildTargets = [
  inParts(nodeTargetOf('main', 'electron/main/index.ts', 'main/index.js')),
  inParts(nodeTargetOf('engine-host', 'electron/engine-host/index.ts', 'main/engine-host.js')),
  inParts(nodeTargetOf('transfer-worker', 'electron/engine/transfers/worker/index.ts', 'main/transfer-worker.js')),
  nodeTargetOf('import-worker', 'electron/engine/tables/import/worker/index.ts', 'main/import-worker.js'),
  nodeTargetOf('preview-worker', 'electron/engine/blobs/preview/worker.ts', 'main/preview-worker.js'),
  inParts(nodeTargetOf('cli', 'electron/cli/index.ts', 'cli/stowage.js', 'executable')),
  without(['sequelize', 'applicationinsights'], 'electron/engine/emulator/program/absent', {
    ...nodeTargetOf('emulator', 'electron/engine/emulator/program/index.ts', 'main/emulator.js'),
    // It imports no other source of ours.
    sources: ['electron/engine/emulator/program'],
  }),
  {
    name: 'preload',
    entry: 'electron/preload/index.ts',
    output: join(outDir, 'preload/index.js'),
    sources: ['electron', 'shared'],
    kind: 'file',
    built: 'always',
    // In the sandbox a preload script can require almost nothing, so it gets no prelude.
    config: (stagingDir) => bundleConfig('electron/preload/index.ts', 'index.js', windowTarget, '', stagingDir),
  },
  {
    name: 'renderer',
    entry: 'renderer/index.html',
    output: join(outDir, 'renderer/index.html'),
    sources: ['renderer', 'shared', 'docs'],
    kind: 'folder',
    built: 'always',
    config: windowConfig,
  },
  benchTargetOf('null-server', 'electron/testing/null-server/program.ts'),
  benchTargetOf('shaped-line', 'electron/testing/shaped-line/program.ts'),
  benchTargetOf('bench', 'scripts/bench/index.ts'),
  benchTargetOf('sdk-script', 'scripts/bench/cold/sdk-script.ts'),
  benchTargetOf('utility-host', 'scripts/bench/utility-host.ts'),
  benchTargetOf('soak', 'scripts/soak/index.ts'),
  benchTargetOf('soak-engine', 'scripts/soak/engine-process.ts'),
  benchTargetOf('soak-probe', 'scripts/soak/thread-probe.ts'),
];

/**
 * @param {string} name
 * @param {string} entry
 * @param {string} output
 * @param {BuildTarget['kind']} [kind]
 * @returns {BuildTarget}
 */
function nodeTargetOf(name, entry, output, kind = 'file') {
  const fileName = output.slice(output.lastIndexOf('/') + 1);
  const forEntry = `#!/usr/bin/env node\n${nodePrelude}`;
  // The parts that a program loads are no programs.
  const banner = kind === 'executable' ? ({ isEntry }) => (isEntry ? forEntry : nodePrelude) : nodePrelude;
  return {
    name,
    entry,
    output: join(outDir, output),
    sources: ['electron', 'shared'],
    kind,
    built: 'always',
    config: (stagingDir) => bundleConfig(entry, fileName, nodeTarget, banner, stagingDir),
  };
}

/**
 * The same target, with modules that it imports dynamically in separate files, so that they are not read at start.
 * @param {BuildTarget} target
 * @returns {BuildTarget}
 */
function inParts(target) {
  return {
    ...target,
    config: (stagingDir) => {
      const config = target.config(stagingDir);
      const output = { ...config.build?.rolldownOptions?.output, codeSplitting: true };
      const chunkFileNames = `${target.name}.[name].js`;
      const rolldownOptions = { ...config.build?.rolldownOptions, output: { ...output, chunkFileNames } };
      return { ...config, build: { ...config.build, rolldownOptions } };
    },
  };
}

/**
 * The same target without packages that it would load but never use, and which make up most of its size.
 * @param {readonly string[]} packages
 * @param {string} folder relative to the project; contains a replacement module for each, named like the package
 * @param {BuildTarget} target
 * @returns {BuildTarget}
 */
function without(packages, folder, target) {
  const alias = Object.fromEntries(packages.map((name) => [name, join(projectDir, folder, `${name}.ts`)]));
  return {
    ...target,
    config: (stagingDir) => {
      const config = target.config(stagingDir);
      return { ...config, resolve: { alias: { ...config.resolve?.alias, ...alias } } };
    },
  };
}

/**
 * @param {string} name
 * @param {string} entry
 * @returns {BuildTarget}
 */
function benchTargetOf(name, entry) {
  const target = nodeTargetOf(name, entry, `bench/${name}.js`);
  return {
    ...target,
    sources: [...target.sources, 'electron/testing', 'scripts/bench', 'scripts/soak'],
    built: 'on-request',
  };
}

/**
 * One self-contained CommonJS file.
 * @param {string} entry
 * @param {string} fileName
 * @param {string} target
 * @param {string | ((chunk: { isEntry: boolean }) => string)} banner
 * @param {string} stagingDir
 * @returns {import('vite').InlineConfig}
 */
function bundleConfig(entry, fileName, target, banner, stagingDir) {
  return {
    ...commonConfig,
    root: projectDir,
    define: banner === '' ? {} : { 'import.meta.url': '__bundleUrl' },
    ssr: { noExternal: true, external, target: 'node' },
    build: {
      ...commonBuild,
      ssr: join(projectDir, entry),
      target,
      outDir: stagingDir,
      minify: false,
      rolldownOptions: {
        external,
        output: {
          format: 'cjs',
          entryFileNames: fileName,
          codeSplitting: false,
          banner,
          // Less to read at each start and to keep in memory. Only ASCII, because a single character beyond Latin-1 makes
          // V8 keep the whole source with two bytes per character. Names stay, for stack traces.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
        },
      },
    },
  };
}

/**
 * Chunks for modules that several views share and that would otherwise be part of the entry chunk. A chunk includes the
 * dependencies of its modules, unless they belong to a chunk with a higher priority.
 */
const windowChunks = [
  {
    name: 'base',
    priority: 2,
    test: /node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|clsx)[\\/]|renderer[\\/](?:ui|bridge|keys|live)[\\/]|charts[\\/]axis|shared[\\/](?:strings[\\/]counted|units)\.ts/u,
  },
  // The entry script needs them before anything else with texts is loaded.
  { name: 'strings', priority: 3, test: /shared[\\/]strings[\\/](?:t|languages|formats)\.ts/u },
  { name: 'charts', priority: 1, test: /node_modules[\\/]recharts[\\/]|renderer[\\/]charts[\\/]/u },
];

/**
 * One chunk for everything else that the window needs before it can show anything. Views share parts of it, so there
 * would otherwise be a chunk for each combination of views, each of which is a request that main answers. What the entry
 * script imports is apart: texts of the rest are translated when it is loaded, so the language has to be known by then.
 */
function firstChunks() {
  return [
    { ...chunkOf('language', 'renderer/app/main.ts'), priority: 1 },
    { ...chunkOf('start', 'renderer/app/start.tsx'), priority: 0 },
  ];
}

function chunkOf(name, path) {
  /** @type {Set<string> | null} */
  let modules = null;
  return {
    debugName: name,
    // Other packages are imported through an index, so that what is imported would include what is never used.
    test: /^(?!.*[\\/]node_modules[\\/](?!lucide-react[\\/]))/u,
    /** @param {string} id @param {import('rolldown').ChunkingContext} graph */
    name: (id, graph) => {
      modules ??= importedBy(join(projectDir, path), (each) => graph.getModuleInfo(each)?.importedIds ?? []);
      return modules.has(id) ? name : null;
    },
  };
}

/** A module and all that it imports statically, directly or not. */
function importedBy(id, importsOf) {
  const found = new Set([id]);
  for (const each of found) for (const imported of importsOf(each)) found.add(imported);
  return found;
}

/**
 * Nothing in the page is inline, because its content security policy forbids inline scripts and data: fonts.
 * @param {string} stagingDir
 * @returns {import('vite').InlineConfig}
 */
function windowConfig(stagingDir) {
  return {
    ...commonConfig,
    root: join(projectDir, 'renderer'),
    base: './',
    plugins: [iconsOneByOne(), compiledReact(), onlySpokenLanguages, constructedStyles, fetchesAhead('start')],
    build: {
      ...commonBuild,
      target: windowTarget,
      cssTarget: windowTarget,
      outDir: stagingDir,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // A single style sheet, so that the order of the rules does not depend on which view is opened first.
      cssCodeSplit: false,
      chunkSizeWarningLimit: 4096,
      rolldownOptions: {
        output: {
          codeSplitting: { groups: [...windowChunks, ...firstChunks()] },
          minify: { codegen: { removeWhitespace: true, asciiOnly: true } },
        },
      },
    },
  };
}

/** @type {import('vite').InlineConfig} */
const commonConfig = {
  configFile: false,
  envDir: false,
  publicDir: false,
  mode: 'production',
  logLevel: 'warn',
  clearScreen: false,
  resolve: { alias: { '@shared': join(projectDir, 'shared'), '@renderer': join(projectDir, 'renderer') } },
};

/** @type {import('vite').BuildOptions} */
const commonBuild = { emptyOutDir: true, sourcemap: true, reportCompressedSize: false };
