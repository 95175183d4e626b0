// The options of `stowage upload` for the settings stored with each blob besides its bytes.
import {
  type PairProblems,
  headerProblems,
  headerValueProblem,
  httpHeaderNames,
  httpHeaderOrder,
  metadataProblems,
} from '@shared/blob-details/metadata-rules';
import { tagProblems } from '@shared/blob-details/tag-rules';
import { invalidInput } from '@shared/errors';
import type { NamedValue } from '@shared/model/blob-details';
import type { BlobSettings, TransferOptions } from '@shared/model/transfer';

export interface UploadSettingFlags {
  readonly contentType?: string;
  readonly contentEncoding?: string;
  readonly contentLanguage?: string;
  readonly contentDisposition?: string;
  readonly cacheControl?: string;
  readonly metadata?: readonly string[];
  readonly tags?: readonly string[];
  readonly preserveProperties?: boolean;
  readonly changeBlobType?: boolean;
}

/** Throws `invalid.input` for values that the service would reject. */
export function uploadSettingsFrom(
  flags: UploadSettingFlags,
): Pick<TransferOptions, 'blob' | 'preserveProperties' | 'changeBlobType'> {
  const blob: BlobSettings = {};
  const empty = { contentType: '', contentEncoding: '', contentLanguage: '', contentDisposition: '', cacheControl: '' };
  for (const header of httpHeaderOrder) {
    const value = flags[header];
    if (value === undefined) continue;
    const option = `--${httpHeaderNames[header].toLowerCase()}`;
    const problem = headerValueProblem(value) ?? headerProblems({ ...empty, [header]: value })[header];
    if (problem !== undefined) throw invalidInput(option, `"${value}" is not a valid header.`, problem);
    blob[header] = value;
  }
  if (flags.metadata !== undefined) blob.metadata = pairsOf('--metadata', flags.metadata, metadataProblems);
  if (flags.tags !== undefined) blob.tags = pairsOf('--tags', flags.tags, tagProblems);
  return {
    ...(Object.keys(blob).length === 0 ? {} : { blob }),
    ...(flags.preserveProperties === true ? { preserveProperties: true } : {}),
    ...(flags.changeBlobType === true ? { changeBlobType: true } : {}),
  };
}

/** Throws `invalid.input` naming the option. */
export function pairsOf(
  option: string,
  texts: readonly string[],
  problemsOf: (pairs: readonly NamedValue[]) => PairProblems,
): Record<string, string> {
  const pairs = texts.map((text): NamedValue => {
    const at = text.indexOf('=');
    if (at < 1)
      throw invalidInput(
        option,
        `"${text}" is not NAME=VALUE.`,
        option.startsWith('--')
          ? `Use ${option} NAME=VALUE once for each.`
          : 'Write a name, an equals sign and a value.',
      );
    return { name: text.slice(0, at), value: text.slice(at + 1) };
  });
  const { rows, list } = problemsOf(pairs);
  for (const [index, row] of rows.entries()) {
    const problem = row.name ?? row.value;
    if (problem !== undefined) throw invalidInput(option, `"${texts[index] ?? ''}" cannot be stored.`, problem);
  }
  if (list !== undefined) throw invalidInput(option, 'that exceeds the limit of a blob.', list);
  return Object.fromEntries(pairs.map(({ name, value }) => [name, value]));
}
