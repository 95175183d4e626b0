// Stores the compiled code of the chunks of a program beside them, for the runtime that runs this: what a start executes,
// as V8 compiled it. `electron/disk/compiled-code.ts` loads it.
// Usage: RUNTIME scripts/compiled-code.cjs cli|app FOLDER STATE-DIR. The caller removes the state folder: what runs here
// may still write to it as it ends. The runtime of the app is Electron's main process: V8 rejects
// code that was compiled under other flags, and those of Electron as Node are others. A CommonJS module, because
// Electron's default app requires it.
const { createHash } = require('node:crypto');
const { EventEmitter } = require('node:events');
const { readdirSync, rmSync, writeFileSync } = require('node:fs');
const { Module, createRequire } = require('node:module');
const { dirname, join, resolve } = require('node:path');
const { Script, constants } = require('node:vm');

const [program = '', target = '', stateDir = ''] = process.argv.slice(-3);
const folder = resolve(target);
/** They are loaded before anything could look for their code. */
const entries = ['stowage.js', 'index.js', 'engine-host.js'];
for (const name of readdirSync(folder)) if (name.endsWith('.code')) rmSync(join(folder, name));

const scripts = [];
/** @type {any} */
const loading = Module.prototype;
const compile = loading._compile;
loading._compile = function (source, path) {
  if (dirname(path) !== folder || entries.some((entry) => path === join(folder, entry))) {
    return compile.call(this, source, path);
  }
  // As `compiled-code.ts` compiles it.
  const script = new Script(Module.wrap(source.replace(/^#!.*/u, '')), {
    filename: path,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  scripts.push({ script, source, path });
  return script.runInThisContext().call(this.exports, this.exports, createRequire(path), this, path, folder);
};

function store() {
  for (const { script, source, path } of scripts) {
    const digest = createHash('sha256').update(source).digest();
    writeFileSync(`${path}.code`, Buffer.concat([digest, script.createCachedData()]));
  }
}

const load = createRequire(join(folder, 'any.js'));
if (program === 'cli') runShortCommand();
else startApp();

function runShortCommand() {
  process.on('exit', store);
  process.argv = [
    process.execPath,
    join(folder, 'stowage.js'),
    '--state-dir',
    stateDir,
    '--json',
    'connections',
    'list',
  ];
  process.stdout.write = () => true;
  load('./stowage.js');
}

/** Main's modules, which find no Electron here and therefore do nothing; and an engine that lists its connections. */
function startApp() {
  const original = /** @type {any} */ (Module)._load;
  /** Whatever is read, called or constructed is the same again; nothing is ever ready. */
  const nothing = new Proxy(function nothing() {}, {
    get: (_target, name) => (name === Symbol.toPrimitive ? () => '' : nothing),
    apply: () => nothing,
    construct: () => nothing,
  });
  /** @type {any} */ (Module)._load = (name, ...rest) => (name === 'electron' ? nothing : original(name, ...rest));
  process.argv = [process.execPath, folder, `--state-dir=${stateDir}`];
  load('./main.app.js');
  for (const event of ['uncaughtException', 'unhandledRejection']) process.removeAllListeners(event);

  const port = () => Object.assign(new EventEmitter(), { start() {}, close() {}, postMessage() {} });
  const end = (failure) => {
    if (failure === undefined) store();
    else process.stderr.write(`${failure}\n`);
    process.exit(failure === undefined ? 0 : 1);
  };
  const page = Object.assign(port(), {
    postMessage: ({ t, error }) => end(t === 'failed' ? error.message : undefined),
  });
  const orders = Object.assign(new EventEmitter(), {
    postMessage: ({ report, detail }) => {
      if (report !== 'ready') return end(detail);
      orders.emit('message', { data: { order: 'serve-window' }, ports: [page] });
      page.emit('message', { data: { t: 'subscribe', id: 1, name: 'connections.watch', input: {} } });
    },
  });
  /** @type {any} */ (process).parentPort = orders;
  load('./engine-host.js');
  const none = join(stateDir, 'none');
  const config = {
    ...{ stateDir, version: '0', emulatorDataDir: none, loadSampleData: 'never', checkOutputs: 'no' },
    ...{ transferWorkerPath: none, importWorkerPath: none, previewWorkerPath: none },
    network: { access: 'online', proxy: null, bypass: [], authorities: [] },
    locale: {
      language: { tag: 'en', catalogue: {} },
      formats: { numbers: 'language', byteUnits: 'binary', timeForm: 'iso', locale: 'en' },
    },
  };
  orders.on('newListener', () => {
    setImmediate(() => orders.emit('message', { data: { order: 'start', config }, ports: [port()] }));
  });
}
