// Command groups such as `stowage jobs`, and their help. Rejects what commander would silently accept: a group without
// a subcommand, and subcommands that do not exist.
import type { Command } from 'commander';
import { invalidInput } from '@shared/errors';

/** A group of subcommands. The group name alone, or followed by an unknown word, is rejected. */
export function group(program: Command, name: string): Command {
  const made = program.command(name);
  return made.allowExcessArguments().action(() => {
    const [wrong] = made.args;
    const known = made.commands.map((each) => each.name()).join(', ');
    const problem = wrong === undefined ? 'it requires a subcommand.' : `it has no subcommand "${wrong}".`;
    throw invalidInput(`stowage ${name}`, problem, `Use one of ${known}.`);
  });
}

/** `help [COMMAND]`, also for nested commands; an unknown one is rejected. */
export function addHelp(program: Command): void {
  program
    .helpCommand(false)
    .command('help [command...]')
    .description('the options of a command')
    .action((path: readonly string[]) => {
      let found = program;
      for (const name of path) {
        const next = found.commands.find((each) => each.name() === name);
        if (next === undefined) throw invalidInput('help', `there is no command "${name}".`, 'See stowage help.');
        found = next;
      }
      found.outputHelp();
    });
}
