// The output of the command line for an internal error: only its message, and with --verbose its location.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onUnforeseen } from '@shared/errors';
import { runCommandLine } from './run';

let stateDir = '';
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-own-faults-'));
});
afterEach(async () => {
  onUnforeseen(() => undefined);
  await rm(stateDir, { recursive: true, force: true });
});

it.each(['with --verbose', 'without it'])('%s', async (how) => {
  let output = '';
  const isVerbose = how === 'with --verbose';
  const code = await runCommandLine({
    args: ['lab', 'list', '--state-dir', stateDir, ...(isVerbose ? ['--verbose'] : [])],
    env: {},
    streams: {
      stdout: {
        write: () => {
          throw new TypeError('canary');
        },
      },
      stderr: { write: (text) => (output += text) },
    },
    signal: new AbortController().signal,
    programPath: join(stateDir, 'stowage.js'),
  });
  expect(code).not.toBe(0);
  expect(output).toContain('Something went wrong in Stowage.');
  expect(output).not.toContain('canary');
  const places = /unforeseen: An unexpected TypeError was thrown\.\n {4}at .*own-faults/u;
  expect(places.test(output)).toBe(isVerbose);
});
