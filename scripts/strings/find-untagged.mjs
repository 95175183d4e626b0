// Finds text that cannot be translated: untagged text between JSX tags, in attributes and properties, and untagged
// sentences anywhere else, in the code of the window, in the code that it shares with the engine, and in the engine and
// main, whose texts the window shows. Texts for programs or logs are recognised by their position in the code.
import ts from 'typescript';
import { isText } from './find-texts.mjs';
import { nodesOf, piecesOf, positionOf } from './read-source.mjs';

/** Attributes and properties whose value users read. */
const textNames = new Set(
  [
    ['label', 'title', 'placeholder', 'hint', 'description', 'detail', 'aria-label', 'aria-description'],
    ['alt', 'question', 'explanation', 'confirmLabel', 'menuLabel', 'valueText', 'errorMessage', 'words'],
    ['sentence', 'meaning', 'summary', 'heading', 'caption', 'noun', 'purpose', 'does', 'fix'],
  ].flat(),
);
/** Attributes and properties that contain identifiers, even if they resemble text. */
const machineNames = new Set(
  [
    [
      'className',
      'id',
      'key',
      'keys',
      'style',
      'transform',
      'd',
      'viewBox',
      'href',
      'gridTemplateColumns',
      'placement',
    ],
    ['shortcut', 'closeShortcut', 'fontFamily', 'font', 'suggestedName', 'contentDisposition', 'study'],
  ].flat(),
);
/** Functions whose arguments are for machines. */
const machineCalls =
  /^(test|match|replace|replaceAll|split|join|includes|startsWith|endsWith|querySelector(All)?|closest|getElementById|matchMedia|call|subscribe|useCall|useStream(Events)?|until|find|press|choose|createElement(NS)?|setAttribute|getPropertyValue|setProperty|enum|literal|csv|reject|harText|counted|textMeasure)$/;
/** Text that is the same in every language: names of the service, formats, units, keys. */
const sameEverywhere = [
  /^[^A-Za-z]*$/,
  /^(PartitionKey|RowKey|Timestamp|ETag|URL|MD5|GUID|SAS|JSON|JSON Lines|CSV|TSV|Parquet|curl|ISO 8601|UTC|Stowage|Mac Roman|Mac Cyrillic)$/,
  /^(true|false|PartitionKey eq 'Action' and Rating gt 7\.0|&quot;&quot;|hex|base64|ticks|p\d\d( · p\d\d)?|(± )?ms|s|[KMG]i?B(\/s)?|[kK]i?B, Mi?B|B(\/s)?|Mbit\/s|bytes(\/s)?|English|Deutsch)$/,
  /^(Ctrl|Shift|Alt|Mod|Enter|Esc|Del|Delete|Backspace|F\d+|[←→↑↓A-Z+]|\s)+$/,
  /^\) and$|^\d+px$|^&quot;&quot;$|^https?:|^\{.*\}$|^[\w.*-]+\.(com|csv|txt|jsonl|log|json|example)$/,
  // Names of roles that Azure defines.
  /^Storage (Blob|Table) Data (Reader|Contributor|Owner)$|^Storage Blob Delegator$|^Cosmos DB Built-in Data (Reader|Contributor)$/,
];
/** Code without texts for users, and what it contains instead. */
const withoutText = [
  // What people type for an action, in both languages.
  /^renderer\/app\/palette\/synonyms\.ts$/,
  // Controls the window from outside.
  /^renderer\/(bridge|testing)\/|^electron\/main\/tour\/tour\.ts$/,
  // Files for programs, the same in every language.
  /\/(as-csv|prompt-page|chart-csv|file-columns|requests-file|chart-picture|partition-files|pdf-file|svg-text)\.ts$/,
  // What is sent over the network or pasted into a terminal, and descriptions of malformed responses.
  /^electron\/network\/route\.ts$|\/(copy-as|access-request|blob-commands|key-commands|command-credential|odata-renderer|multipart|direct-client|policies-body|request-load|json-cursor|page-scanner|read-step)\.ts$/,
  // Jobs on many machines, which only the command line shows, in English.
  /^electron\/engine\/cluster\//,
  // Headers, queries and replies of authorities and Resource Manager.
  /^electron\/engine\/(azure\/(credentials|request)|sign-in\/(authority-network|azure-resources))\.ts$/,
  // Names and values of sample data; kinds of blobs; rules for Chromium; rows damaged between processes.
  /^electron\/engine\/sample-data\/|\/(blob-kind|startup\/arguments|packed-page)\.ts$/,
  // Output of the embedded store's program, names of processes, data of a run, bugs between processes.
  /^electron\/main\/processes\/(forked-emulator|process-watch)\.ts$|^electron\/disk\/fault-(log|limit)\.ts$|\/runs\/environment\.ts$|\/ipc\/endpoint\.ts$/,
];
/**
 * Calls whose first argument names a field in English, by which the window finds the field; its translated name is
 * added when the error is shown (shared/error-text/field-names.ts).
 */
