// Parts of sentences that the texts of all subjects share. Each copes with a context that contains no names.
import type { ErrorContext } from '../errors';
import { t } from '../strings/t';
import { formatDuration } from '../units';
import { visibleLine } from '../visible-text';

/** A value of the context as words. */
export function text(c: ErrorContext, name: string, otherwise: string): string {
  const value = c[name];
  return value === undefined || value === '' ? otherwise : String(value);
}

/** A value of the context between quotation marks; nothing in it turns the sentence around. */
export function quoted(c: ErrorContext, name: string, otherwise: string): string {
  const value = text(c, name, '');
  return value === '' ? otherwise : t`“${visibleLine(value)}”`;
}

/** The kind of a thing and its name. */
export function named(c: ErrorContext, name: string, kind: string): string {
  return `${kind} ${quoted(c, name, '')}`.trim();
}

/** The account, by its name where it is known. */
export function account(c: ErrorContext): string {
  return c.account === undefined ? t`The account` : t`Account ${quoted(c, 'account', '')}`;
}

/** The host that was asked. */
export function host(c: ErrorContext): string {
  return text(c, 'host', t`the service`);
}

/** The most precise object that is named: blob, container, table. */
export function object(c: ErrorContext, otherwise: string): string {
  if (c.blob !== undefined) return t`blob ${quoted(c, 'blob', '')}`;
  if (c.container !== undefined) return t`container ${quoted(c, 'container', '')}`;
  if (c.table === undefined) return otherwise;
  return isOfEntities(c) ? t`an entity of ${quoted(c, 'table', '')}` : t`table ${quoted(c, 'table', '')}`;
}

/** What was asked for is about the entities of a table and not about the table. */
export const isOfEntities = (c: ErrorContext): boolean =>
  c.table !== undefined && /Entity|Transaction/.test(text(c, 'operation', ''));

/** The operation and its object. */
export function what(c: ErrorContext): string {
  const target = object(c, '');
  const operation = text(c, 'operation', t`the request`);
  return target === '' ? operation : t`${operation} on ${target}`;
}

/** A reason in brackets, or nothing. */
export function because(c: ErrorContext, name: string): string {
  const reason = text(c, name, '');
  return reason === '' ? '' : ` (${reason})`;
}

/** A detail behind a colon, or nothing. */
export function colon(c: ErrorContext, name: string): string {
  const detail = text(c, name, '').replace(/[.\s]+$/, '');
  return detail === '' ? '' : `: ${detail}`;
}

/** The time that was allowed, or nothing. */
export function within(c: ErrorContext): string {
  return typeof c.limitMs === 'number' ? t` within ${formatDuration(c.limitMs)}` : '';
}

/** With a capital at the beginning. */
export function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** With a small letter at the beginning. */
export function lower(words: string): string {
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

/** With a mark at the end, as a sentence has. */
export function closed(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}
