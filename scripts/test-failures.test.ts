import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  failuresFromPlaywright,
  failuresFromVitest,
  sayFailures,
  skippedFromPlaywright,
  skippedFromVitest,
} from './test-failures.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stowage-failures-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function report(content: unknown): string {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
}

it('names the failed tests of vitest, and a file that did not load', () => {
  const path = report({
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'holds', failureMessages: [] },
          { status: 'failed', fullName: 'breaks', failureMessages: ['expected 1 to be 2'] },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
    ],
  });
  expect(failuresFromVitest(path)).toEqual([
    { test: 'a.test.ts › breaks', reason: 'expected 1 to be 2' },
    { test: 'b.test.ts', reason: 'Cannot find module' },
  ]);
});

it('names tests that either program skipped', () => {
  const assertionResults = [
    { status: 'skipped', fullName: 'a small disk fills up' },
    { status: 'passed', fullName: 'holds' },
  ];
  expect(skippedFromVitest(report({ testResults: [{ name: 'a.test.ts', assertionResults }] }))).toEqual([
    'a.test.ts › a small disk fills up',
  ]);
  const spec = { title: 'a full disk', file: 'a.spec.ts', line: 3, tests: [{ status: 'skipped', results: [] }] };
  expect(skippedFromPlaywright(report({ suites: [{ specs: [spec] }] }))).toEqual(['a.spec.ts:3 › a full disk']);
  expect(skippedFromVitest(join(folder, 'absent.json'))).toEqual([]);
});

it('finds the failed journeys of Playwright in nested suites, without the colours of their errors', () => {
  const passed = { title: 'opens', file: 'a.spec.ts', line: 3, tests: [{ status: 'expected', results: [] }] };
  const failed = {
    title: 'undoes',
    file: 'a.spec.ts',
    line: 28,
    tests: [
      {
        status: 'unexpected',
        results: [{ errors: [{ message: 'Error: \u001b[31mstrict mode violation\u001b[39m\n\n  at line 67' }] }],
      },
    ],
  };
  const path = report({ suites: [{ specs: [passed], suites: [{ specs: [failed] }] }] });
  expect(failuresFromPlaywright(path)).toEqual([
    { test: 'a.spec.ts:28 › undoes', reason: 'Error: strict mode violation\n  at line 67' },
  ]);
});

it('reports the received value first, the step, and the final state of the window and the stores', () => {
  const message = [
    'Error: expect(locator).toHaveAccessibleName(expected) failed',
    'Locator:  getByRole("listitem")',
    'Expected pattern: /done/',
    `Received string:  "Upload of corpus, ${'x'.repeat(400)}"`,
    'Call log:',
    '  - waiting for getByRole("listitem")',
  ].join('\n\n');
  const attached = (name: string, text: string): object => ({
    name,
    contentType: 'text/plain',
    body: Buffer.from(text).toString('base64'),
  });
  const result = {
    errors: [{ message }],
    steps: [{ title: 'opens' }, { title: 'a folder', error: {}, steps: [{ title: 'arrives', error: {} }] }],
    attachments: [
      { name: 'trace', path: 'trace.zip' },
      attached('terminal of the app', 'noise'),
      attached('what the window showed', 'dialog: Upload to x\n'),
      attached('last requests', Array.from({ length: 7 }, (_, index) => `blobs: GET /${index}`).join('\n')),
    ],
  };
  const spec = {
    title: 'drops',
    file: 'a.spec.ts',
    line: 55,
    tests: [{ status: 'unexpected', results: [result] }],
  };
  const [failure] = failuresFromPlaywright(report({ suites: [{ specs: [spec] }] }));
  expect(failure?.test).toBe('a.spec.ts:55 › drops › a folder › arrives');
  expect(failure?.reason.split('\n')).toEqual([
    `${`Received string:  "Upload of corpus, ${'x'.repeat(400)}`.slice(0, 300)}…`,
    'Error: expect(locator).toHaveAccessibleName(expected) failed',
    'Locator:  getByRole("listitem")',
    'Expected pattern: /done/',
    'what the window showed:',
    '  dialog: Upload to x',
    'last requests:',
    ...[2, 3, 4, 5, 6].map((index) => `  blobs: GET /${index}`),
  ]);
});

it('is silent without a report', () => {
  expect(failuresFromVitest(join(folder, 'absent.json'))).toEqual([]);
  expect(failuresFromPlaywright(join(folder, 'absent.json'))).toEqual([]);
});

it('lists each test with its reason below it', () => {
  expect(sayFailures([{ test: 'a › b', reason: 'one\ntwo' }])).toBe('  a › b\n    one\n    two');
});
