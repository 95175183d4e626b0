import { expect, it } from 'vitest';
import { parseRun, readRunFile } from './run-file';

it.each([
  ['arrays without content', `{"rows":[${'[],'.repeat(8_000_000)}[]]}`],
  ['nested arrays', '['.repeat(8_000_001)],
])('a run file is not parsed when it has more values than a run: %s', (_, text) => {
  expect(() => parseRun(text, 'run.json')).toThrow(/more values than a lab run/u);
});

it.skipIf(process.platform === 'win32')('a run file is not read when it has no end', async () => {
  await expect(readRunFile('/dev/zero')).rejects.toMatchObject({
    code: 'invalid.input',
    context: { field: 'zero', problem: 'it is not a file.' },
  });
});
