// The grammar of the command line: its commands and options. The commands are implemented in commands/.
import { Command, type CommanderError, Option } from 'commander';
import { StowageError, invalidInput } from '@shared/errors';
import { accountKeyName } from '@shared/model/connection';
import { knownClouds } from '@shared/model/identity';
import { addBlobCommands } from './blob-commands';
import { type ClusterRunner, addClusterCommands, addHubJobs, hubText, onHubText } from './cluster-commands';
import { addCompletion, addHelp, group } from './command-group';
import { type BlocksFlags, blockSizesOf } from './commands/block-sizes';
import { copy } from './commands/copy';
import { addAliases, instead } from './commands/transfer-aliases';
import {
  addConnection,
  listConnections,
  removeConnection,
  type RotateOptions,
  rotateKey,
} from './commands/connections';
import { countEntities } from './commands/count';
import { createContainer, deleteContainer, listBlobs, listContainers } from './commands/containers';
import type { EmulatorOptions } from './commands/emulator';
import { exportTable } from './commands/export';
import { importFile } from './commands/import';
import { createIndex, dropIndex, listIndexes, repairIndex, verifyIndex } from './commands/indexes';
import { type KeysOptions, designKeys } from './commands/keys';
import { createFolder, getAccess, moveFolder, setAccess } from './commands/folders';
import { addEntity } from './commands/entity';
import { doctor } from './commands/doctor';
import { rejectEmptyValues } from './empty-values';
import { type QueryOptions, explain, queryFrom, runQuery } from './commands/query';
import {
  type ResumeFlags,
  type ShowFlags,
  cancelJob,
  forgetJob,
  listJobs,
  resumeJob,
  saveRejects,
  showJob,
} from './commands/jobs';
import type * as HubJobs from './commands/hub-jobs';
import type { HubFlags } from './commands/on-hub';
import type { CsvReportOptions } from './lab/csv-report';
import {
  type LabReportOptions,
  type LabRunOptions,
  compareLab,
  listExperiments,
  mergeLab,
  reportLab,
  resumeTimedLab,
  runLab,
} from './commands/lab';
import { endTimedLab, listTimedLab } from './commands/lab-timed';
import { type ListAccountsOptions, authNames, listAccounts, login, logout } from './commands/sign-in';
import { removeBlobs } from './commands/remove';
import { check, sync } from './commands/sync';
import { createTable, deleteTable, listTables } from './commands/tables';
import { download, upload } from './commands/transfers';
import { type Output, outputFormats } from './output';
import type { CommandAction, GlobalOptions, Session } from './session';

/** How the grammar hands over: a command that needs the engine, or one that does not. */
export interface Runner extends ClusterRunner {
  readonly version: string;
  /** For commands that send nothing: provides the output only. */
  runWithoutEngine(globals: GlobalOptions, action: (output: Output) => number | Promise<number>): Promise<void>;
  emulator(globals: GlobalOptions, options: EmulatorOptions): Promise<void>;
}

function cloudOptions(command: Command): Command {
  return command
    .option('--cloud <name>', `${Object.keys(knownClouds).join(', ')}; default public`)
    .option('--authority <url>', 'custom cloud: sign-in authority')
    .option('--management <url>', 'custom cloud: Resource Manager endpoint')
    .option('--storage-suffix <host>', 'custom cloud: suffix of account host names');
}

