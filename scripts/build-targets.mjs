// What is built from what: the Node-side bundles and the window, each with its Vite configuration.
//
// Plain Vite instead of electron-vite: that tool knows one main, one preload and one renderer and derives their
// targets from the installed Electron, while this app has five Node-side programs of its own and must run on an
// older Electron than the one it ships with. A table of targets is shorter than working around it.
import react from '@vitejs/plugin-react';
import { join } from 'node:path';
import { outDir, projectDir } from './project.mjs';
import { fetchesAhead, onlySpokenLanguages } from './window-plugins.mjs';

/** Node 16 is what Electron 22 carries; the window's Chromium there is 108. */
const nodeTarget = 'node16';
const windowTarget = 'chrome108';

/** Resolved at run time. */
const external = ['electron'];

/**
 * Runs before any module of the bundle. Node 16 keeps the Web Crypto API in a module while the Azure SDKs expect it
 * as a global, and CommonJS has no `import.meta.url`, which they read.
 */
const nodePrelude = [
  `globalThis.crypto ??= require('node:crypto').webcrypto;`,
  `const __bundleUrl = require('node:url').pathToFileURL(__filename).href;`,
].join('\n');

/**
 * @typedef {object} BuildTarget
 * @property {string} name
 * @property {string} entry relative to the project
 * @property {string} output the file whose presence tells that the target is built
 * @property {readonly string[]} sources folders and files whose contents decide whether it is stale
 * @property {(stagingDir: string) => import('vite').InlineConfig} config
 * @property {'executable' | 'file' | 'folder'} kind
 * @property {'always' | 'on-request'} built on request: only when named, since the app has no need of it
 */

/** @type {readonly BuildTarget[]} */
export const buildTargets = [
  inParts(nodeTargetOf('main', 'electron/main/index.ts', 'main/index.js')),
  inParts(nodeTargetOf('engine-host', 'electron/engine-host/index.ts', 'main/engine-host.js')),
  nodeTargetOf('transfer-worker', 'electron/engine/transfers/worker/index.ts', 'main/transfer-worker.js'),
  nodeTargetOf('import-worker', 'electron/engine/tables/import/worker/index.ts', 'main/import-worker.js'),
  nodeTargetOf('cli', 'electron/cli/index.ts', 'cli/stowage.js', 'executable'),
  without(['sequelize', 'applicationinsights'], 'electron/engine/emulator/program/absent', {
    ...nodeTargetOf('emulator', 'electron/engine/emulator/program/index.ts', 'main/emulator.js'),
    // It has nothing else of ours.
    sources: ['electron/engine/emulator/program'],
  }),
  {
    name: 'preload',
    entry: 'electron/preload/index.ts',
    output: join(outDir, 'preload/index.js'),
    sources: ['electron', 'shared'],
    kind: 'file',
    built: 'always',
    // The sandbox lets a preload script require next to nothing, so it gets no prelude.
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
  const banner = kind === 'executable' ? `#!/usr/bin/env node\n${nodePrelude}` : nodePrelude;
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
 * The same program with what it loads on demand in files of its own, which its start does not have to read.
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
 * The same program without packages that it would load and never use, which are the larger part of it.
 * @param {readonly string[]} packages
 * @param {string} folder relative to the project: what stands for each, a module of its name
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
 * @param {string} banner
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
          // Less to read at every start and to keep in memory, where a letter beyond Latin makes every letter two bytes.
          // Names stay, for the lines of a failure.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
        },
      },
    },
  };
}

/**
 * Chunks that several views share and that would otherwise end up where all of them start from. A chunk takes along
 * what it needs, unless another with a higher priority has it.
 */
const windowChunks = [
  {
    name: 'base',
    priority: 2,
    test: /node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|clsx)[\\/]|renderer[\\/](?:ui|bridge|keys|live)[\\/]|charts[\\/](?:axis|sparkline)|shared[\\/](?:strings[\\/]counted|units)\.ts/u,
  },
  // The first script needs them before anything else that has words may be loaded.
  { name: 'strings', priority: 3, test: /shared[\\/](?:strings[\\/](?:t|languages)|formats[\\/]formats)\.ts/u },
  { name: 'charts', priority: 1, test: /node_modules[\\/]recharts[\\/]|renderer[\\/]charts[\\/]/u },
];

/**
 * Nothing in the page is inline: its content security policy allows neither inline scripts nor data: fonts.
 * @param {string} stagingDir
 * @returns {import('vite').InlineConfig}
 */
function windowConfig(stagingDir) {
  return {
    ...commonConfig,
    root: join(projectDir, 'renderer'),
    base: './',
    plugins: [react(), onlySpokenLanguages, fetchesAhead('start')],
    build: {
      ...commonBuild,
      target: windowTarget,
      cssTarget: windowTarget,
      outDir: stagingDir,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // One sheet: rules that stand in the order of the sources, whichever view is opened first.
      cssCodeSplit: false,
      chunkSizeWarningLimit: 4096,
      rolldownOptions: {
        output: {
          codeSplitting: { groups: windowChunks },
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
