// Lists which tests failed and why, and which were skipped, from the reports of the test programs, to be repeated at the
// end of a long output.
import { readReport } from './test-counts.mjs';

/** @typedef {{ test: string, reason: string }} Failure */

const reasonLines = 12;
const lineLength = 300;
/** The attachment that the fixtures add to a failed journey, and which of its lines are shown. */
const report = { 'what the window showed': [0, 10], 'last requests': [-5] };

/**
 * @param {string} path of vitest's JSON report
 * @returns {readonly Failure[]} empty when there is no readable report
 */
export function failuresFromVitest(path) {
  const files = readReport(path)?.testResults ?? [];
  return files.flatMap((file) => {
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0 && file.status === 'failed') return [failure(file.name, file.message)];
    return tests.map((test) => failure(`${file.name} › ${test.fullName}`, test.failureMessages.join('\n')));
  });
}

/**
 * @param {string} path of Playwright's JSON report
 * @returns {readonly Failure[]}
 */
export function failuresFromPlaywright(path) {
  return (readReport(path)?.suites ?? []).flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) => {
        const errors = test.results.flatMap((result) => result.errors.map((error) => error.message));
        const failed = test.results.findLast((result) => result.errors.length > 0);
        const at = [`${spec.file}:${spec.line}`, spec.title, ...failedSteps(failed?.steps)].join(' › ');
        const { test: name, reason } = failure(at, errors.join('\n'));
        return { test: name, reason: [reason, ...leftBehind(failed?.attachments)].join('\n') };
      }),
  );
}

/**
 * What could not be tested here, for example because mounting a disk is not permitted.
 * @param {string} path of vitest's JSON report
 * @returns {readonly string[]}
 */
export function skippedFromVitest(path) {
  return (readReport(path)?.testResults ?? []).flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending' || status === 'todo')
      .map(({ fullName }) => `${file.name} › ${fullName}`),
  );
}

/**
 * @param {string} path of Playwright's JSON report
 * @returns {readonly string[]}
 */
export function skippedFromPlaywright(path) {
  return (readReport(path)?.suites ?? [])
    .flatMap(specsOf)
    .filter((spec) => spec.tests.some(({ status }) => status === 'skipped'))
    .map((spec) => `${spec.file}:${spec.line} › ${spec.title}`);
}

/** @param {readonly Failure[]} failures */
export function sayFailures(failures) {
  return failures.map(({ test, reason }) => `  ${test}\n${reason.replace(/^/gm, '    ')}`).join('\n');
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

/** The path to the failed step, outermost first. */
function failedSteps(steps = []) {
  const failed = steps.find((step) => step.error !== undefined);
  return failed === undefined ? [] : [failed.title, ...failedSteps(failed.steps)];
}

function leftBehind(attachments = []) {
  return attachments.flatMap(({ name, body }) => {
    if (report[name] === undefined || body === undefined) return [];
    const lines = linesOf(Buffer.from(body, 'base64').toString('utf8'));
    return [`${name}:`, ...lines.slice(...report[name]).map((line) => `  ${line}`)];
  });
}

function failure(test, message) {
  const lines = linesOf(String(message ?? '').replace(/\u001b\[[0-9;]*m/g, ''));
  const log = lines.findIndex((line) => line.startsWith('Call log'));
  const summary = log > 0 ? lines.slice(0, log) : lines;
  // The actual value comes first, because the end of a long reason may be cut off wherever it is read.
  const isReceived = (line) => /^\s*(?:Received|Error: element\(s\) not found)/.test(line);
  const reason = [...summary.filter(isReceived), ...summary.filter((line) => !isReceived(line))];
  return { test, reason: reason.slice(0, reasonLines).join('\n') };
}

function linesOf(text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => (line.length > lineLength ? `${line.slice(0, lineLength)}…` : line));
}
