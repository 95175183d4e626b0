import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countsFromPlaywright, countsFromVitest, settle, sum } from './test-counts.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stowage-counts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function report(content: unknown): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('counts of a test program', () => {
  it('reads the report of vitest, and counts a file that did not load as a failure', () => {
    const path = report({
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [{}] },
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [{}] },
      ],
    });
    expect(countsFromVitest(path)).toEqual({ passed: 5, failed: 2, skipped: 3 });
  });

  it('reads the report of Playwright, and takes a flaky test for a failed one', () => {
    const path = report({ stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 2 } });
    expect(countsFromPlaywright(path)).toEqual({ passed: 7, failed: 2, skipped: 2 });
  });

  it('reports a missing or incomplete report', () => {
    expect(countsFromVitest(join(folder, 'absent.json'))).toBeNull();
    expect(countsFromPlaywright(report('{"stats":'))).toBeNull();
  });
});

describe('what a stage counts as', () => {
  it('is one for a stage without tests', () => {
    expect(settle('succeeded', null)).toEqual({ passed: 1, failed: 0, skipped: 0 });
    expect(settle('failed', null)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('is never free of failures when its program failed', () => {
    expect(settle('failed', { passed: 3, failed: 0, skipped: 0 })).toEqual({ passed: 3, failed: 1, skipped: 0 });
    expect(settle('failed', { passed: 3, failed: 2, skipped: 0 })).toEqual({ passed: 3, failed: 2, skipped: 0 });
  });

  it('adds up', () => {
    expect(sum([settle('succeeded', null), { passed: 2, failed: 1, skipped: 4 }])).toEqual({
      passed: 3,
      failed: 1,
      skipped: 4,
    });
  });
});