export function buildProgram(runner: Runner): Command {
  const program = new Command('stowage');
  program
    .description('Tables and blobs of Azure Storage from the command line.')
    .version(runner.version)
    .configureHelp({ showGlobalOptions: true })
    .option('--connection <name>', 'a saved connection, or "local" for the running local store')
    .option(
      '--connection-string <string>',
      'a connection string, SAS URL or SAS connection string; - reads it from standard input',
    )
    .option('--connection-string-file <file>', 'a file that contains it; default STOWAGE_CONNECTION_STRING')
    .option('--json', 'machine-readable JSON on standard output')
    .addOption(
      new Option('-o, --output <format>', 'what results are printed as; json is --json').choices([...outputFormats]),
    )
    .option('-q, --quiet', 'print results and failures only')
    .option(
      '--state-dir <dir>',
      'folder for journals and saved connections; default STOWAGE_STATE_DIR, or the folder of the app',
    )
    .option(
      '--retry-for <time>',
      'how long to go on while the service is busy, fails or cannot be reached, such as 30s, 10m or 2h; default 10m, for transfers without a connection 2m',
    )
    .option('--verbose', 'diagnostics on standard error');

  const globals = (): GlobalOptions => program.opts<GlobalOptions>();
  const does =
    <A extends unknown[]>(make: (...args: A) => CommandAction) =>
    (...args: A): Promise<void> =>
      runner.run(globals(), make(...args));

  program
    .command('emulator')
    .description('run the local store until Ctrl+C')
    .option('--data <dir>', 'data folder; default in the state folder')
    .option('--ports <ports>', 'BLOB,TABLE; default: free ports')
    .option('--published-key', 'accept the key published by Azurite, for tools that know no other')
    .option(
      '--memory',
      'store nothing on disk; for small data: deleting thousands of blobs can block it for up to a minute',
    )
    .action((options: EmulatorOptions) => runner.emulator(globals(), options));

  const connections = group(program, 'connections').description('saved connections');
  const addedConnection = connections
    .command('add <name>')
    .description('save the account of --connection-string, one with sign-in, or one of S3, under a name')
    .option('--account-name <account>', 'account name or URL, for accounts with sign-in')
    .addOption(new Option('--auth <way>', 'how to sign in').choices([...authNames]))
    .option('--tenant <tenant>', 'the tenant of the account; default: from the account')
    .option('--client-id <id>', 'client ID of a user-assigned managed identity')
    .option('--dfs-endpoint <url>', 'of its Data Lake service, where it does not follow from the address of its blobs')
    .option('--s3', 'a service that speaks S3; by default Amazon, with the keys of the environment or its profile')
    .option('--endpoint <url>', 'of another S3 service than Amazon; default AWS_ENDPOINT_URL')
    .option('--region <region>', 'of S3; default AWS_REGION, or that of the profile')
    .option('--profile <name>', 'of ~/.aws, with the keys; default AWS_PROFILE')
    .option('--access-key-id <id>', 'of a key that is stored; with --secret-key-file')
    .option('--secret-key-file <file>', 'the secret access key; - reads it from standard input')
    .option('--anonymous', 'without keys, for public buckets')
    .option('--path-style', 'name buckets in the path; default for other services than Amazon')
    .option('--no-path-style', 'name buckets in the host');
  cloudOptions(addedConnection).action(does(addConnection));
  connections
    .command('list')
    .description('names and URLs, without secrets')
    .action(does(() => listConnections));
  connections
    .command('rotate <name>')
    .description('replace one of the two keys of a connection, once the account accepts it; jobs continue with it')
    .addOption(new Option('--key <which>', 'which key').choices(accountKeyName.options).default('primary'))
    .option('--key-file <file>', 'the key, or the connection string that has it; - reads it from standard input')
    .option('--remove', 'forget the secondary key')
    .action(does((name: string, options: RotateOptions) => rotateKey(name, options)));
  connections
    .command('blocks <name>')
    .description('show or change block sizes and parallel blocks by file size; options of a transfer take precedence')
    .option('--set <row>', 'SIZE=BLOCKxPARALLEL, such as 100MiB=8MiBx8, for files from SIZE; may be repeated', collect)
    .option('--clear', 'make them automatic')
    .action(does((name: string, flags: BlocksFlags) => blockSizesOf(name, flags)));
  connections.command('remove <name>').description('remove a connection and its secret').action(does(removeConnection));

  cloudOptions(
    program
      .command('login')
      .description('sign in with the browser, for accounts without key access')
      .option('--device', 'sign in with a code on another device')
      .option('--tenant <tenant>', 'the tenant to sign in to; default: your home tenant')
      .option('--client-id <id>', 'client ID of your organisation’s app registration; saved'),
  ).action(does(login));
  program.command('logout [name]').description('sign out; default: all users').action(does(logout));
  program
    .command('accounts')
    .description('storage accounts of all identities')
    .option('--rights', 'list a little of each, and name the role to ask for where that is denied')
    .action(does((options: ListAccountsOptions) => listAccounts(options)));

  program
    .command('doctor')
    .description('ask the services of the saved connections what they answer, without changing anything')
    .option('--report', 'print a report without names and secrets, to be passed on')
    .action(does((options: { report?: boolean }) => doctor(runner.version, options)));

  const tables = group(program, 'tables').description('tables of an account');
  tables
    .command('list')
    .description('names, one per line')
    .action(does(() => listTables));
  tables
    .command('create <name>')
    .description('create an empty table')
    .option('--if-not-exists', 'succeed if the table already exists')
    .action(does(createTable));
  tables
    .command('delete <name>')
    .description('delete a table and all its entities')
    .option('--yes', 'confirm the deletion')
    .action(does((name: string, { yes }: { yes?: boolean }) => deleteTable(name, yes)));

  addQuery(program, runner, globals);
  addKeys(program, runner, globals);
  addIndexes(program, does);
  addTableFiles(program, does);
  addEntity(program, does);

  const containers = group(program, 'containers').description('containers of an account');
  containers
    .command('list')
    .description('names and last-modified times')
    .action(does(() => listContainers));
  containers.command('create <name>').description('create an empty container').action(does(createContainer));
  containers
    .command('delete <name>')
    .description('delete a container and all its blobs')
    .option('--yes', 'confirm the deletion')
    .action(does((name: string, { yes }: { yes?: boolean }) => deleteContainer(name, yes)));
  program
    .command('ls <path>')
    .alias('list')
    .description('blobs of CONTAINER[/PREFIX]')
    .option('--recursive', 'include all subfolders')
    .option('--match <glob>', `only names that match; ${globSyntax}`)
    .action(does(listBlobs));

  program
    .command('rm <path>')
    .usage('CONTAINER/BLOB|CONTAINER/PREFIX/|CONTAINER/PREFIX* --yes [--dry-run]')
    .description('delete a blob, or every blob whose name begins with what is before the slash or asterisk')
    .option('--yes', 'confirm the deletion')
    .option('--dry-run', 'list what would be deleted')
    .action(does(removeBlobs));

  const folders = group(program, 'folders').description('real folders of accounts with a hierarchical namespace');
  folders
    .command('create <path>')
    .usage('CONTAINER/FOLDER')
    .description('make an empty folder, with those above it')
    .action(does(createFolder));
  folders
    .command('move <path> <to>')
    .usage('CONTAINER/PATH CONTAINER/PATH')
    .description('rename or move a folder or file in one operation; nothing is replaced')
    .action(does(moveFolder));
  addAccess(program, does);

  uploadSettings(
    transferOptions(
      program
        .command('copy <path...>')
        .alias('cp')
        .usage('[options] SOURCE… TARGET')
        .description('upload, download, or copy between containers and accounts, depending on the arguments')
        .addHelpText('after', copyText),
    ),
  )
    .option('--hub <file>', hubText)
    .option('--follow-links', followLinksText)
    .action(does(copy));
  uploadSettings(
    transferOptions(
      program
        .command('upload <path...>')
        .usage('[options] PATH… CONTAINER[/PREFIX|/NAME]')
        .description('files and folders into a container; one file may get another name; - is standard input'),
    ),
  )
    .option('--hub <file>', hubText)
    .option('--follow-links', followLinksText)
    .action(does(upload));
  transferOptions(
    program
      .command('download <path...>')
      .usage('[options] CONTAINER[/PREFIX|/BLOB]… DIR|FILE|-')
      .description('blobs and folders to this computer; one blob may get another name; - is standard output'),
  )
    .option('--hub <file>', hubText)
    .action(does(download));

  addSync(program, does);
  addBlobCommands(program, does);
  addClusterCommands(program, runner, globals);
  addJobs(program, does, runner, globals);
  addLab(program, runner, globals);
  addHelp(program);
  addCompletion(program);
  program.hook('preAction', (_, command) => rejectEmptyValues(command));
  handOver(program, []);
  return program;
}

