// Surplus words on the command line.
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { type Runner, buildProgram } from './program';

const never = (): Promise<never> => Promise.reject(new Error('a command with a surplus word was run'));
const runner: Runner = { version: '1', run: never, runWithoutEngine: never, runProgram: never, emulator: never };

/** The arguments of each leaf command, with as many words as it takes. */
function typed(command: Command, path: readonly string[] = []): readonly (readonly string[])[] {
  if (command.commands.length > 0) return command.commands.flatMap((each) => typed(each, [...path, each.name()]));
  if (command.registeredArguments.some(({ variadic }) => variadic)) return [];
  const required = command.options.flatMap(({ mandatory, long }) => (mandatory ? (long ?? []) : []));
  return [[...path, ...command.registeredArguments.map((_, index) => `word${index}`), ...required]];
}

it.each(typed(buildProgram(runner)).map((args) => [args.join(' '), args] as const))(
  'stowage %s rejects a surplus word',
  async (_, args) => {
    const parsed = buildProgram(runner).parseAsync([...args, 'surplus'], { from: 'user' });
    await expect(parsed).rejects.toMatchObject({ code: 'invalid.input' });
    await expect(parsed).rejects.toThrow('too many arguments');
  },
);
