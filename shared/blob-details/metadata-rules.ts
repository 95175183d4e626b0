// Rules for the metadata and the HTTP headers of a blob, checked before anything is sent. Metadata: names that are C#
// identifiers, values that fit into HTTP headers, 8 KiB in total. Source: Naming and Referencing Containers, Blobs, and
// Metadata.
import { counted } from '../strings/counted';
import { t } from '../strings/t';
import type { BlobHttpHeader, BlobHttpHeaders, NamedValue } from '../model/blob-details';

export const maxMetadataBytes = 8192;

/** Sentences with the fix; empty if everything is valid. */
export interface PairProblems {
  /** Problems by position in the list. */
  readonly rows: readonly { readonly name?: string; readonly value?: string }[];
  /** Problem of the list as a whole. */
  readonly list?: string;
}

export function hasProblems({ rows, list }: PairProblems): boolean {
  return list !== undefined || rows.some(({ name, value }) => name !== undefined || value !== undefined);
}

export function metadataProblems(metadata: readonly NamedValue[]): PairProblems {
  const seen = new Set<string>();
  const rows = metadata.map(({ name, value }) => {
    const nameProblem = metadataNameProblem(name) ?? (seen.has(name.toLowerCase()) ? twice : null);
    seen.add(name.toLowerCase());
    const valueProblem = value === '' ? emptyValue : headerValueProblem(value);
    return {
      ...(nameProblem === null ? {} : { name: nameProblem }),
      ...(valueProblem === null ? {} : { value: valueProblem }),
    };
  });
  const bytes = metadataBytes(metadata);
  if (bytes <= maxMetadataBytes) return { rows };
  const over = counted(bytes - maxMetadataBytes, 'byte');
  return { rows, list: t`Names and values exceed the limit of 8 KiB by ${over}. Shorten them.` };
}

const twice = t`This name is already in use. Names are compared case-insensitively.`;
const emptyValue = t`Enter a value, or remove the entry.`;

export function metadataNameProblem(name: string): string | null {
  if (name === '') return t`Enter a name.`;
  if (/^[0-9]/u.test(name)) return t`A name must start with a letter or an underscore (C# identifier).`;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/u.test(name))
    return t`A name can contain only letters, digits and underscores (C# identifier).`;
  return null;
}

/** Names and values as the service counts them. */
export function metadataBytes(metadata: readonly NamedValue[]): number {
  return metadata.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
}

/** In the order of the form, by their HTTP names. */
export const httpHeaderNames: Readonly<Record<BlobHttpHeader, string>> = {
  contentType: 'Content-Type',
  contentEncoding: 'Content-Encoding',
  contentLanguage: 'Content-Language',
  contentDisposition: 'Content-Disposition',
  cacheControl: 'Cache-Control',
};
export const httpHeaderOrder = Object.keys(httpHeaderNames) as readonly BlobHttpHeader[];

/** A sentence with the fix; null for a valid value. An empty value means that the header is not set. */
export function headerValueProblem(value: string): string | null {
  if (value !== value.trim()) return t`Leading and trailing spaces are lost in transit. Remove them.`;
  if (/[^\x20-\x7e]/u.test(value)) return t`HTTP headers can contain only printable ASCII. Encode other characters.`;
  return null;
}

/** The problems by header. */
export function headerProblems(http: BlobHttpHeaders): Readonly<Partial<Record<BlobHttpHeader, string>>> {
  const problems: Partial<Record<BlobHttpHeader, string>> = {};
  for (const header of httpHeaderOrder) {
    const problem = headerValueProblem(http[header]) ?? formProblem(header, http[header]);
    if (problem !== null) problems[header] = problem;
  }
  return problems;
}

function formProblem(header: BlobHttpHeader, value: string): string | null {
  if (header !== 'contentType' || value === '' || /^[^\s/;]+\/[^\s/;]+(\s*;.*)?$/u.test(value)) return null;
  return t`A media type has two parts, as in text/plain or text/plain; charset=utf-8.`;
}
