// Parts of sentences that the texts of all subjects share. Each copes with a context that contains no names.
import type { ErrorContext } from '../errors';
import { t } from '../strings/t';
import { formatDuration } from '../units';
import { visibleLine } from '../visible-text';

/** A value of the context as text. */
export function text(c: ErrorContext, name: string, otherwise: string): string {
  const value = c[name];
  return value === undefined || value === '' ? otherwise : String(value);
}

/** A value of the context in quotation marks; it cannot change the direction of the sentence. */
export function quoted(c: ErrorContext, name: string, otherwise: string): string {
  const value = text(c, name, '');
  return value === '' ? otherwise : t`“${visibleLine(value)}”`;
}

/** The kind of a thing and its name. */
export function named(c: ErrorContext, name: string, kind: string): string {
  return `${kind} ${quoted(c, name, '')}`.trim();
}

/** The account, by name if it is known. */
export function account(c: ErrorContext): string {
  return c.account === undefined ? t`The account` : t`Account ${quoted(c, 'account', '')}`;
}

/** The account within a sentence. */
export function ofAccount(c: ErrorContext): string {
  return c.account === undefined ? t`the account` : t`account ${quoted(c, 'account', '')}`;
}

/** The host that the request was sent to. */
export function host(c: ErrorContext): string {
  return text(c, 'host', t`the service`);
}

/** The most specific object in the context: blob, container, table. */
export function object(c: ErrorContext, otherwise: string): string {
  if (c.blob !== undefined) return t`blob ${quoted(c, 'blob', '')}`;
  if (c.container !== undefined) return container(c);
  if (c.table === undefined) return otherwise;
  return isOfEntities(c) ? t`an entity of ${quoted(c, 'table', '')}` : t`table ${quoted(c, 'table', '')}`;
}

/** The container of the context, whatever blob of it the request was about. */
export function container(c: ErrorContext): string {
  const name = quoted(c, 'container', '');
  if (c.store === 's3') return name === '' ? t`the bucket` : t`bucket ${name}`;
  return name === '' ? t`the container` : t`container ${name}`;
}

/** The table of the context, whatever entity of it the request was about. */
export function table(c: ErrorContext): string {
  return c.table === undefined ? t`the table` : t`table ${quoted(c, 'table', '')}`;
}

/** Whether the operation concerns the entities of a table and not the table itself. */
export const isOfEntities = (c: ErrorContext): boolean =>
  c.table !== undefined && /Entity|Transaction/.test(text(c, 'operation', ''));

/** The operation and its object. */
export function what(c: ErrorContext): string {
  const target = object(c, '');
  const operation = text(c, 'operation', t`the request`);
  return target === '' ? operation : t`${operation} on ${target}`;
}

/** As `what`, for sentences that do not name the account: it is the object of what has no other. */
export function whatWhere(c: ErrorContext): string {
  const isOfAccount = object(c, '') === '' && c.account !== undefined;
  return isOfAccount ? t`${what(c)} on ${ofAccount(c)}` : what(c);
}

/** A reason in brackets; empty if there is none. */
export function because(c: ErrorContext, name: string): string {
  const reason = text(c, name, '');
  return reason === '' ? '' : ` (${reason})`;
}

/** A detail after a colon; empty if there is none. */
export function colon(c: ErrorContext, name: string): string {
  const detail = text(c, name, '').replace(/[.\s]+$/, '');
  return detail === '' ? '' : `: ${detail}`;
}

/** The time limit; empty if there is none. */
export function within(c: ErrorContext): string {
  return typeof c.limitMs === 'number' ? t` within ${formatDuration(c.limitMs)}` : '';
}

/** With an initial capital. */
export function capital(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}`;
}

/** With a punctuation mark at the end. */
export function closed(phrase: string): string {
  return /[.!?…]$/.test(phrase) ? phrase : `${phrase}.`;
}
