// A lint rule: constructs that the project does not use. .oxlintrc.json enables them by folder in groups; each has a
// message that says what to use instead.

/** @typedef {{ selector: string, message: string }} Restriction */

const bareWord = 'A call with a bare true or false says nothing: take a named option or a union of words.';

const spreadLiteral = 'Write the properties out: those of a literal that is spread are not checked against the type.';

/** @type {Readonly<Record<string, readonly Restriction[]>>} */
const groups = {
  everywhere: [
    { selector: 'ExportDefaultDeclaration', message: 'Export by name, so that a thing has one name everywhere.' },
    { selector: 'ExportSpecifier[exported.name="default"]', message: 'Export by name.' },
    { selector: 'FunctionDeclaration > Identifier.params > TSTypeAnnotation > TSBooleanKeyword', message: bareWord },
    { selector: 'FunctionDeclaration > AssignmentPattern.params > Literal[raw=/^(true|false)$/]', message: bareWord },
    { selector: 'ObjectExpression > SpreadElement > ObjectExpression.argument', message: spreadLiteral },
    {
      // A name that is computed has no other way.
      selector: 'JSXSpreadAttribute > ObjectExpression.argument:not(:has(> Property[computed=true]))',
      message: spreadLiteral,
    },
    { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
  ],
  'ipc-main': [
    {
      selector: 'Identifier[name="ipcMain"]',
      message: 'Only electron/main/page/ipc.ts listens to the window; declare the call in shared/ipc/contract.ts.',
    },
  ],
  'ipc-renderer': [
    {
      selector: 'Identifier[name="ipcRenderer"]',
      message:
        'Only electron/preload/index.ts talks to main; the window has the functions of shared/ipc/window-api.ts.',
    },
  ],
  'window-api': [
    {
      selector: 'MemberExpression[object.name=/^(window|globalThis|self)$/][property.name="stowage"]',
      message: 'Only renderer/bridge touches the preload API; use its client.',
    },
  ],
  storage: [
    {
      selector:
        'CallExpression > MemberExpression.callee[object.name="localStorage"][property.name=/^(getItem|setItem)$/]',
      message: 'A full storage throws, and what is read may be anything: renderer/storage/saved.ts takes care of both.',
    },
  ],
};

export const restrictions = {
  meta: {
    type: 'suggestion',
    docs: { description: 'what the project does without' },
    schema: { type: 'array', items: { enum: Object.keys(groups) } },
  },
  create(context) {
    return Object.fromEntries(
      context.options
        .flatMap((name) => groups[name])
        .map(({ selector, message }) => [selector, (node) => context.report({ node, message })]),
    );
  },
};