const fieldCalls = /^(invalidInput|refuse)$/;
/** Calls that create an error with a technical detail for logs; users read the texts for its code. */
const detailCalls = /^(#?log|broken|write|found|make|wrongBytes|notFound|formatter|checked\w+|refuseAs|remark)$/;
/** Variables and properties that hold such a detail or the name of a field. */
const detailNames = /^(detail|message|named|phase|which|why|field|reading|end)$/;

/**
 * The values of literal types, such as `'not kept'`, and names used in property access: identifiers, not texts.
 * @param {readonly import('./read-source.mjs').Source[]} sources
 * @returns {ReadonlySet<string>}
 */
export function codeTermsOf(sources) {
  const terms = new Set();
  for (const { path, tree } of sources) {
    for (const node of nodesOf(tree)) {
      if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) terms.add(node.literal.text);
      if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)) terms.add(node.name.text);
      // Lists that types are derived from; other lists in the window's code contain texts.
      if (ts.isCallExpression(node) && node.expression.getText(tree) === 'z.enum') addAll(terms, node.arguments[0]);
      if (ts.isAsExpression(node) && !path.startsWith('renderer/')) addAll(terms, node.expression);
    }
  }
  return terms;
}

/**
 * @param {Set<string>} terms
 * @param {ts.Node | undefined} list
 */
function addAll(terms, list) {
  if (list === undefined || !ts.isArrayLiteralExpression(list)) return;
  for (const each of list.elements) if (ts.isStringLiteral(each)) terms.add(each.text);
}

/**
 * @param {import('./read-source.mjs').Source} source
 * @param {ReadonlySet<string>} [codeTerms]
 * @returns {readonly string[]} `path:line  words`
 */
export function untaggedIn(source, codeTerms = new Set()) {
  if (withoutText.some((pattern) => pattern.test(source.path))) return [];
  const isWindow = source.path.startsWith('renderer/');
  const found = [];
  for (const node of nodesOf(source.tree)) {
    if (ts.isJsxText(node) && !isSaidEverywhere(node.text))
      found.push(`${positionOf(source, node)}  ${node.text.trim()}`);
    if (isLiteral(node) && !isText(node.parent) && isRead(node, codeTerms, isWindow))
      found.push(`${positionOf(source, node)}  ${node.getText()}`);
  }
  return found;
}

/**
 * @param {ts.Node} node
 * @returns {node is ts.StringLiteral | ts.TemplateLiteral}
 */
function isLiteral(node) {
  return ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);
}

/** @param {string} text */
function isSaidEverywhere(text) {
  return sameEverywhere.some((pattern) => pattern.test(text.trim()));
}

/**
 * @param {ts.StringLiteral | ts.TemplateLiteral} literal
 * @param {ReadonlySet<string>} codeTerms
 * @param {boolean} isWindow
 */
