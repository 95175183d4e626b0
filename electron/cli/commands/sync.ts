// `stowage sync SOURCE TARGET` and `stowage check A B`: two places, each a folder on this machine, a container, or a folder
// in one.
import { existsSync } from 'node:fs';
import { errorMessage, recordedSentence } from '@shared/error-text';
import { invalidInput } from '@shared/errors';
import { shortText } from '@shared/import/edm-inference';
import { type SyncCompare, type SyncSettings, defaultMaxDelete, syncCompare } from '@shared/model/sync';
import { formatBytes, formatCount } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import { reportLine } from '@shared/charting/csv-line';
import { textOfNamedFile } from '../named-file';
import { SyncTally } from '../../engine/transfers/sync/compare-places';
import { leftOutText } from '../../engine/transfers/records/remarks';
import { type SyncEntry, needsContent, pathOf } from '../../engine/transfers/sync/sync-plan';
import type { SyncLocation, SyncRequest } from '../../engine/transfers/sync/sync-spec';
import { exitCodes } from '../exit-codes';
import { counted, parseChoice, parseWhole } from '../numbers';
import { rejectSecrets } from '../reject-secrets';
import type { CommandAction, Session } from '../session';
import { type Endpoint, connectionOf, endpointOf, onAccount } from './endpoints';
import { follow } from './follow-jobs';
import { preservingOptions } from './losses';
import { assertFolders, hintAtPlaces, rejectLocalName } from './place-hints';
import { checkTargetPath, writeReport } from './transfer-report';
import { type TransferFlags, optionsFrom } from './transfers';
import { withoutAliases } from './transfer-aliases';
import { beginningOf } from './timetable-wait';

export interface ComparingFlags {
  readonly compare?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly filterFrom?: string;
  readonly includePath?: string;
  readonly emptyFolders?: boolean;
  readonly followLinks?: boolean;
}

export interface SyncFlags extends TransferFlags, ComparingFlags {
  readonly deleteDestination?: string;
  readonly maxDelete?: string;
  readonly allowEmptySource?: boolean;
  readonly backupDir?: string;
  readonly compareHash?: string;
  readonly checksum?: boolean;
}

export function sync(sourceText: string, targetText: string, given: SyncFlags): CommandAction {
  const flags = withoutAliases(given);
  return async (session) => {
    const { source, target, places } = await locationsOf([sourceText, targetText], session);
    if (flags.overwrite !== undefined) {
      throw invalidInput('--overwrite', 'a sync replaces what differs, and nothing else.', 'Remove it.');
    }
    const { overwrite: _overwrite, ...options } = optionsFrom(flags);
    const deletes = parseChoice('--delete-destination', flags.deleteDestination ?? 'never', deleteChoices);
    const request: SyncRequest = {
      source,
      target,
      options,
      ...(await patternsFrom(flags)),
      settings: {
        compare: compareFrom(flags, 'mtime-size', ['mtime-size', 'md5', 'etag']),
        deletes: deletes === 'never' || deletes === 'false' ? 'never' : 'all',
        maxDelete: parseWhole('--max-delete', flags.maxDelete ?? String(defaultMaxDelete), 0, Number.MAX_SAFE_INTEGER),
        ...(flags.allowEmptySource === true ? { emptySource: 'allowed' as const } : {}),
        ...(await filtersFrom(flags)),
        ...(flags.backupDir === undefined ? {} : { backup: flags.backupDir }),
      },
      ...beginningOf(flags),
    };
    rejectBackupElsewhere(request);
    if (flags.report !== undefined) await checkTargetPath('--report', flags.report);
    await assertFolders(
      places.map((place, at) => ({ ...place, is: at === 0 ? 'SOURCE' : 'TARGET' })),
      session,
    );
    await session.engine.recovered;
    if (flags.dryRun === true) return printPlan(request, session, flags.report);
    if (flags.hub !== undefined) return (await import('./places-on-hub')).syncOnHub(request, flags, session);
    const { transfers } = session.engine.rooms;
    const settings = deletes === 'prompt' ? await approved(request, session) : request.settings;
    const code = await follow(session, [await transfers.sync({ ...request, settings })], {
      ...flags,
      ...(target.kind === 'local' ? { targetDir: target.dir } : {}),
    });
    return hintAtPlaces(
      code,
      places.map((place, at) => ({ ...place, is: at === 0 ? 'source' : 'target' })),
      session,
    );
  };
}

const deleteChoices = ['never', 'false', 'prompt', 'true'] as const;