function addAccess(program: Command, does: Does): void {
  const acl = group(program, 'acl').description('who has access in accounts with a hierarchical namespace');
  acl
    .command('get <path>')
    .usage('CONTAINER[/PATH]')
    .description('owner, group, permissions and access list')
    .action(does(getAccess));
  acl
    .command('set <path>')
    .usage('CONTAINER[/PATH] [options]')
    .description('change them')
    .option('--acl <entries>', 'the whole list, such as user::rwx,user:ID:r-x,group::r-x,mask::r-x,other::---')
    .option('--acl-file <file>', 'the same from a file; entries may be on lines of their own')
    .option('--owner <id>', 'the object id of the owner')
    .option('--group <id>', 'the object id of the owning group')
    .option('--recursive', 'apply the entries to the folder and everything in it')
    .addOption(
      new Option(
        '--mode <mode>',
        'with --recursive: replace lists, change single entries, or remove them; default set',
      ).choices(['set', 'modify', 'remove']),
    )
    .option('--continue-at <token>', 'where an interrupted recursive change goes on, as it was printed')
    .action(does(setAccess));
}

type Does = <A extends unknown[]>(make: (...args: A) => CommandAction) => (...args: A) => Promise<void>;

function addJobs(program: Command, does: Does, runner: Runner, globals: () => GlobalOptions): void {
  const jobs = group(program, 'jobs').description('transfers and table jobs of this state folder, newest first');
  jobs
    .command('list')
    .description('one per line')
    .option('--hub <file>', ofHubText)
    .action(does((flags: HubFlags) => onHub(flags, listJobs, (hub, host) => hub.listHubJobs(flags, host))));
  jobs
    .command('show <id>')
    .description('status and failures')
    .option('--report <file>', 'write one CSV line per failed file')
    .option('--hub <file>', ofHubText)
    .action(
      does((id: string, flags: ShowFlags & HubFlags) =>
        onHub(flags, showJob(id, flags), (hub, host) => hub.showHubJob(id, flags, host)),
      ),
    );
  jobs
    .command('rejects <id> <file>')
    .description('save the rejected rows of an import, with reasons')
    .action(does(saveRejects));
  jobs
    .command('resume <id>')
    .description('resume; finished files are not transferred again')
    .option('--now', nowText)
    .option(
      '--source <string>',
      'SAS URL or connection string of the account that a copy reads from, if it is not saved',
    )
    .option('--sources-in <dir>', 'folder that now contains missing files of an upload; unchanged files continue')
    .option('--hub <file>', ofHubText)
    .action(
      does((id: string, flags: ResumeFlags & HubFlags) =>
        onHub(flags, resumeJob(id, flags), (hub, host) => hub.resumeHubJob(id, flags, host)),
      ),
    );
  jobs
    .command('cancel <id>')
    .description('cancel it; partial data is discarded')
    .option('--hub <file>', ofHubText)
    .action(
      does((id: string, flags: HubFlags) =>
        onHub(flags, cancelJob(id), (hub, host) => hub.control('cancel', id, flags, host)),
      ),
    );
  addHubJobs(jobs, runner, globals);
  jobs.command('forget <id>').description('remove it from the list').action(does(forgetJob));
}