function isRead(literal, codeTerms, isWindow) {
  const pieces = piecesOf(literal);
  if (pieces.every(isSaidEverywhere)) return false;
  const location = isWindow ? placeInCode(literal) : placeOutside(literal);
  if (location === 'for-machines') return false;
  if (location === 'for-people') return true;
  return isSentence(pieces) && !(ts.isStringLiteral(literal) && codeTerms.has(literal.text));
}

/**
 * Two adjacent words, or a word next to a value.
 * @param {readonly string[]} pieces
 */
function isSentence(pieces) {
  if (/[a-z],? [a-z]/i.test(pieces.join(' … ').replace(/ … /g, '\0')) && !looksLikeCode(pieces.join(''))) return true;
  return (
    pieces.length > 1 &&
    pieces.some((piece) => /^[,.:;]? [a-z]{2,}|[a-z]{2,}[:,]? $/i.test(piece)) &&
    !looksLikeCode(pieces.join(''))
  );
}

/** @param {string} text */
function looksLikeCode(text) {
  return /^\[|, \[|\b(px|fr|var\(|calc\(|eq|translate|scale|minmax|datetime)\b|^[a-z-]+\(|[=<>]{2}|^\s*(GET|PUT|POST)\b/.test(
    text,
  );
}

/**
 * Classifies a literal by its position, from the innermost enclosing code that decides it.
 * @param {ts.Node} literal
 * @returns {'for-people' | 'for-machines' | 'open'}
 */
function placeInCode(literal) {
  /** @type {ts.Node} */
  let inner = literal;
  for (let node = literal.parent; node !== undefined; inner = node, node = node.parent) {
    if (ts.isBindingElement(node) || ts.isJsxAttribute(node)) return placeOfName(node.name.getText());
    if (ts.isPropertyAssignment(node)) return node.name === inner ? 'for-machines' : placeOfName(node.name.getText());
    if (ts.isJsxExpression(node))
      return ts.isJsxAttribute(node.parent) ? placeOfName(node.parent.name.getText()) : 'for-people';
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return 'for-machines';
    if (ts.isThrowStatement(node) || ts.isNewExpression(node) || ts.isCaseClause(node)) return 'for-machines';
    if (ts.isElementAccessExpression(node) && node.argumentExpression === inner) return 'for-machines';
    if (ts.isCallExpression(node)) return machineCalls.test(nameOfCall(node)) ? 'for-machines' : 'open';
    if (ts.isBinaryExpression(node) && isComparison(node)) return 'for-machines';
    if (ts.isConditionalExpression(node) && node.condition === inner) return 'for-machines';
    if (ts.isStatement(node) || ts.isArrowFunction(node)) return 'open';
  }
  return 'open';
}

/**
 * As `placeInCode`, plus rules for shared code, the engine and main: technical details, and names of fields.
 * @param {ts.Node} literal
 */
function placeOutside(literal) {
  /** @type {ts.Node} */
  let inner = literal;
  for (let node = literal.parent; node !== undefined && !ts.isStatement(node); inner = node, node = node.parent) {
    if ((ts.isPropertyAssignment(node) && node.name !== inner) || ts.isVariableDeclaration(node))
      return detailNames.test(node.name.getText()) ? 'for-machines' : placeInCode(literal);
    if (!ts.isCallExpression(node) || node.expression === inner) continue;
    if (detailCalls.test(nameOfCall(node))) return 'for-machines';
    if (fieldCalls.test(nameOfCall(node)) && node.arguments[0] === inner) return 'for-machines';
    return placeInCode(literal);
  }
  return placeInCode(literal);
}

/** @param {string} name */
function placeOfName(name) {
  const plain = name.replaceAll("'", '');
  if (machineNames.has(plain)) return 'for-machines';
  return textNames.has(plain) ? 'for-people' : 'open';
}

/** @param {ts.CallExpression} call */
function nameOfCall({ expression }) {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
}

/** @param {ts.BinaryExpression} expression */
function isComparison({ operatorToken }) {
  return ['===', '!==', 'in', '<', '>', '<=', '>='].includes(operatorToken.getText());
}