async function locationsOf(
  [first, second]: readonly [string, string],
  session: Session,
): Promise<{
  readonly source: SyncLocation;
  readonly target: SyncLocation;
  readonly places: readonly { readonly text: string; readonly endpoint: Endpoint }[];
}> {
  rejectSecrets('PATH', [first, second]);
  const known = await session.engine.rooms.connections.list();
  const context = { known, connection: connectionOf(session) };
  const target = endpointOf('TARGET', second, { ...context, isLocal: () => false });
  const source = endpointOf('SOURCE', first, { ...context, isLocal: (path) => existsSync(path) });
  rejectLocalName(second, target);
  return {
    source: await locationOf('SOURCE', source, session),
    target: await locationOf('TARGET', target, session),
    places: [
      { text: first, endpoint: source },
      { text: second, endpoint: target },
    ],
  };
}

async function locationOf(field: string, endpoint: Endpoint, session: Session): Promise<SyncLocation> {
  if (endpoint.kind === 'local') {
    if (endpoint.path === '-') throw invalidInput(field, 'standard input is no folder.', 'Name a folder.');
    return { kind: 'local', dir: endpoint.path };
  }
  const { container, rest: prefix } = endpoint;
  return { kind: 'remote', connectionId: await onAccount(session, endpoint.account).connectionId(), container, prefix };
}

function compareFrom(
  { compare, ...flags }: ComparingFlags & Pick<SyncFlags, 'compareHash' | 'checksum'>,
  standard: SyncCompare,
  choices: readonly SyncCompare[],
): SyncCompare {
  if (flags.compareHash !== undefined) {
    if (flags.compareHash.toLowerCase() === 'md5') return 'md5';
    if (flags.compareHash.toLowerCase() !== 'none') {
      throw invalidInput('--compare-hash', `"${flags.compareHash}" is unknown.`, 'Use MD5 or None.');
    }
  }
  if (flags.checksum === true) return 'md5';
  return parseChoice(
    '--compare',
    compare ?? standard,
    syncCompare.options.filter((one) => choices.includes(one)),
  );
}

/** A folder of AzCopy's `--include-path` means all that is in it. */
async function patternsFrom({
  include,
  exclude,
  includePath,
}: ComparingFlags): Promise<Pick<SyncRequest, 'include' | 'exclude'>> {
  const paths = (includePath ?? '').split(';').filter((path) => path !== '');
  const wanted = [...(include ?? []), ...paths.flatMap((path) => pathPatterns(path))];
  return { ...(wanted.length === 0 ? {} : { include: wanted }), ...(exclude === undefined ? {} : { exclude }) };
}

function pathPatterns(path: string): readonly string[] {
  const plain = path.replace(/^\/+|\/+$/gu, '');
  return [`/${plain}`, `/${plain}/**`];
}