const ofHubText = 'a job of the hub with this join file, instead of this state folder';

/** The command for a job of this state folder, or the one for a job of the hub that `--hub` names. */
function onHub(
  { hub }: HubFlags,
  here: CommandAction,
  there: (hubJobs: typeof HubJobs, session: Session) => Promise<number>,
): CommandAction {
  if (hub === undefined) return here;
  return async (session) => there(await import('./commands/hub-jobs'), session);
}

function addLab(program: Command, runner: Runner, globals: () => GlobalOptions): void {
  const lab = group(program, 'lab').description('measure storage performance');
  lab
    .command('list')
    .description('experiments and their parameters')
    .action(() => runner.runWithoutEngine(globals(), listExperiments));
  lab
    .command('run <experiment>')
    .description('measures, and writes report.html, report.pdf, data.csv and run.json')
    .option('--preset <id>', 'the values of a preset, such as study for those as published; see lab list')
    .option('--set <key=value>', 'a parameter; lists are separated by commas; may be repeated', collect)
    .option('--dry-run', 'show requests, time and cost; send nothing')
    .option('--out <dir>', 'output folder; default lab-ID in the working folder')
    .option('--name <name>', 'name of the run')
    .option('--node <name>', 'name of this machine in merged runs')
    .option('--processes <n>', 'so many processes of this machine at once on one table, 2 to 4; their runs are merged')
    .option('--hub <file>', 'measure on the machines of the hub with this join file, all at the same time')
    .option('--nodes <list>', 'with --hub: how many machines, or several numbers, such as 1,5,20, to compare them')
    .option(
      '--results <dir>',
      'with --hub: a folder that all machines see, for the run of each; default the output folder',
    )
    .option('--folder <dir>', 'transfer study: moves the files of this folder instead of random ones')
    .option('--also <connection>', 'transfer study: also measures this connection, in turn; may be repeated', collect)
    .option('--every <time>', 'transfer study: one sample each time, such as 1h, saved after each; see lab resume')
    .option('--for <time>', 'with --every: for so long; default 7d')
    .option('--objectives <text>', 'what the run is to find out; stands in its report')
    .option('--notes <text>', 'remarks that stand in its report')
    .option('--format <list>', formatText)
    .option('--bits', 'rates as kbit/s, Mbit/s and Gbit/s')
    .action((experiment: string, options: LabRunOptions) => runner.run(globals(), runLab(experiment, options)));
  lab
    .command('timed')
    .description('runs by timetable that have not ended, and when their next sample is due')
    .action(() => runner.run(globals(), listTimedLab()));
  lab
    .command('resume <run>')
    .description('continues a run by timetable at its next sample; ID or name')
    .option('--out <dir>', 'output folder; default lab-ID in the working folder')
    .option('--format <list>', formatText)
    .option('--bits', 'rates as kbit/s, Mbit/s and Gbit/s')
    .action((run: string, options: LabReportOptions) => runner.run(globals(), resumeTimedLab(run, options)));
  lab
    .command('end <run>')
    .description('ends a run by timetable with what it has measured; ID or name')
    .action((run: string) => runner.run(globals(), endTimedLab(run)));
  lab
    .command('compare <run> <others...>')
    .description('folders, run.json files, IDs or names of runs')
    .option('--out <dir>', 'also write the comparison to this folder')
    .option('--format <list>', formatText)
    .option('--bits', 'rates as kbit/s, Mbit/s and Gbit/s')
    .action((run: string, others: string[], options: LabReportOptions) =>
      runner.run(globals(), compareLab(run, others, options)),
    );
  lab
    .command('merge <run> <others...>')
    .description('runs of several machines as one; folders, run.json files, ids or names')
    .option('--name <name>', 'what the merged run is called')
    .option('--out <dir>', 'output folder; default lab-ID in the working folder')
    .option('--format <list>', formatText)
    .option('--bits', 'rates as kbit/s, Mbit/s and Gbit/s')
    .action((run: string, others: string[], options: LabReportOptions & { readonly name?: string }) =>
      runner.run(globals(), mergeLab(run, others, options)),
    );
  lab
    .command('report <source>')
    .description('the report of a run, or of any CSV with a heading line, such as a log of your own')
    .option('--value <column>', 'of a CSV: the column to draw; default the first that looks like a duration or a rate')
    .option('--by <column>', 'of a CSV: the column that groups the rows')
    .option('--unit <unit>', 'of a CSV: what the values are, such as ms or bytes/s')
    .option('--title <text>', 'of a CSV: the heading of the report')
    .option('--out <dir>', 'where the files go; default report-NAME in the working folder')
    .option('--format <list>', formatText)
    .option('--bits', 'rates as kbit/s, Mbit/s and Gbit/s')
    .action((source: string, options: LabReportOptions & CsvReportOptions) =>
      runner.run(globals(), reportLab(source, options)),
    );
}

