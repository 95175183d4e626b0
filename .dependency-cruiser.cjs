// Who may import whom: the rules of docs/architecture.md, checked by dependency-cruiser.
// Each rule is broken on purpose in scripts/import-rules.test.ts, to see that it catches.

const { roomsInOrder } = require('./scripts/rooms-in-order.cjs');

const inApp = '^(shared|renderer|electron/(main|preload|engine|engine-host|cli|disk|network))/';
// Tests, and what only tests share.
const test = '/fixtures/|\\.test\\.tsx?$';
const electronModule = '(^|/)node_modules/electron/|^electron$';
const azurePackage = '(^|/)node_modules/@azure/|^@azure/';

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const roomsStandInOrder = Object.entries(roomsInOrder).flatMap(([folder, rooms]) =>
  rooms.slice(1).map((room, before) => ({
    name: 'rooms-stand-in-order',
    comment: 'What a room needs of one that stands on it belongs below both, or comes in as a parameter.',
    severity: 'error',
    from: { path: `^${folder}/${room}(/|\\.ts$)`, pathNot: test },
    to: { path: `^${folder}/(${rooms.slice(0, before + 1).join('|')})(/|\\.ts$)` },
  })),
);

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'no-cycles',
    comment: 'Two modules that need each other are one module, or miss a third.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-unresolvable',
    comment: 'The import leads nowhere.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'shared-is-neutral',
    comment: 'shared runs in every process: it imports only itself and zod, and the guess of an encoding chardet.',
    severity: 'error',
    from: { path: '^shared/', pathNot: [test, '^shared/preview/guess-encoding\\.ts$'].join('|') },
    to: { pathNot: '^shared/|(^|/)node_modules/zod/' },
  },
  {
    name: 'engine-knows-no-electron',
    comment:
      'The engine is plain Node, and so is its ground: the command line and the tests run it as it is. Its host passes in ports.',
    severity: 'error',
    from: { path: '^electron/(engine|cli|disk|network)/' },
    to: { path: electronModule },
  },
  {
    name: 'engine-knows-no-host',
    comment: 'The engine imports shared, common ground and itself; hosts import the engine.',
    severity: 'error',
    from: { path: '^electron/engine/' },
    to: { path: '^(electron/(main|preload|engine-host|cli)|renderer)/' },
  },
  {
    name: 'common-ground-knows-no-host',
    comment: 'Disk and network serve main, the engine and the command line alike.',
    severity: 'error',
    from: { path: '^electron/(disk|network)/', pathNot: test },
    to: { path: '^(electron|renderer)/', pathNot: '^electron/(disk|network)/' },
  },
  {
    name: 'main-forks-the-engine-by-path',
    comment:
      'main stays small: it imports shared, common ground and itself, and knows the engine host as a file to start.',
    severity: 'error',
    from: { path: '^electron/main/' },
    to: { path: '^(electron/(engine|engine-host|preload|cli)|renderer)/' },
  },
  {
    name: 'cli-is-plain-node',
    comment: 'The command line is a host of the engine beside the app, not a part of it.',
    severity: 'error',
    from: { path: '^electron/cli/' },
    to: { path: '^(electron/(main|preload|engine-host)|renderer)/' },
  },
  {
    name: 'engine-host-hosts-the-engine',
    comment: 'The engine host imports the engine and shared, nothing of main or the window.',
    severity: 'error',
    from: { path: '^electron/engine-host/' },
    to: { path: '^(electron/(main|preload|cli)|renderer)/' },
  },
  {
    name: 'preload-imports-ipc-only',
    comment: 'A preload script is a hole in the sandbox: it knows the contract and nothing else.',
    severity: 'error',
    from: { path: '^electron/preload/', pathNot: test },
    to: { path: '^(electron|shared|renderer)/', pathNot: '^(electron/preload|shared/ipc)/' },
  },
  {
    name: 'window-knows-the-contract-only',
    comment: 'The window imports shared and itself; it has no Node, no Electron and no service.',
    severity: 'error',
    from: { path: '^renderer/', pathNot: test },
    to: { path: `^(electron|e2e|scripts)/|${electronModule}|${azurePackage}` },
  },
  {
    name: 'window-has-no-node',
    comment: 'The window is sandboxed: what needs Node belongs to the engine.',
    severity: 'error',
    from: { path: '^renderer/', pathNot: test },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'ui-imports-no-feature',
    comment: 'Components of the design system know nothing of what they are used for.',
    severity: 'error',
    from: { path: '^renderer/(ui|theme)/' },
    to: { path: '^renderer/(features|app|bridge)/' },
  },
  {
    name: 'features-stand-alone',
    comment: 'No feature imports another: what two need goes to ui, bridge or shared, what joins them to app.',
    severity: 'error',
    from: { path: '^renderer/features/([^/]+)/' },
    to: { path: '^renderer/features/', pathNot: '^renderer/features/$1/' },
  },
  {
    name: 'features-know-no-app',
    comment: 'The shell imports features, not the other way round.',
    severity: 'error',
    from: { path: '^renderer/(features|bridge)/', pathNot: test },
    to: { path: '^renderer/app/' },
  },
  {
    name: 'azure-stays-in-its-rooms',
    comment: 'The service SDKs are used where requests are made; everybody else speaks the model of shared.',
    severity: 'error',
    from: { path: inApp, pathNot: ['^electron/engine/(azure|tables|blobs|transfers|lab|sign-in)/', test] },
    to: { path: azurePackage },
  },
  ...roomsStandInOrder,
  {
    name: 'rooms-know-no-composer',
    comment:
      'What puts rooms together lies beside them, and so does what all may know: how Electrons differ, what is offered.',
    severity: 'error',
    from: { path: `^(${Object.keys(roomsInOrder).join('|')})/[^/]+/`, pathNot: test },
    to: {
      path: '^$1/[^/]+\\.tsx?$',
      pathNot: [
        '^shared/',
        '^electron/(main/compat|engine/transfers/api)\\.ts$',
        '^electron/engine/azure/(?!(account-(deps|registry)|create-account|request)\\.ts$)',
        '^electron/engine/tables/(?!(index|create-table-files)\\.ts$)',
        '^renderer/app/(?!(main|start|shell|asks|watch-window|workspace|tab-content)\\.tsx?$)',
        '^renderer/features/tables/(?!index\\.ts$)',
        '^renderer/features/blobs/(?!(index|container-tab|shown-view|use-(container-listing|container-stores|folder-navigation|selected|local-files))\\.tsx?$)',
        '^renderer/features/(?!blobs/|tables/)[a-z]+/(?!(index|[a-z]+-tab)\\.tsx?$)',
      ],
    },
  },
  {
    name: 'app-imports-no-test-code',
    comment: 'What only tests and benchmarks need does not ship.',
    severity: 'error',
    from: { path: inApp, pathNot: test },
    to: { path: `^(electron/testing|e2e|scripts)/|${test}` },
  },
];

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.(css|svg|png|woff2)$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