async function filtersFrom({ filterFrom }: ComparingFlags): Promise<{ filters?: string[] }> {
  if (filterFrom === undefined) return {};
  const text = await textOfNamedFile('--filter-from', filterFrom);
  const filters = text
    .split(/\r?\n/u)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[#;]/u.test(line));
  const wrong = filters.find((line) => !/^[+-] *\S/u.test(line));
  if (wrong === undefined) return { filters };
  throw invalidInput(
    '--filter-from',
    `"${shortText(wrong)}" is no rule.`,
    'Begin each line with + or - and a pattern, or with #.',
  );
}

function rejectBackupElsewhere({ target, settings: { backup } }: SyncRequest): void {
  if (backup === undefined || target.kind === 'local') return;
  if (/^(?:\.{0,2}\/|[A-Za-z]:|https?:)/u.test(backup)) {
    throw invalidInput(
      '--backup-dir',
      'blobs are moved within their account.',
      'Write CONTAINER/PREFIX of the account of the target.',
    );
  }
}

/** Asks on standard error; the answer is a line of standard input. */
async function approved(request: SyncRequest, session: Session): Promise<SyncSettings> {
  const { engine, output, signal } = session;
  const { settings } = request;
  const names: string[] = [];
  let count = 0;
  let hasSource = false;
  const onSource = (): void => void (hasSource = true);
  for await (const entries of engine.rooms.transfers.planSync(request, { signal, onSource })) {
    for (const entry of entries) {
      if (entry.what !== 'only there') continue;
      count += 1;
      if (count <= settings.maxDelete) names.push(entry.name);
    }
  }
  if (count === 0) return { ...settings, deletes: 'never' };
  if (count > settings.maxDelete) return settings;
  for (const name of names.slice(0, shownNames)) output.info(`only at the target: ${name}`);
  if (count > shownNames) output.info(`and ${formatCount(count - shownNames)} more`);
  if (!hasSource) output.info('SOURCE holds nothing to sync. Check its path before you answer.');
  output.info(`Delete ${count === 1 ? 'it' : `these ${formatCount(count)}`}? y or n`);
  if (!/^y(?:es)?$/iu.test(await answerFrom(session))) {
    output.info('Nothing is deleted.');
    return { ...settings, deletes: 'never' };
  }
  return { ...settings, deletes: names };
}

const shownNames = 20;

async function answerFrom({ input, isInputTaken }: Session): Promise<string> {
  if (isInputTaken) return '';
  let text = '';
  for await (const piece of input()) {
    text += String(piece);
    if (text.includes('\n')) break;
  }
  return text.split('\n', 1)[0]?.trim() ?? '';
}

const actions: Readonly<Record<SyncEntry['what'], string>> = {
  new: 'new',
  changed: 'changed',
  same: 'same',
  'only there': 'only-there',
  problem: 'problem',
  'left out': 'left-out',
};

/** A line for each name that is not the same on both sides, and the sums. */
async function printPlan(request: SyncRequest, session: Session, report: string | undefined): Promise<number> {
  const { engine, output, signal } = session;
  const isCopy = request.source.kind === 'remote' && request.target.kind === 'remote';
  const tally = new SyncTally(optionsFrom({ ...request.options } as TransferFlags), isCopy ? 'copy' : 'other');
  const rows: {
    source: string;
    target: string;
    bytes: number | null;
    outcome: string;
    code: string;
    message: string;
  }[] = [];
  let lists = 0;
  let hasSource = false;
  const onRequest = (): void => void (lists += 1);
  const onSource = (): void => void (hasSource = true);
  for await (const entries of engine.rooms.transfers.planSync(request, { signal, onRequest, onSource })) {
    const lines: { cells: string[]; record: object }[] = [];
    for (const entry of entries) {
      tally.add(entry);
      if (entry.what === 'same') continue;
      const bytes = bytesOf(entry);
      const action = entry.what === 'only there' && entry.deletes ? 'delete' : actions[entry.what];
      const error = entry.what === 'problem' ? entry.error : null;
      const message = error === null ? '' : recordedSentence(error);
      const why = entry.what === 'left out' ? leftOutText(entry.step.why) : '';
      const record = {
        event: 'item',
        action,
        name: entry.name,
        bytes,
        ...(error === null ? {} : { code: error.code, message }),
        ...(why === '' ? {} : { reason: why }),
      };
      const shown = `${entry.name}${error === null ? (why === '' ? '' : `  (${why})`) : `  (${errorMessage(error).title})`}`;
      lines.push({ cells: [action.padEnd(10), (bytes === null ? '' : formatBytes(bytes)).padEnd(10), shown], record });
      if (report !== undefined) {
        const source = 'source' in entry ? pathOf(entry.source) : '';
        rows.push({
          source,
          target: entry.name,
          bytes,
          outcome: `would-${action}`,
          code: error?.code ?? '',
          message: message || why,
        });
      }
    }
    output.table(
      ['', '', ''],
      lines.map(({ cells }) => cells),
      lines.map(({ record }) => record),
    );
    await output.taken(signal);
  }
  if (report !== undefined) await writeReport(report, rows, { of: 'a dry run' });
  const { sums, problems, leftOut, requests } = tally;
  if (!hasSource && sums.deleted.files > 0 && needsContent(request.settings)) {
    output.info('SOURCE holds nothing to sync: no deletion would be made without --allow-empty-source.');
  } else if (sums.deleted.files > request.settings.maxDelete) {
    output.info(
      `${counted(sums.deleted.files, 'deletion')} are more than --max-delete ${formatCount(request.settings.maxDelete)}: none would be made.`,
    );
  }
  if (output.json) {
    const { deleted, stays, ...others } = sums;
    output.record(
      { event: 'summary', ...others, delete: deleted, onlyThere: stays, problems, leftOut, requests, lists },
      '',
    );
  } else {
    const part = (text: string, { files, bytes }: { files: number; bytes: number }): string =>
      `${formatCount(files)} ${text} (${formatBytes(bytes)})`;
    output.info(
      `${[part('new', sums.new), part('changed', sums.changed), part('the same', sums.same), part('to delete', sums.deleted), part('only at the target', sums.stays)].join(', ')}${problems === 0 ? '' : `, ${counted(problems, 'problem')}`}; ${counted(requests, 'request')} and ${counted(lists, 'page')} of listings.`,
    );
  }
  return problems === 0 ? exitCodes.done : exitCodes.someFailed;
}

function bytesOf(entry: SyncEntry): number | null {
  if (entry.what === 'problem' || entry.what === 'left out') return null;
  return entry.what === 'only there' ? entry.target.bytes : entry.source.bytes;
}

export interface CheckFlags extends ComparingFlags {
  readonly hub?: string;
  readonly report?: string;
  readonly compareHash?: string;
  readonly checksum?: boolean;
}

/** Why a name is reported. */
type Difference = 'only in A' | 'only in B' | 'size' | 'content' | 'not read';

export function check(first: string, second: string, flags: CheckFlags): CommandAction {
  return async (session) => {
    const { engine, output, signal } = session;
    const report = flags.report === undefined ? null : parseChoice('--report', flags.report, ['csv', 'json']);
    const { source, target, places } = await locationsOf([first, second], session);
    await assertFolders(
      places.map((place, at) => ({ ...place, is: at === 0 ? 'A' : 'B' })),
      session,
    );
    const how = compareFrom(flags, 'md5', ['mtime-size', 'md5', 'size']);
    let bySize = 0;
    const { emptyFolders, followLinks } = preservingOptions(flags);
    if (followLinks !== undefined && source.kind !== 'local' && target.kind !== 'local') {
      throw invalidInput('--follow-links', 'neither place is a folder of this machine.', 'Remove it.');
    }
    const links = { emptyFolders, followLinks };
    const request = { source, target, ...links, how, ...(await patternsFrom(flags)), ...(await filtersFrom(flags)) };
    if (flags.hub !== undefined) return (await import('./places-on-hub')).checkOnHub(request, flags, session);
    const counts = { same: 0, 'only in A': 0, 'only in B': 0, size: 0, content: 0, 'not read': 0 };
    if (report === 'csv') output.bytes(Buffer.from(reportLine(['cause', 'name', 'bytesA', 'bytesB', 'message'])));
    const tell = (cause: Difference, name: string, sizes: readonly (number | null)[], message = ''): void => {
      counts[cause] += 1;
      const [bytesA = null, bytesB = null] = sizes;
      const record = { event: 'difference', cause, name, bytesA, bytesB, ...(message === '' ? {} : { message }) };
      if (report === 'csv') {
        output.bytes(Buffer.from(reportLine([cause, name, String(bytesA ?? ''), String(bytesB ?? ''), message])));
      } else if (report === 'json' && !output.json) output.bytes(Buffer.from(`${JSON.stringify(record)}\n`));
      else output.record(record, visibleLine(`${cause.padEnd(10)}  ${name}${message === '' ? '' : `  (${message})`}`));
    };
    const compared = engine.rooms.transfers.compare({ ...request, onNoMd5: () => (bySize += 1) }, { signal });
    for await (const { pairs, asides } of compared) {
      for (const aside of asides) {
        if (aside.kind === 'problem') tell('not read', aside.path, [], recordedSentence(aside.error));
      }
      for (const { name, what, source: a, target: b } of pairs) {
        if (what === 'same') counts.same += 1;
        else if (what === 'new') tell('only in A', name, [a?.bytes ?? null]);
        else if (what === 'only there') tell('only in B', name, [null, b?.bytes ?? null]);
        else tell(a?.bytes === b?.bytes ? 'content' : 'size', name, [a?.bytes ?? null, b?.bytes ?? null]);
      }
      await output.taken(signal);
    }
    signal.throwIfAborted();
    const { same, ...differences } = counts;
    const differing = Object.values(differences).reduce((sum, count) => sum + count, 0);
    if (bySize > 0) output.info(`${counted(bySize, 'name')} compared by size alone, because no MD5 is stored.`);
    const summary = { event: 'summary', same, ...differences, comparedBySize: bySize };
    if (output.json) output.record(summary, '');
    else if (report === 'json') output.bytes(Buffer.from(`${JSON.stringify(summary)}\n`));
    else {
      const causes = Object.entries(differences).filter(([, count]) => count > 0);
      const list = causes.map(([cause, count]) => `${formatCount(count)} ${cause}`).join(', ');
      output.info(`${formatCount(same)} the same${list === '' ? '' : `, ${list}`}.`);
    }
    return differing === 0 ? exitCodes.done : exitCodes.someFailed;
  };
}