const formatText = 'html, pdf, csv, json, xlsx, pptx, svg (each chart alone) or all; default html,pdf,csv,json';

const queryExamples = `
Examples:
  stowage query Orders --pk contoso --rk-prefix 2026-10-14T10:0 --where "Status eq 'failed'" --explain
  stowage query Orders --pk contoso --where "PlacedAt ge datetime'2026-10-14T10:00:00Z'" --where "Total gt 9.5"
`;

function addQuery(program: Command, runner: Runner, globals: () => GlobalOptions): void {
  conditions(program.command('query <table>').description('entities of a table, one per line'))
    .option('--select <columns>', 'columns, separated by commas')
    .option('--page-size <n>', 'entities per request, 1 to 1000; default 1000')
    .option('--token <token>', 'continue where an earlier query stopped')
    .addOption(new Option('--explain', 'show the filter and its cost; send nothing'))
    .addHelpText('after', queryExamples)
    .action((table: string, options: QueryOptions & { readonly explain?: boolean }) => {
      const wanted = queryFrom(table, options);
      return options.explain
        ? runner.runWithoutEngine(globals(), (output) => explain(wanted, output, options))
        : runner.run(globals(), runQuery(wanted, options));
    });
  conditions(program.command('count <table>').description('number of entities that match')).action(
    (table: string, options: QueryOptions) => runner.run(globals(), countEntities(queryFrom(table, options), options)),
  );
}

const keysExamples = `
Without --query, the queries are those that the app has recorded for the table.
Examples:
  stowage keys Blogs --query "Author eq 'Brady' and Category eq 'Sports'" --query "Author eq 'Brady'"
  stowage keys Orders --pk Shop --rk PlacedAt,RowKey --newest-first --buckets 16
`;

