// Commands below commands, and the help of all: what commander leaves without an error is refused here.
import type { Command } from 'commander';
import { invalidInput } from '@shared/errors';

/** Commands below one name: the name alone, or with a word that is none of them, is refused. */
export function group(program: Command, name: string): Command {
  const made = program.command(name);
  return made.allowExcessArguments().action(() => {
    const [wrong] = made.args;
    const known = made.commands.map((each) => each.name()).join(', ');
    const problem = wrong === undefined ? 'it does nothing alone.' : `there is no command "${wrong}" in it.`;
    throw invalidInput(`stowage ${name}`, problem, `Use one of ${known}.`);
  });
}

/** `help [COMMAND]`, for commands below others too; an unknown one is refused. */
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
