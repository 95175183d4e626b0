// Names what failed and why, out of the reports that the test programs write: said once more where it is looked for, at
// the end of a long output.
import { readReport } from './test-counts.mjs';

/** @typedef {{ test: string, reason: string }} Failure */

const reasonLines = 12;

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
        return failure(`${spec.file}:${spec.line} › ${spec.title}`, errors.join('\n'));
      }),
  );
}

/** @param {readonly Failure[]} failures */
export function sayFailures(failures) {
  return failures.map(({ test, reason }) => `  ${test}\n${reason.replace(/^/gm, '    ')}`).join('\n');
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

function failure(test, message) {
  const plain = String(message ?? '').replace(/\u001b\[[0-9;]*m/g, '');
  const lines = plain.split('\n').filter((line) => line.trim() !== '');
  return { test, reason: lines.slice(0, reasonLines).join('\n') };
}
