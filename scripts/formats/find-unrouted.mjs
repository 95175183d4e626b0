// Finds numbers and times that the window formats without the user's chosen formats.
import ts from 'typescript';
import { nodesOf, positionOf } from '../strings/read-source.mjs';

const localMethods = /^(toLocaleString|toLocaleDateString|toLocaleTimeString|toFixed)$/;
const localClasses = /^Intl\.(NumberFormat|DateTimeFormat|RelativeTimeFormat)$/;
/** Code whose numbers are for machines or for language-neutral texts, and the modules that do the formatting. */
const neutral = [
  /^shared\/strings\/(moments|numbers)\.ts$/,
  // Coordinates of drawings.
  /^renderer\/ui\/badge\.tsx$/,
  // Values that are typed or sent.
  /^renderer\/features\/blobs\/details\/(use-sas-draft\.ts|policies-dialog\.tsx)$/,
  /^shared\/(edit\/convert-value|import\/(cell-value)|lab\/key-pattern|monitor\/requests-file|sas\/sas-request|rows\/text-vector)\.ts$/,
  // Reckon with time zones or list them; show no time.
  /^shared\/(timetable\/pace-at|query\/zone-time)\.ts$/,
  /^renderer\/features\/tables\/import\/import-options\.tsx$/,
  // Findings, which the engine writes and stores with the run.
  /^shared\/lab\/(definitions\/|compare-runs\.ts$)/,
];

/**
 * @param {import('../strings/read-source.mjs').Source} source
 * @returns {readonly string[]} `path:line  code`
 */
export function unroutedIn(source) {
  if (neutral.some((pattern) => pattern.test(source.path))) return [];
  return [...nodesOf(source.tree)].filter(isUnrouted).map((node) => `${positionOf(source, node)}  ${node.getText()}`);
}

/** @param {ts.Node} node */
function isUnrouted(node) {
  if (ts.isNewExpression(node)) return localClasses.test(node.expression.getText());
  if (!ts.isCallExpression(node)) return false;
  if (localClasses.test(node.expression.getText())) return true;
  if (!ts.isPropertyAccessExpression(node.expression)) return false;
  const { name, expression } = node.expression;
  // Part of an ISO text is a date or time that a user reads.
  const isPiece = name.text === 'slice' && /\.toISOString\(\)$/.test(expression.getText());
  return localMethods.test(name.text) || isPiece;
}
