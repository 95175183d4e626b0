// The project's own lint restrictions, each with the sentence that says what to do instead.

/** @typedef {{ selector: string, message: string }} Restriction */

/** @type {readonly Restriction[]} */
export const everywhere = [
  { selector: 'ExportDefaultDeclaration', message: 'Export by name, so that a thing has one name everywhere.' },
  { selector: 'ExportSpecifier[exported.name="default"]', message: 'Export by name.' },
  {
    selector: 'FunctionDeclaration > Identifier.params > TSTypeAnnotation > TSBooleanKeyword',
    message: 'A call with a bare true or false says nothing: take a named option or a union of words.',
  },
  {
    selector: 'FunctionDeclaration > AssignmentPattern.params > Literal[raw=/^(true|false)$/]',
    message: 'A call with a bare true or false says nothing: take a named option or a union of words.',
  },
  { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
];

/** @type {Restriction} */
export const ipcMainStaysHome = {
  selector: 'Identifier[name="ipcMain"]',
  message: 'Only electron/main/page/ipc.ts listens to the window; declare the call in shared/ipc/contract.ts.',
};

/** @type {Restriction} */
export const ipcRendererStaysHome = {
  selector: 'Identifier[name="ipcRenderer"]',
  message: 'Only electron/preload/index.ts talks to main; the window has the functions of shared/ipc/window-api.ts.',
};

/** @type {Restriction} */
export const windowApiStaysInBridge = {
  selector: 'MemberExpression[object.name=/^(window|globalThis|self)$/][property.name="stowage"]',
  message: 'Only renderer/bridge touches the preload API; use its client.',
};

/** What Node 16 or Chromium 108, the older Electron, does not have. @type {readonly Restriction[]} */
export const missingInOlderElectron = [
  {
    selector: 'CallExpression > MemberExpression.callee[property.name=/^(toSorted|toReversed|toSpliced)$/]',
    message: 'The older Electron has no such method: copy the array first.',
  },
  {
    selector:
      'MemberExpression[object.name=/^(AbortSignal|Object|Promise|Array|Map|URL)$/][property.name=/^(any|groupBy|withResolvers|fromAsync|canParse)$/]:not([object.name="Promise"][property.name="any"])',
    message: 'The older Electron has no such function.',
  },
];

/** Globals that Node 16 lacks. */
export const globalsMissingInNode16 = [
  'fetch',
  'crypto',
  'structuredClone',
  'Blob',
  'File',
  'FormData',
  'Headers',
  'Request',
  'Response',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'CompressionStream',
  'BroadcastChannel',
  'WebSocket',
].map((name) => ({
  name,
  message: 'The older Electron runs on Node 16, which has no such global: import it or do without.',
}));

/** Modules that Node 16 lacks. */
export const modulesMissingInNode16 = [
  { name: 'node:readline/promises', message: 'The older Electron runs on Node 16: use node:readline.' },
  { name: 'node:test', message: 'Tests are written with vitest.' },
  { name: 'node:sqlite', message: 'The older Electron runs on Node 16, which has no such module.' },
];