function addKeys(program: Command, runner: Runner, globals: () => GlobalOptions): void {
  program
    .command('keys <table>')
    .description('proposes keys for a table from its queries, and what each query costs today and afterwards')
    .option('--query <filter>', 'a query that matters, as an OData filter; may be repeated', collect)
    .option('--pk <columns>', 'what the PartitionKey is made of, separated by commas, instead of the proposal')
    .option('--rk <columns>', 'the same for the RowKey; guid is a new value for every row')
    .option('--delimiter <text>', 'what stands between the parts of a key; default one that no value holds')
    .option('--buckets <n>', 'divides every partition into so many, for more writes than one can take')
    .option('--newest-first', 'times sort backwards')
    .addHelpText('after', keysExamples)
    .action((table: string, options: KeysOptions) => runner.run(globals(), designKeys(table, options)));
}

function addIndexes(program: Command, does: Does): void {
  const index = group(program, 'index').description('secondary indexes of a table, stored in the table itself');
  index
    .command('list <table>')
    .description('the indexes of a table, with their property and state')
    .action(does(listIndexes));
  index
    .command('create <table> <name>')
    .description('add a copy of every entity, ordered by a property, to its partition, and verify them')
    .option('--property <property>', 'what the index orders rows by')
    .action(does(createIndex));
  index
    .command('verify <table> <name>')
    .description('count missing, stale and orphaned rows of an index; exit code 1 if there are any')
    .action(does(verifyIndex));
  index
    .command('repair <table> <name>')
    .description('verify an index, and write or delete what differs; also completes an interrupted creation')
    .action(does(repairIndex));
  index
    .command('drop <table> <name>')
    .description('delete an index with its rows; entities stay')
    .option('--yes', 'confirm the deletion')
    .action(does(dropIndex));
}

/** What a query, a count and an export have in common. */
function conditions(command: Command): Command {
  const key = (short: string, name: string): Command =>
    command
      .option(`--${short} <value>`, `${name} is`)
      .option(`--${short}-prefix <prefix>`, `${name} starts with`)
      .option(`--${short}-from <value>`, `${name} from, inclusive`)
      .option(`--${short}-to <value>`, `${name} to, inclusive`);
  key('pk', 'PartitionKey');
  key('rk', 'RowKey');
  return command
    .option('--delimiter <character>', 'prefixes and range ends match whole parts up to this delimiter')
    .option('--exact-bounds', 'range ends include only that key, not keys that start with it')
    .option('--time-from <time>', 'start of a time window over a diagnostics table, inclusive; UTC without an offset')
    .option('--time-to <time>', 'end of the window, exclusive')
    .option(
      '--where <condition>',
      'a condition on properties, as in the examples; may be repeated, all must match',
      collect,
    )
    .option('--filter <odata>', 'the whole filter, instead of all others')
    .option('--limit <n>', 'stop after this many entities')
    .option('--split-or', 'run the ranges of an or in parallel');
}

function addTableFiles(program: Command, does: Does): void {
  program
    .command('import <table> <file>')
    .description('rows of a CSV, TSV, JSON, JSON Lines or Parquet file into a table; - is standard input')
    .option('--dry-run', 'check the whole file; send nothing')
    .option(
      '--pk <column>',
      'the column of the PartitionKey, or an expression such as {Date:yyyyMMdd};{Id}, {Id:hash:16} or {random:4}; default PartitionKey',
    )
    .option('--rk <column>', 'the column of the RowKey, or an expression; default RowKey')
    .option('--pk-value <text>', 'one PartitionKey for all rows')
    .option('--rk-guid', 'a GUID as the RowKey of every row')
    .option('--types <file>', 'JSON object with the types of columns')
    .option('--zone <zone>', 'the time zone of times without an offset, such as Europe/Berlin; default UTC')
    .option('--encoding <name>', 'text encoding, such as windows-1251 or shift_jis; default: detected')
    .option('--decimal <point|comma>', 'decimal separator of numbers in the file; default point')
    .option('--null <text>', 'treat cells with exactly this text as missing, such as NULL')
    .option(
      '--odd-rows <text|reject>',
      'for a few values of a different type than the rest of their column: store the column as text, or reject those rows; default text',
    )
    .option('--mode <mode>', 'insert, upsert-merge or upsert-replace; default insert')
    .option('--batch <n>', 'entities per batch, 1 to 100; default: tuned automatically')
    .option('--concurrency <n>', 'batches in flight, 1 to 64; default: tuned automatically')
    .option('--rejects <file>', 'save rejected rows with reasons; with --hub a folder, with a file for each shard')
    .option('--resume', 'resume an interrupted import of this file')
    .option('--hub <file>', hubText)
    .action(does(importFile));
  conditions(
    program.command('export <table> <file>').description('entities of a table into a .csv, .jsonl or .parquet file'),
  )
    .option('--columns <columns>', 'columns, separated by commas')
    .option('--skip-index-rows', 'leave out the rows of secondary indexes and their definitions')
    .option('--overwrite <policy>', 'if the file already exists: always or never; default always')
    .option('--spreadsheet <decimals>', 'write a .csv for spreadsheets with a decimal point or comma')
    .option('--resume', 'resume an interrupted export to this file')
    .option('--hub <file>', `${hubText}, into a folder of that name with a file for each shard`)
    .action(does(exportTable));
}

