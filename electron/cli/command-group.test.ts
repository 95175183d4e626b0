// Words on the command line that no command asks for.
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { type Runner, buildProgram } from './program';

const never = (): Promise<never> => Promise.reject(new Error('a command with a surplus word was run'));
const runner: Runner = { version: '1', run: never, runWithoutEngine: never, emulator: never };

/** What to type for each command that has none below it, with as many words as it asks for. */
function typed(command: Command, path: readonly string[] = []): readonly (readonly string[])[] {
  if (command.commands.length > 0) return command.commands.flatMap((each) => typed(each, [...path, each.name()]));
  if (command.registeredArguments.some(({ variadic }) => variadic)) return [];
  return [[...path, ...command.registeredArguments.map((_, index) => `word${index}`)]];
}

it.each(typed(buildProgram(runner)).map((args) => [args.join(' '), args] as const))(
  'stowage %s refuses a further word',
  async (_, args) => {
    const parsed = buildProgram(runner).parseAsync([...args, 'surplus'], { from: 'user' });
    await expect(parsed).rejects.toMatchObject({ code: 'invalid.input' });
    await expect(parsed).rejects.toThrow('too many arguments');
  },
);
