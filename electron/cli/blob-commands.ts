// The grammar of the commands about single blobs and folders, and of those that other tools have under other names.
import { type Command, Option } from 'commander';
import { invalidInput } from '@shared/errors';
import { group } from './command-group';
import {
  createSas,
  printBlobs,
  printDetails,
  printPairs,
  printStart,
  printTier,
  printUse,
  setPairs,
  setTier,
} from './commands/blob-tools';
import { createContainer, deleteContainer } from './commands/containers';
import { acquireLease, breakLease, printLease, releaseLease, renewLease } from './commands/lease';
import { type RemoveOptions, removeBlobs } from './commands/remove';
import { createTable, deleteTable } from './commands/tables';
import { parseChoice } from './numbers';
import type { CommandAction } from './session';

type Does = <A extends unknown[]>(make: (...args: A) => CommandAction) => (...args: A) => Promise<void>;

const onlySay = 'print what would change, and change nothing';

export function addBlobCommands(program: Command, does: Does): void {
  program
    .command('cat <path...>')
    .usage('CONTAINER/BLOB…')
    .description('write blobs to standard output, one after the other')
    .action(does(printBlobs));
  program
    .command('head <path>')
    .usage('[options] CONTAINER/BLOB')
    .description('the first lines of a blob')
    .option('-n, --lines <n>', 'how many; default 10')
    .option('-c, --bytes <bytes>', 'print this many bytes instead, such as 4096 or 4KiB')
    .action(does(printStart));
  program
    .command('stat <path...>')
    .usage('CONTAINER[/BLOB]…')
    .description('properties, metadata, tier and lease of blobs or containers')
    .action(does(printDetails));
  program
    .command('du <path>')
    .usage('[options] CONTAINER[/PREFIX]')
    .description('bytes and blobs below a prefix, and per folder')
    .option('--depth <n>', 'levels of folders that are listed; default 1')
    .action(does(printUse));

  for (const kind of ['tags', 'metadata'] as const) {
    const pairs = group(program, kind).description(kind === 'tags' ? 'index tags of a blob' : 'metadata of a blob');
    pairs
      .command('get <path>')
      .description('NAME=VALUE, one per line')
      .action(does((path: string) => printPairs(kind, path)));
    pairs
      .command('set <path> [pairs...]')
      .usage('[options] CONTAINER/BLOB NAME=VALUE…')
      .description('replace all of them')
      .option('--clear', 'remove all')
      .option('--dry-run', onlySay)
      .action(
        does((path: string, texts: string[], options: { clear?: boolean; dryRun?: boolean }) =>
          setPairs(kind, path, texts, options),
        ),
      );
  }
  const tier = group(program, 'tier').description('access tier of a blob');
  tier
    .command('get <path>')
    .description('the tier, and whether a change is in progress')
    .action(does((path: string) => printTier(path)));
  tier
    .command('set <path> <tier>')
    .description('hot, cool, cold or archive')
    .option('--priority <priority>', 'for rehydrating from archive: standard or high')
    .option('--dry-run', onlySay)
    .action(does(setTier));
  addLease(program, does);

  group(program, 'sas')
    .description('shared access signatures')
    .command('create <path>')
    .usage('[options] CONTAINER[/BLOB]')
    .description('a URL with a SAS, on standard output; whoever has it has the permissions')
    .option('--permissions <letters>', 'such as r, rl or rwd')
    .option('--expires <time>', 'such as 90m, 12h or 7d from now, or a time in UTC')
    .option('--starts <time>', 'a time in UTC; default now')
    .option('--ip <range>', 'one IPv4 address, or two with a dash')
    .option('--policy <name>', 'a stored access policy, which supplies what is not given')
    .option('--http', 'also over http')
    .option('--table', 'the path names a table')
    .option('--delegation', 'require a user delegation SAS, which needs a connection that signs in')
    .action(does(createSas));

  program
    .command('make <kind> [name]')
    .usage('container NAME | table NAME | CONTAINER')
    .description('create a container or a table')
    .action(
      does((kind: string, name: string | undefined) => {
        if (name === undefined) return createContainer(pathNotKind(kind));
        return kindOf(kind) === 'table' ? createTable(name, {}) : createContainer(name);
      }),
    );
  program
    .command('remove <kind> [name]')
    .usage('[options] container NAME | table NAME | CONTAINER/PREFIX')
    .description('delete a container, a table, or blobs as rm does')
    .option('--yes', 'confirm the deletion')
    .option('--dry-run', 'list the blobs that would be deleted')
    .addOption(new Option('--recursive').hideHelp())
    .action(
      does((kind: string, name: string | undefined, options: RemoveOptions & { recursive?: boolean }) => {
        if (name === undefined) {
          if (options.recursive === true && !/[/*]$/u.test(kind)) {
            throw invalidInput('--recursive', 'the path names one blob.', `Write ${kind}/ for everything below it.`);
          }
          return removeBlobs(pathNotKind(kind), options);
        }
        const removed = kindOf(kind);
        if (options.dryRun === true) {
          throw invalidInput('--dry-run', 'it only applies to blobs.', 'Remove it, or name CONTAINER/PREFIX.');
        }
        return removed === 'table' ? deleteTable(name, options.yes) : deleteContainer(name, options.yes);
      }),
    );
}

function addLease(program: Command, does: Does): void {
  const lease = group(program, 'lease').description('lease of a blob or a container');
  const path = 'CONTAINER[/BLOB]';
  lease.command('get <path>').usage(path).description('its state, and whether it is infinite').action(does(printLease));
  lease
    .command('acquire <path>')
    .usage(`[options] ${path}`)
    .description('acquire a lease, or extend the one with --id; prints its ID')
    .option('--for <time>', 'how long: 15s to 60s, or infinite; default 60s')
    .option('--id <guid>', 'the ID that it gets; default: a new one')
    .action(does(acquireLease));
  lease
    .command('renew <path> <id>')
    .usage(`${path} ID`)
    .description('let its time begin again')
    .action(does(renewLease));
  lease
    .command('release <path> <id>')
    .usage(`${path} ID`)
    .description('end it, so that others can acquire one at once')
    .action(does(releaseLease));
  lease
    .command('break <path>')
    .usage(`[options] ${path}`)
    .description('end it without its ID; what its holder does then fails')
    .option('--after <time>', 'let the holder have it for up to 60s more; default 0s')
    .action(does(breakLease));
}

/** The kind alone is a forgotten name. */
function pathNotKind(text: string): string {
  if (text !== 'container' && text !== 'table') return text;
  throw invalidInput('NAME', 'it is missing.', `Write stowage make ${text} NAME or stowage remove ${text} NAME.`);
}

const kindOf = (text: string): 'container' | 'table' => parseChoice('KIND', text, ['container', 'table']);
