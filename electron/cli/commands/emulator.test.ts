// `stowage emulator`: contradictions are rejected before anything starts.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type EmulatorHost, runEmulator } from './emulator';

it.each([
  ['--memory', { memory: true, data: 'here' }],
  ['--ports', { ports: '1' }],
  ['--ports', { ports: '1,2,3,4' }],
  ['--ports', { ports: '1,2,x' }],
])('stowage emulator: rejects %s of %j', async (field, options) => {
  const host = { stateDir: join(tmpdir(), 'no-such-state') } as EmulatorHost;
  await expect(runEmulator(options, host)).rejects.toMatchObject({ code: 'invalid.input', context: { field } });
});
