// Rejects empty paths and patterns, such as those of a variable that a script has not set: they would resolve to the
// working folder. Keys and names may be empty.
import type { Command } from 'commander';
import { invalidInput } from '@shared/errors';

/** The grammar's names of values that must not be empty, and the meaning of each. */
const meant: ReadonlyMap<string, string> = new Map([
  ['dir', 'a folder'],
  ['file', 'a file'],
  ['path', 'what is meant'],
  ['glob', 'a pattern'],
  ['run', 'a run'],
  ['others', 'a run'],
]);

/** Checked before the command does anything. Throws `invalid.input`. */
export function rejectEmptyValues(command: Command): void {
  command.registeredArguments.forEach((argument, index) => {
    const noun = meant.get(argument.name());
    if (noun !== undefined && isEmpty(command.processedArgs[index])) throw empty(argument.name().toUpperCase(), noun);
  });
  for (const option of [command, ...parentsOf(command)].flatMap(({ options }) => options)) {
    const noun = meant.get(/[<[]([a-z]+)/u.exec(option.flags)?.[1] ?? '');
    const value: unknown = command.optsWithGlobals()[option.attributeName()];
    if (noun !== undefined && isEmpty(value)) throw empty(option.long ?? option.flags, noun);
  }
}

const isEmpty = (value: unknown): boolean => (Array.isArray(value) ? value.includes('') : value === '');

const empty = (field: string, noun: string): Error =>
  invalidInput(field, 'it is empty.', `Specify ${noun}${field.startsWith('--') ? ', or remove it' : ''}.`);

function parentsOf({ parent }: Command): readonly Command[] {
  return parent === null ? [] : [parent, ...parentsOf(parent)];
}