const placesText = `
An argument is a folder on this computer if it begins with ./ ../ / ~ or a drive; otherwise it is a container or a folder
in one, as for copy. Names are compared below the two folders. A file of --filter-from has a rule a line, + PATTERN or
- PATTERN; the first that matches a name decides.
`;

const syncText = `${placesText}
A second run of an unchanged tree sends nothing. Deletions come last, and only if nothing has failed.
--compare etag: a copy into an Azure account records the ETag of its source as metadata, and is made again when that has
changed. In S3 equal ETags mean equal content; where two differ, the properties of the objects are read, and where those
reveal no MD5 (of objects that are encrypted with a key of their owner, or in parts), size and time decide.
`;

function addSync(program: Command, does: Does): void {
  comparingOptions(
    addAliases(
      program
        .command('sync <source> <target>')
        .usage('[options] SOURCE TARGET')
        .description('make TARGET equal to SOURCE: folders, containers, or folders in them'),
    )
      .option('--compare <how>', 'mtime-size, md5 or etag; default mtime-size')
      .option(
        '--delete-destination <when>',
        'what is only at the target: never, prompt (asks once) or true; default never',
      )
      .option('--max-delete <n>', 'with more deletions than this, delete nothing; default 1000')
      .option('--allow-empty-source', 'delete even if SOURCE holds nothing to sync')
      .option(
        '--backup-dir <place>',
        'what is replaced or deleted goes to a folder named by the time in CONTAINER/PREFIX, or in a local folder',
      ),
  )
    .option('--block-size <bytes>', 'auto, or a size such as 4MiB; default auto')
    .option('--concurrency <n>', 'auto, or requests in flight, 1 to 256; default auto')
    .option('--verify <mode>', 'md5, length or none; default md5')
    .option('--limit-rate <bytes>', 'bytes per second, or a size such as 4MiB')
    .option('--preserve-times', 'always on: later runs compare the times')
    .option('--empty-folders', emptyFoldersText)
    .option('--follow-links', followLinksText)
    .option('--dry-run', 'show the plan; change nothing')
    .option('--report <file>', 'write one CSV line per file')
    .option('--now', nowText)
    .option('--hub <file>', hubText)
    .addOption(new Option('--overwrite <policy>').hideHelp())
    .addHelpText('after', syncText)
    .action(does(sync));
  comparingOptions(
    program
      .command('check <a> <b>')
      .usage('[options] A B')
      .description('compare two places and change neither; ends with 1 where they differ')
      .option('--compare <how>', 'md5, mtime-size or size; default md5, and size where no MD5 is stored')
      .option('--empty-folders', 'compare empty folders and their markers, too')
      .option('--follow-links', 'follow symbolic links of local folders; circular links are left out')
      .option('--report <format>', 'print the differences as csv or json')
      .option('--hub <file>', hubText),
  )
    .addHelpText('after', placesText)
    .action(does(check));
}

/** Which names take part, and other tools' names for how they are compared. */
function comparingOptions(command: Command): Command {
  return command
    .option('--include <glob>', `only files that match; ${globSyntax}; may be repeated`, collect)
    .option('--exclude <glob>', 'no files that match, and nothing in folders of that name; may be repeated', collect)
    .option('--filter-from <file>', 'rules of a file: + PATTERN and - PATTERN')
    .option('--include-path <paths>', 'only these files and folders, separated by semicolons')
    .addOption(new Option('--compare-hash <hash>').hideHelp())
    .addOption(new Option('--checksum').hideHelp());
}

const emptyFoldersText = 'store and create empty folders, as markers with the metadata hdi_isfolder';
const followLinksText = 'follow symbolic links of a local source; circular links are skipped';
const globSyntax = '*, ?, **, {a,b}';
const nowText = 'run even in hours in which the schedule pauses transfers';

