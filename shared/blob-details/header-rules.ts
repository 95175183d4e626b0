// Rules for the HTTP headers of a blob, checked before anything is sent.
import type { BlobHttpHeader, BlobHttpHeaders } from '../model/blob-details';
import { t } from '../strings/t';

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
  if (value !== value.trim()) return t`Spaces at the ends are lost on the way. Remove them.`;
  if (/[^\x20-\x7e]/u.test(value)) return t`HTTP headers carry printable ASCII only. Encode other characters.`;
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
