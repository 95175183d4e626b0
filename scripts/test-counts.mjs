// Reads the numbers of passed, failed and skipped tests from the reports of the test programs.
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {string} path of vitest's JSON report
 * @returns {Counts | null} null when there is no readable report
 */
export function countsFromVitest(path) {
  const report = readReport(path);
  if (report === null) return null;
  // A file that cannot be loaded counts as a failed suite without tests.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * @param {string} path of Playwright's JSON report
 * @returns {Counts | null}
 */
export function countsFromPlaywright(path) {
  const report = readReport(path);
  if (report === null) return null;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/**
 * The counts of a stage. A program that failed without a failed test counts as one failure.
 * @param {'succeeded' | 'failed'} outcome
 * @param {Counts | null} counts null for a stage without tests
 * @returns {Counts}
 */
export function settle(outcome, counts) {
  if (counts === null)
    return outcome === 'succeeded' ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
  return outcome === 'failed' && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** @param {readonly Counts[]} all @returns {Counts} */
export function sum(all) {
  return all.reduce(
    (total, next) => ({
      passed: total.passed + next.passed,
      failed: total.failed + next.failed,
      skipped: total.skipped + next.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** @param {string} path @returns the parsed report; null when it is missing or incomplete */
export function readReport(path) {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
