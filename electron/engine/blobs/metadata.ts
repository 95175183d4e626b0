// Converts metadata to and from headers. Names keep their case; the service compares them without it.
import { invalidInput } from '@shared/errors';
import { hasProblems, metadataProblems } from '@shared/blob-details/metadata-rules';
import type { NamedValue } from '@shared/model/blob-details';
import { t } from '@shared/strings/t';
import { type ServiceResponse, metadataPrefix } from '../azure/account';

/** In the order of the answer. */
export function metadataOf({
  headers,
  metadataNames,
}: Pick<ServiceResponse, 'headers' | 'metadataNames'>): NamedValue[] {
  return Object.entries(headers)
    .filter(([header]) => header.startsWith(metadataPrefix))
    .map(([header, value]) => ({ name: metadataNames[header] ?? header.slice(metadataPrefix.length), value }));
}

export function metadataHeaders(metadata: readonly NamedValue[]): Readonly<Record<string, string>> {
  return Object.fromEntries(metadata.map(({ name, value }) => [`${metadataPrefix}${name}`, value]));
}

/** Throws `invalid.input` for values that the service would reject. */
export function assertMetadata(metadata: readonly NamedValue[]): void {
  const problems = metadataProblems(metadata);
  if (!hasProblems(problems)) return;
  const at = problems.rows.findIndex(({ name, value }) => name !== undefined || value !== undefined);
  const row = problems.rows[at];
  const problem = row?.name ?? row?.value ?? problems.list ?? '';
  const field = `Metadata ${metadata[at]?.name ?? ''}`.trim();
  throw invalidInput(field, t`cannot be stored.`, problem);
}