const copyText = `
An argument is local if it begins with ./ ../ / ~ or a drive, or is -. NAME:CONTAINER/PATH refers to a saved connection,
https://ACCOUNT.blob…/CONTAINER/PATH at that address, s3://BUCKET/KEY to S3 with the keys of the environment or its
profile. Anything else is CONTAINER/PATH of the connection, unless a source of that name exists on this computer: then
that is read. If both exist, a line says which one is meant.
`;

function transferOptions(command: Command): Command {
  return addAliases(command)
    .option('--block-size <bytes>', 'auto, or a size such as 4MiB; default auto')
    .option('--concurrency <n>', 'auto, or requests in flight, 1 to 256; default auto')
    .option('--overwrite <policy>', 'never, always, if-newer, if-different or rename; default never')
    .option('--verify <mode>', 'md5, length or none; default md5')
    .option('--limit-rate <bytes>', 'bytes per second, or a size such as 4MiB')
    .option('--include <glob>', `only files that match; ${globSyntax}; may be repeated`, collect)
    .option(
      '--exclude <glob>',
      'no files that match, and nothing in folders of that name; a pattern with wildcards means folders if it ends in /; may be repeated',
      collect,
    )
    .option('--preserve-times', 'store and set modification times, in metadata that rclone and AzCopy read')
    .option('--empty-folders', emptyFoldersText)
    .option('--dry-run', 'show what would happen; transfer nothing')
    .option('--report <file>', 'write one CSV line per file')
    .option('--now', nowText);
}

function uploadSettings(command: Command): Command {
  return command
    .option('--content-type <type>', 'stored with each blob; default: from the file extension')
    .option('--cache-control <value>', 'stored with each blob, such as max-age=3600')
    .option('--content-encoding <value>', 'stored with each blob, such as gzip')
    .option('--content-disposition <value>', 'stored with each blob, such as attachment')
    .option('--content-language <value>', 'stored with each blob, such as de')
    .option('--metadata <name=value>', 'metadata of each blob; may be repeated', collect)
    .option('--tags <name=value>', 'index tag of each blob; may be repeated', collect)
    .option('--preserve-properties', 'keep headers, metadata, tags and tier of replaced blobs')
    .option('--change-blob-type', 'also replace page and append blobs; they become block blobs');
}

const collect = (value: string, before: readonly string[] | undefined): string[] => [...(before ?? []), value];

/**
 * How errors leave commander, which subcommands do not inherit: usage errors as Stowage errors, the end of printed help
 * as commander's error.
 */
function handOver(command: Command, path: readonly string[]): void {
  const help = path.length === 0 ? 'stowage help' : ['stowage', ...path, '--help'].join(' ');
  const leave = (error: CommanderError): never => {
    throw usageError(error, { help, usage: usageOf(command, path) }) ?? error;
  };
  command.exitOverride(leave).configureOutput({ outputError: () => undefined });
  // They do inherit from their group that any word is accepted, to list the known commands.
  if (command.commands.length === 0) command.allowExcessArguments(false);
  for (const child of command.commands) handOver(child, [...path, child.name()]);
}

/** Null where it only printed help or the version. */
function usageOf(command: Command, path: readonly string[]): string {
  const written = command.usage().replaceAll(/<([^>]+)>/gu, (_, name: string) => name.toUpperCase());
  return ['stowage', ...path, written].join(' ');
}

/** `usage`: how the command is written. */
function usageError(error: CommanderError, { help, usage }: { help: string; usage: string }): StowageError | null {
  if (error.exitCode === 0 || error.code === 'commander.help') return null;
  const problem = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  if (problem.startsWith("unknown option '--hub")) {
    const fix = `It is for ${onHubText}, and for jobs. See ${help}.`;
    throw invalidInput('--hub', 'this command runs on this machine only.', fix);
  }
  const [, argument] = /^missing required argument '([^']+)'$/u.exec(problem) ?? [];
  if (argument !== undefined) {
    return invalidInput(argument.toUpperCase(), 'it is missing.', `Write ${usage}. See ${help}.`);
  }
  const [, option = ''] = /^unknown option '([^']+)'$/u.exec(problem) ?? [];
  const fix = `${Object.hasOwn(instead, option) ? `${instead[option] ?? ''} ` : ''}See ${help}.`;
  return new StowageError('invalid.input', problem, {
    context: { field: 'Command line', problem: `${problem}.`.replace(/\.\.$/, '.'), fix },
  });
}
