// The request for a shared access signature, its rules, and its permissions in the order that the signature requires.
import { z } from 'zod';
import { parseMoment } from '../query/ticks';
import { t } from '../strings/t';

export const sasResource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('blob'), container: z.string(), name: z.string() }),
  z.object({ kind: z.literal('container'), container: z.string() }),
  z.object({ kind: z.literal('table'), table: z.string() }),
]);
export type SasResource = z.infer<typeof sasResource>;

export const sasRequest = z.object({
  resource: sasResource,
  /** The service's letters; empty if a stored access policy supplies them. */
  rights: z.string(),
  /** ISO time to the second, in UTC (`2026-03-01T08:00:00Z`); empty if not set. */
  startsOn: z.string(),
  expiresOn: z.string(),
  /** One IPv4 address or a range `a-b`; empty for any. */
  ipRange: z.string(),
  protocol: z.enum(['https', 'https,http']),
  /** Name of a stored access policy; empty for none. */
  policy: z.string(),
});
export type SasRequest = z.infer<typeof sasRequest>;

/** Permissions by kind, in the order that the service requires. Source: Create a service SAS. */
export const sasRights = {
  blob: [
    { letter: 'r', word: t`read` },
    { letter: 'a', word: t`add` },
    { letter: 'c', word: t`create` },
    { letter: 'w', word: t`write` },
    { letter: 'd', word: t`delete` },
    { letter: 'x', word: t`delete versions` },
    { letter: 't', word: t`tags` },
  ],
  container: [
    { letter: 'r', word: t`read` },
    { letter: 'a', word: t`add` },
    { letter: 'c', word: t`create` },
    { letter: 'w', word: t`write` },
    { letter: 'd', word: t`delete` },
    { letter: 'x', word: t`delete versions` },
    { letter: 'l', word: t`list` },
    { letter: 't', word: t`tags` },
  ],
  table: [
    { letter: 'r', word: t`query` },
    { letter: 'a', word: t`add` },
    { letter: 'u', word: t`update` },
    { letter: 'd', word: t`delete` },
  ],
} as const satisfies Record<SasResource['kind'], readonly { readonly letter: string; readonly word: string }[]>;

/** The letters in the service's order, each once, without those of other kinds. */
export function orderedRights(kind: SasResource['kind'], letters: string): string {
  return sasRights[kind]
    .map(({ letter }) => letter)
    .filter((letter) => letters.includes(letter))
    .join('');
}

/** Whether these permissions allow changing anything. */
export function grantsWriting(letters: string): boolean {
  return /[^rl]/u.test(letters);
}

export type SasField = 'rights' | 'startsOn' | 'expiresOn' | 'ipRange';

/** Problems by field: a sentence with the fix. */
export function sasProblems(request: SasRequest, nowMs: number): Readonly<Partial<Record<SasField, string>>> {
  const { policy, rights, startsOn, expiresOn, ipRange, resource } = request;
  const problems: Partial<Record<SasField, string>> = {};
  if (rights === '' && policy === '')
    problems.rights = t`Choose at least one permission, or a stored access policy that grants some.`;
  if (rights !== orderedRights(resource.kind, rights))
    problems.rights = t`List each permission once, in the order of the service.`;
  const start = timeProblem(startsOn);
  if (start !== null) problems.startsOn = start;
  if (expiresOn === '' && policy === '')
    problems.expiresOn = t`Enter an expiry, or choose a stored access policy that has one.`;
  else {
    const end = timeProblem(expiresOn) ?? endProblem(startsOn, expiresOn, nowMs);
    if (end !== null) problems.expiresOn = end;
  }
  const ip = ipProblem(ipRange);
  if (ip !== null) problems.ipRange = ip;
  return problems;
}

/**
 * A time in UTC as users write it (`2026-03-01`, `2026-03-01 8:00`), in the form of a request; any other text is
 * unchanged.
 */
export function sasTime(typed: string): string {
  const text = typed.trim();
  const found = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d?):(\d\d)(?::(\d\d))?)?Z?$/u.exec(text);
  if (found === null) return text;
  const [, day = '', hour = '00', minute = '00', second = '00'] = found;
  return `${day}T${hour.padStart(2, '0')}:${minute}:${second}Z`;
}

/** The moment as the service takes it: `2026-03-01T08:00:00Z`. */
export function sasTimeAt(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

function timeProblem(text: string): string | null {
  if (text === '') return null;
  const isWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u.test(text);
  return isWritten && parseMoment(text, 'utc') !== null ? null : t`Enter a UTC time, such as 2026-03-01T08:00:00Z.`;
}

function endProblem(startsOn: string, expiresOn: string, nowMs: number): string | null {
  if (expiresOn === '') return null;
  if (Date.parse(expiresOn) <= nowMs)
    return t`The expiry is in the past, so the SAS could not be used. Enter a later time.`;
  return startsOn !== '' && Date.parse(expiresOn) <= Date.parse(startsOn)
    ? t`The expiry must be after the start.`
    : null;
}

function ipProblem(text: string): string | null {
  if (text === '') return null;
  const parts = text.split('-');
  const numbers = parts.map(addressNumber).filter((number) => number !== null);
  if (parts.length > 2 || numbers.length < parts.length) {
    return t`Enter one IPv4 address, or a range: 203.0.113.4-203.0.113.9.`;
  }
  const [first = 0, last = first] = numbers;
  return first > last ? t`The first address must not be above the last.` : null;
}

function addressNumber(text: string): number | null {
  if (!/^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/u.test(text)) return null;
  const parts = text.split('.').map(Number);
  return parts.every((part) => part <= 255) ? parts.reduce((sum, part) => sum * 256 + part, 0) : null;
}
