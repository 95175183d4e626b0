// Command groups such as `stowage jobs`, and their help. Rejects what commander would silently accept: a group without
// a subcommand, and subcommands that do not exist.
import { type Command, Option } from 'commander';
import { invalidInput } from '@shared/errors';
import { exitCodeMeanings } from './exit-codes';
import { manualPage } from './manual';
import { completionScript, shells } from './shell-completion';

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

/** `help [COMMAND]`, also for nested commands; an unknown one is rejected. `help exit-codes` is a topic of its own. */
export function addHelp(program: Command): void {
  program
    .helpCommand(false)
    .command('help [command...]')
    .description('the options of a command; "help exit-codes" lists the exit codes')
    .addOption(new Option('--man', 'print the manual page, in the language of man(7)').hideHelp())
    .action((path: readonly string[], { man }: { readonly man?: boolean }) => {
      if (man) return print(program, manualPage(program));
      if (path.length === 1 && path[0] === 'exit-codes') {
        return print(
          program,
          exitCodeMeanings.map(([code, meaning]) => `${String(code).padStart(3)}  ${meaning}\n`).join(''),
        );
      }
      let found = program;
      for (const name of path) {
        const next = found.commands.find((each) => each.name() === name);
        if (next === undefined) throw invalidInput('help', `there is no command "${name}".`, 'See stowage help.');
        found = next;
      }
      found.outputHelp();
    });
}

export function addCompletion(program: Command): void {
  program
    .command('completion <shell>')
    .description(`print the completion script of a shell: ${shells.join(', ')}`)
    .action((shell: string) => print(program, completionScript(program, shell)));
}

/** Where the help goes, too. */
const print = (program: Command, text: string): void => program.configureOutput().writeOut?.(text);
