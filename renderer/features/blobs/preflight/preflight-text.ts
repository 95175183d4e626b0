// Describes a preflight: how many items there are, what a policy would do with them, and what is unknown. Pure.
import { StowageError } from '@shared/errors';
import type { OverwritePolicy } from '@shared/model/transfer';
import type { PreflightSum, TransferPreflight } from '@shared/model/transfer-preflight';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { bytesLacking, movable, outcomeOf, takenFiles } from '@shared/preflight/outcome';
import { formatBytes, formatCount } from '@shared/units';
import { visibleLine } from '@shared/visible-text';
import { describeError } from '@renderer/ui';
import type { TransferKind } from './wanted-transfer';

/** `2,003 files, 1.2 GiB`, or the count until now. */
export function sizeText(preflight: TransferPreflight, policy: OverwritePolicy): string {
  const { state, way, counted: reach } = preflight;
  const messages = sumText(movable(preflight, policy), way === 'up' ? 'file' : 'blob');
  if (state === 'under-way') return t`${messages} so far`;
  return reach === 'all' ? messages : t`More than ${messages}: counting stopped there`;
}

/** `3 names already exist`. */
export function takenText(preflight: TransferPreflight): string {
  const files = takenFiles(preflight);
  return plural(files)`${formatCount(files)} name already exists | ${formatCount(files)} names already exist`;
}

/** Which side carries the bytes of a copy, and what a move does besides; a sentence each. */
export function directionMessages(way: TransferPreflight['way'], kind: TransferKind): readonly string[] {
  const messages = {
    up: [],
    down: [],
    service: [t`Server-side copy: no data passes through this computer, unless the service refuses.`],
    'between-accounts': [
      t`To another account: a server-side copy if the service can read the source; otherwise the data passes through this computer.`,
    ],
    'this-machine': [t`The data passes through this computer: the service cannot reach a local store.`],
  }[way];
  return takesAway(kind) ? [...messages, t`Each source blob is deleted after its copy has been verified.`] : messages;
}

function takesAway(kind: TransferKind): boolean {
  return kind === 'move' || kind === 'rename';
}

/** The free space on the disk of a download; empty if it is unknown. */
export function diskSpaceText(preflight: TransferPreflight, policy: OverwritePolicy): string {
  if (preflight.freeBytes === null) return '';
  const free = formatBytes(preflight.freeBytes);
  const lacking = bytesLacking(preflight, policy);
  return lacking === 0
    ? t`Free disk space: ${free}.`
    : t`Not enough disk space: ${free} free, ${formatBytes(lacking)} more needed.`;
}

/** The effect of the policy on names that exist, and what is sent then; a sentence each. */
export function outcomeText(
  preflight: TransferPreflight,
  policy: OverwritePolicy,
  kind: TransferKind,
): readonly string[] {
  const noun = kind === 'upload' ? 'file' : 'blob';
  const { sent, replaced, renamed, skipped, compared } = outcomeOf(preflight, policy);
  const messages: string[] = [];
  if (replaced > 0) {
    messages.push(
      kind === 'download'
        ? plural(replaced)`${formatCount(replaced)} file is replaced. | ${formatCount(replaced)} files are replaced.`
        : plural(
            replaced,
          )`${formatCount(replaced)} existing blob is replaced. | ${formatCount(replaced)} existing blobs are replaced.`,
    );
  }
  if (compared.files > 0) {
    messages.push(
      plural(
        compared.files,
      )`${counted(compared.files, noun)} has the same size as the existing one, which is replaced if the checksums differ. | ${counted(compared.files, noun)} have the same size as the existing ones, which are replaced if the checksums differ.`,
    );
  }
  if (renamed > 0) {
    messages.push(
      plural(
        renamed,
      )`${counted(renamed, noun)} gets a number in its name. | ${counted(renamed, noun)} get a number in their names.`,
    );
  }
  if (skipped.files > 0) {
    messages.push(
      plural(skipped.files)`${counted(skipped.files, noun)} is skipped. | ${counted(skipped.files, noun)} are skipped.`,
    );
  }
  if (takesAway(kind) && skipped.files > 0) messages.push(t`Skipped blobs stay where they are.`);
  if (sent.files > 0) messages.push(sentText(sumText(sent, noun), kind));
  else if (compared.files === 0) messages.push(nothingText(kind));
  return messages;
}

function sentText(sum: string, kind: TransferKind): string {
  return {
    upload: t`To upload: ${sum}.`,
    download: t`To download: ${sum}.`,
    copy: t`To copy: ${sum}.`,
    move: t`To move: ${sum}.`,
    rename: t`To rename: ${sum}.`,
  }[kind];
}

function nothingText(kind: TransferKind): string {
  return {
    upload: t`Nothing to upload.`,
    download: t`Nothing to download.`,
    copy: t`Nothing to copy.`,
    move: t`Nothing to move.`,
    rename: t`Nothing to rename.`,
  }[kind];
}

/** What was skipped or remains unknown, a sentence each. */
export function remarkMessages(preflight: TransferPreflight): readonly string[] {
  const { links, specials, emptyFolders, oneWay, looked, problem, state, writing } = preflight;
  const messages: string[] = [];
  if (writing.length > 0) {
    const names = firstOf(writing);
    messages.push(
      plural(
        writing.length,
      )`Another unfinished transfer writes to the same names: ${names}. Its files are not counted here; the choice above applies to them as well. | Other unfinished transfers write to the same names: ${names}. Their files are not counted here; the choice above applies to them as well.`,
    );
  }
  if (links > 0) {
    messages.push(
      plural(
        links,
      )`${formatCount(links)} symbolic link is not followed. | ${formatCount(links)} symbolic links are not followed.`,
    );
  }
  if (emptyFolders > 0) {
    messages.push(
      plural(
        emptyFolders,
      )`${formatCount(emptyFolders)} empty folder is skipped. | ${formatCount(emptyFolders)} empty folders are skipped.`,
    );
  }
  if (oneWay !== undefined) {
    const example = visibleLine(oneWay.example);
    messages.push(
      plural(
        oneWay.blobs,
      )`${formatCount(oneWay.blobs)} blob has a name that no upload can use (${example}). Its file gets %XX, which a later upload does not reverse. | ${formatCount(oneWay.blobs)} blobs have names that no upload can use (first: ${example}). Their files get %XX, which a later upload does not reverse.`,
    );
  }
  if (specials > 0) {
    messages.push(
      plural(
        specials,
      )`${formatCount(specials)} entry is skipped: neither a file nor a folder. | ${formatCount(specials)} entries are skipped: neither files nor folders.`,
    );
  }
  if (looked === 'all' || state !== 'complete') return messages;
  const why = problem === null ? '' : describeError(StowageError.fromShape(problem)).title;
  messages.push(
    problem === null
      ? t`Not all names were checked. The choice above also applies to those that already exist.`
      : t`Not all names could be checked: ${why}. The choice above applies to existing names as well.`,
  );
  return messages;
}

/** `cargo, crew and 7 more`. */
function firstOf(titles: readonly string[]): string {
  const first = titles.slice(0, maxTitles).join(', ');
  return titles.length > maxTitles ? t`${first} and ${formatCount(titles.length - maxTitles)} more` : first;
}

/** More would push the rest of the summary out of view. */
const maxTitles = 3;

function sumText({ files, bytes }: Pick<PreflightSum, 'files' | 'bytes'>, noun: 'file' | 'blob'): string {
  return `${counted(files, noun)}, ${formatBytes(bytes)}`;
}
