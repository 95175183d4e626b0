// The words for refusals for want of a right: credentials, signatures, secrets.
import type { ErrorContext } from '../errors';
import { account, because, lower, quoted, text, what } from './phrases';
import type { WordsOf } from './wording';

export const accessWords: WordsOf<'auth'> = {
  'auth.denied': (c) => ({
    title: 'Access denied',
    explanation: `${account(c)} refused ${what(c)}${because(c, 'serviceCode')}.`,
    action: 'Check the credentials of the connection and the network rules of the account.',
  }),
  'auth.key-rejected': (c) => ({
    title: 'Account key not accepted',
    explanation: `${account(c)} does not accept the saved key. It may have been rotated.`,
    action: 'Enter the current key in the connection.',
  }),
  'auth.sas-expired': (c) => ({
    title: 'The SAS has expired',
    explanation: `The shared access signature for ${lower(account(c))} was valid until ${text(c, 'expiredOn', 'a time in the past')}.`,
    action: 'Enter a new SAS in the connection. Work that was under way can then go on.',
  }),
  'auth.sas-lacks-right': (c) => ({
    title: sasLackTitle(c),
    explanation: `The shared access signature does not allow ${what(c)}.`,
    action: 'Use a SAS that includes it, or another connection.',
  }),
  'auth.clock-skew': (c) => ({
    title: `Your clock is ${plural(c, 'minutes', 'minute')} off`,
    explanation: `This machine's clock is ${skew(c)} the service, so its signatures are refused.`,
    action: 'Set the clock of this machine, then try again.',
  }),
  'auth.secret-missing': (c) => ({
    title: 'The secret is needed again',
    explanation: `The secret of ${quoted(c, 'connection', 'this connection')} is not stored on this machine.`,
    action: 'Edit the connection and enter its key or SAS again.',
  }),
};

function sasLackTitle(c: ErrorContext): string {
  if (c.lacks === 'service') return 'This SAS is for another service';
  if (c.lacks === 'resource-type') return 'This SAS does not reach that level';
  return c.right === undefined ? 'This SAS does not allow that' : `This SAS lacks the right to ${text(c, 'right', '')}`;
}

function skew(c: ErrorContext): string {
  if (c.direction === 'ahead') return 'ahead of';
  return c.direction === 'behind' ? 'behind' : 'not in step with';
}

function plural(c: ErrorContext, name: string, unit: string): string {
  const count = c[name];
  if (typeof count !== 'number') return `some ${unit}s`;
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}
