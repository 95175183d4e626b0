// Paths and patterns that are empty, as those of a variable that a script has not set.
import { expect, it } from 'vitest';
import { type Runner, buildProgram } from './program';

const never = (): Promise<never> => Promise.reject(new Error('a command with an empty path was run'));
const runner: Runner = { version: '1', run: never, runWithoutEngine: never, runProgram: never, emulator: never };

it.each([
  ['PATH', ['upload', '', 'cargo']],
  ['PATH', ['upload', 'a.txt', '', 'cargo']],
  ['PATH', ['download', 'cargo/x', '']],
  ['PATH', ['ls', '']],
  ['FILE', ['import', 'Orders', '']],
  ['FILE', ['export', 'Orders', '']],
  ['FILE', ['entity', 'put', 'Orders', '']],
  ['RUN', ['lab', 'compare', '', 'other']],
  ['OTHERS', ['lab', 'compare', 'one', '']],
  ['--report', ['upload', 'a.txt', 'cargo', '--report', '']],
  ['--report', ['jobs', 'show', 'id', '--report=']],
  ['--include', ['upload', 'a.txt', 'cargo', '--include', '*.txt', '--include', '']],
  ['--exclude', ['download', 'cargo/x', 'there', '--exclude', '']],
  ['--match', ['ls', 'cargo', '--match', '']],
  ['--rejects', ['import', 'Orders', 'orders.csv', '--rejects', '']],
  ['--types', ['import', 'Orders', 'orders.csv', '--types', '']],
  ['--data', ['emulator', '--data', '']],
  ['--out', ['lab', 'run', 'saturation', '--out', '']],
  ['--out', ['lab', 'compare', 'one', 'other', '--out', '']],
  ['--state-dir', ['tables', 'list', '--state-dir', '']],
])('rejects an empty %s: stowage %j', async (field, args) => {
  const parsed = buildProgram(runner).parseAsync(args, { from: 'user' });
  const context = { field, problem: 'it is empty.' };
  await expect(parsed).rejects.toMatchObject({ code: 'invalid.input', context });
});

it.each([
  ['entity', 'get', 'Orders', '', ''],
  ['query', 'Orders', '--pk', ''],
  ['lab', 'run', 'saturation', '--name', ''],
])('takes an empty key or name: %s %s %s', async (...args) => {
  await expect(buildProgram(runner).parseAsync(args, { from: 'user' })).rejects.toThrow('was run');
});
