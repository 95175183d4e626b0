// The words for every failure, once, for the window and the command line alike: what happened, to which object,
// why, and what to do next. The map is exhaustive: a code without words does not compile.
import { type ErrorCode, type ErrorContext, errorCodes } from './errors';
import { formatBytes, formatDuration } from './units';

/** Words for people. Titles carry no full stop; the rest are sentences. */
export interface ErrorWords {
  readonly title: string;
  readonly explanation: string;
  /** The next step, where there is one to take. */
  readonly action?: string;
}

/** What words are made of: a StowageError is one, and so is its form that crosses processes. */
export interface WordableError {
  readonly code: ErrorCode;
  readonly context: ErrorContext;
}

export function errorWords(error: WordableError): ErrorWords {
  return words[error.code](error.context);
}

/** One line: title, explanation and next step. */
export function sentence(error: WordableError): string {
  const { title, explanation, action } = errorWords(error);
  return [`${title}.`, explanation, action ?? ''].filter((part) => part !== '').join(' ');
}

/** Narrows a code that came over a wire. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code);
}

type Wording = (context: ErrorContext) => ErrorWords;

const words: Readonly<Record<ErrorCode, Wording>> = {
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

  'not-found.connection': (c) => ({
    title: 'No such connection',
    explanation: `There is no saved connection ${quoted(c, 'connection', 'of that name')}.`,
    action: 'Choose another connection or add this one.',
  }),
  'not-found.table': (c) => missing('Table', quoted(c, 'table', 'with that name'), account(c)),
  'not-found.entity': (c) => ({
    title: 'Entity not found',
    explanation: `${named(c, 'table', 'Table')} has no entity with these keys. It may have been deleted meanwhile.`,
    action: 'Run the query again.',
  }),
  'not-found.container': (c) => missing('Container', quoted(c, 'container', 'with that name'), account(c)),
  'not-found.blob': (c) => ({
    title: 'Blob not found',
    explanation: `${quoted(c, 'blob', 'The blob')} no longer exists${inContainer(c)}.`,
    action: 'Refresh the listing.',
  }),
  'not-found.job': () => ({
    title: 'No such transfer',
    explanation: 'The transfer was removed from the list.',
  }),
  'not-found.session': () => ({
    title: 'The query has ended',
    explanation: 'Its pages are no longer kept by the engine.',
    action: 'Run the query again.',
  }),
  'not-found.source': () => ({
    title: 'The picked file is not known any more',
    explanation: 'What was picked or dropped is remembered only while the window is open.',
    action: 'Pick or drop it again.',
  }),
  'not-found.resource': (c) => ({
    title: 'Not found',
    explanation: `${account(c)} has nothing at the address of ${what(c)}.`,
    action: 'Refresh, and check the endpoint of the connection.',
  }),

  'conflict.exists': (c) => ({
    title: 'Already exists',
    explanation: `${capital(object(c, 'What you want to create'))} already exists.`,
    action: 'Choose another name, or open the existing one.',
  }),
  'conflict.being-deleted': (c) => ({
    title: 'Still being deleted',
    explanation: `The service is still deleting ${object(c, 'something with that name')}. This takes up to a few minutes.`,
    action: 'Try again in a moment, or use another name.',
  }),
  'conflict.etag-changed': (c) => ({
    title: 'Changed by somebody else',
    explanation: `${capital(object(c, 'The item'))} was changed after you read it. Nothing was overwritten.`,
    action: 'Compare both versions and decide which one to keep.',
  }),
  'conflict.blob-changed': (c) => ({
    title: 'The blob changed during the download',
    explanation: `${quoted(c, 'blob', 'The blob')} was overwritten while it was read. Parts of two versions are never mixed.`,
    action: 'Start the download again.',
  }),
  'conflict.source-changed': (c) =>
    typeof c.problem === 'string'
      ? {
          title: 'The source changed meanwhile',
          explanation: capital(c.problem),
          action: 'Try again when nobody writes to it.',
        }
      : {
          title: 'The file changed during the upload',
          explanation: `${quoted(c, 'source', 'The file')} was changed while it was read${sizes(c)}. Nothing was committed.`,
          action: 'Upload it again when nobody writes to it.',
        },
  'conflict.target-exists': (c) => ({
    title: 'The target already exists',
    explanation: `${quoted(c, 'path', 'A file or blob of that name')} is already there and was not replaced.`,
    action: 'Choose whether to replace it, or transfer to another place.',
  }),
  'conflict.leased': (c) => ({
    title: 'Leased',
    explanation: `${capital(object(c, 'The blob'))} has an active lease that somebody else holds.`,
    action: 'Wait until the lease ends, or break it.',
  }),
  'conflict.public-access-off': (c) => ({
    title: 'Public access is switched off',
    explanation: `${account(c)} allows no anonymous access to any of its containers. Nothing was changed.`,
    action: 'Allow it in the configuration of the account first, or hand out a shared access signature instead.',
  }),
  'conflict.archived': (c) => ({
    title: 'Archived',
    explanation: `${quoted(c, 'blob', 'The blob')} is in the archive tier and cannot be read there.`,
    action: 'Rehydrate it to the hot or cool tier first. This can take hours.',
  }),
  'conflict.blocks-lost': (c) => ({
    title: 'Uploaded blocks are gone',
    explanation: `The service no longer has all blocks of ${quoted(c, 'blob', 'the blob')}. They expire after a week, and another upload to the same name discards them.`,
    action: 'Start the upload again.',
  }),
  'conflict.read-only': (c) => ({
    title: 'This connection is read-only',
    explanation: `${quoted(c, 'connection', 'The connection')} is marked as production and locked.`,
    action: 'Unlock it in the navigator to write, then lock it again.',
  }),
  'conflict.other': (c) => ({
    title: 'Not possible in the present state',
    explanation:
      typeof c.problem === 'string'
        ? capital(c.problem)
        : `The service refused ${what(c)}${because(c, 'serviceCode')}.`,
    ...(typeof c.problem === 'string' ? {} : { action: 'Refresh, and look at the state of the item.' }),
  }),

  'throttled.server-busy': (c) => ({
    title: 'The service is busy',
    explanation: `${account(c)} asks for patience${waiting(c)}.`,
    action: 'Try again later, or with fewer requests at once.',
  }),
  'throttled.server-error': (c) => ({
    title: 'The service had an internal error',
    explanation: `${account(c)} could not complete ${what(c)}${because(c, 'status')}, after several tries.`,
    action: 'Try again in a moment.',
  }),

  'network.refused': (c) => ({
    title: 'Connection refused',
    explanation: `Nothing answers at ${host(c)}.`,
    action: 'Check the address and port. An emulator must be running.',
  }),
  'network.name-unknown': (c) =>
    c.reason === 'unknown-name'
      ? {
          title: 'Host not found',
          explanation: `The name ${host(c)} cannot be resolved.`,
          action: 'Check the account name and endpoint, and whether this machine is online.',
        }
      : {
          title: 'No network',
          explanation: `${capital(host(c))} cannot be reached from here.`,
          action: 'Check whether this machine is online. Work waits and goes on when it is.',
        },
  'network.reset': (c) => ({
    title: 'Connection lost',
    explanation: `The connection to ${host(c)} was closed in the middle of ${during(c)}.`,
    action: 'Try again.',
  }),
  'network.timeout': (c) => ({
    title: 'No answer in time',
    explanation: `${capital(host(c))} did not answer${within(c)}.`,
    action: 'Try again. If it stays, check the network and the state of the service.',
  }),
  'network.stalled': (c) => ({
    title: 'The transfer stalled',
    explanation: `Hardly any byte moved between this machine and ${host(c)}${within(c)}.`,
    action: 'Check the network, then try again.',
  }),
  'network.certificate': (c) => ({
    title: 'Certificate not trusted',
    explanation: `${capital(host(c))} shows a certificate that this machine does not trust${because(c, 'reason')}.`,
    action: 'Check the address and the clock. A proxy that opens encrypted traffic must be trusted by the system.',
  }),
  'network.not-azure': (c) => ({
    title: 'That was not the storage service',
    explanation: `Something else answered in place of ${host(c)}, such as a sign-in page of the network or a proxy.`,
    action: 'Sign in to the network, or check the endpoint and its protocol.',
  }),
  'network.truncated': (c) => ({
    title: 'The answer ended early',
    explanation: `${capital(host(c))} sent only a part${received(c)}. A part is never taken for the whole.`,
    action: 'Try again.',
  }),
  'network.checksum': (c) => ({
    title: 'Damaged on the way',
    explanation: `The checksum of ${object(c, 'what was sent')} did not match, several times.`,
    action: 'Try again. If it stays, something on the network changes the data.',
  }),
  'network.engine-restarted': () => ({
    title: 'The engine restarted',
    explanation: 'It stopped before it had answered. Transfers go on where they were.',
    action: 'Try again.',
  }),
  'network.emulator-down': (c) => ({
    title: 'The embedded store is not running',
    explanation: `It is starting or could not start${colon(c, 'detail')}.`,
    action: 'Wait a moment and try again, or restart the app.',
  }),

  'local.not-found': (c) => ({
    title: 'File not found',
    explanation: `${quoted(c, 'path', 'The file')} does not exist any more, or its drive is gone.`,
    action: 'Bring it back and try again.',
  }),
  'local.denied': (c) => ({
    title: 'No permission on this machine',
    explanation: `${quoted(c, 'path', 'The file or folder')} cannot be opened, or another program holds it.`,
    action: 'Check its permissions, close it elsewhere, then try again.',
  }),
  'local.disk-full': (c) => ({
    title: 'The disk is full',
    explanation: `There is no room left for ${quoted(c, 'path', 'the download')}. What is there already is kept.`,
    action: 'Make room, then resume.',
  }),
  'local.io': (c) => ({
    title: 'Reading or writing failed',
    explanation: `The file system reported an error${because(c, 'systemCode')} at ${quoted(c, 'path', 'a file')}.`,
    action: 'Check the drive, then try again.',
  }),
  'local.checksum': (c) => ({
    title: 'The file does not match its checksum',
    explanation: `The bytes of ${quoted(c, 'blob', 'the blob')} differ from the MD5 stored with it. They were set aside, not saved under the final name.`,
    action: 'Download it again. If it stays, the stored checksum is wrong.',
  }),

  'verify.missing-here': (c) => ({
    title: 'Missing here',
    explanation: `${capital(object(c, 'the blob'))} has no file on this machine.`,
    action: 'Download it, or leave it out if it was removed on purpose.',
  }),
  'verify.missing-there': (c) => ({
    title: 'Missing in the container',
    explanation: `There is no ${object(c, 'blob')} for the file on this machine.`,
    action: 'Upload it, or leave it out if it was deleted on purpose.',
  }),
  'verify.length': (c) => ({
    title: 'Different length',
    explanation: `The file and ${object(c, 'the blob')} differ in length${lengths(c)}.`,
    action: 'Copy the one that is right over the other.',
  }),
  'verify.content': (c) => ({
    title: 'Different content',
    explanation: `The file and ${object(c, 'the blob')} have the same length and different bytes.`,
    action: 'Copy the one that is right over the other.',
  }),
  'verify.no-md5': (c) => ({
    title: 'Cannot be compared by hash',
    explanation: `No MD5 is stored with ${object(c, 'the blob')}. Its length is that of the file; its bytes were not compared.`,
    action: 'Read it in full to compare its bytes.',
  }),

  'invalid.input': (c) => invalid('Check what you entered', c),
  'invalid.connection-string': (c) => invalid('The connection string is not complete', c),
  'invalid.sas': (c) => invalid('The SAS cannot be used', c),
  'invalid.filter': (c) => invalid('The filter cannot be run', c),
  'invalid.token': (c) => invalid('The continuation token cannot be used', c),
  'invalid.name': (c) => invalid('That name is not possible', c),
  'invalid.key': (c) => invalid('That key is not possible', c),
  'invalid.entity': (c) => invalid('The entity cannot be saved', c),
  'invalid.refused': (c) => ({
    title: 'The service refused the request',
    explanation: `${capital(what(c))} was refused${because(c, 'serviceCode')}${colon(c, 'serviceMessage')}.`,
    action: 'Correct the input and try again.',
  }),
  'invalid.service-version': (c) => ({
    title: 'The emulator is too old',
    explanation: `${capital(host(c))} does not understand any service version that Stowage speaks.`,
    action: 'Update the emulator, or start it with --skipApiVersionCheck.',
  }),

  'cancelled.by-user': () => ({ title: 'Cancelled', explanation: 'It was stopped before it was done.' }),
  'bug.unexpected': () => ({
    title: 'Something went wrong in Stowage',
    explanation: 'This is a fault of the app, not of your data.',
    action: 'Try again. If it stays, please report it with the steps that lead here.',
  }),
};

function missing(kind: string, name: string, owner: string): ErrorWords {
  return {
    title: `${kind} not found`,
    explanation: `${owner} has no ${kind.toLowerCase()} ${name}.`,
    action: 'Refresh the list; it may have been deleted or renamed.',
  };
}

/** Field, problem and fix, however much of them is known. */
function invalid(title: string, c: ErrorContext): ErrorWords {
  const field = text(c, 'field', text(c, 'name', ''));
  const problem = text(c, 'problem', text(c, 'serviceMessage', ''));
  const fix = text(c, 'fix', c.expected === undefined ? '' : `Expected ${text(c, 'expected', '')}.`);
  const joint = /^(?:is|has|does|must|ends|starts|cannot)\b/.test(problem) ? ' ' : ': ';
  const explanation = problem === '' ? field : field === '' ? capital(problem) : `${field}${joint}${problem}`;
  return {
    title,
    explanation: explanation === '' ? 'The input was not understood.' : closed(explanation),
    ...(fix === '' ? {} : { action: closed(capital(fix)) }),
  };
}

function sasLackTitle(c: ErrorContext): string {
  if (c.lacks === 'service') return 'This SAS is for another service';
  if (c.lacks === 'resource-type') return 'This SAS does not reach that level';
  return c.right === undefined ? 'This SAS does not allow that' : `This SAS lacks the right to ${text(c, 'right', '')}`;
}

function skew(c: ErrorContext): string {
  if (c.direction === 'ahead') return 'ahead of';
  return c.direction === 'behind' ? 'behind' : 'not in step with';
}

function text(c: ErrorContext, name: string, otherwise: string): string {
  const value = c[name];
  return value === undefined || value === '' ? otherwise : String(value);
}

function quoted(c: ErrorContext, name: string, otherwise: string): string {
  const value = text(c, name, '');
  return value === '' ? otherwise : `“${value}”`;
}

function named(c: ErrorContext, name: string, kind: string): string {
  return `${kind} ${quoted(c, name, '')}`.trim();
}

function account(c: ErrorContext): string {
  return c.account === undefined ? 'The account' : `Account ${quoted(c, 'account', '')}`;
}

function host(c: ErrorContext): string {
  return text(c, 'host', 'the service');
}

/** The most precise object that is named: blob, container, table. */
function object(c: ErrorContext, otherwise: string): string {
  if (c.blob !== undefined) return `blob ${quoted(c, 'blob', '')}`;
  if (c.container !== undefined) return `container ${quoted(c, 'container', '')}`;
  if (c.table === undefined) return otherwise;
  return /Entity|Transaction/.test(text(c, 'operation', ''))
    ? `an entity of ${quoted(c, 'table', '')}`
    : `table ${quoted(c, 'table', '')}`;
}

/** The operation and its object. */
function what(c: ErrorContext): string {
  const target = object(c, '');
  const operation = text(c, 'operation', 'the request');
  return target === '' ? operation : `${operation} on ${target}`;
}

function inContainer(c: ErrorContext): string {
  return c.container === undefined ? '' : ` in container ${quoted(c, 'container', '')}`;
}

function because(c: ErrorContext, name: string): string {
  const reason = text(c, name, '');
  return reason === '' ? '' : ` (${reason})`;
}

function colon(c: ErrorContext, name: string): string {
  const detail = text(c, name, '').replace(/[.\s]+$/, '');
  return detail === '' ? '' : `: ${detail}`;
}

function plural(c: ErrorContext, name: string, unit: string): string {
  const count = c[name];
  if (typeof count !== 'number') return `some ${unit}s`;
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}

function waiting(c: ErrorContext): string {
  return typeof c.waitMs === 'number' ? `: ${formatDuration(c.waitMs)}` : '';
}

function within(c: ErrorContext): string {
  return typeof c.limitMs === 'number' ? ` within ${formatDuration(c.limitMs)}` : '';
}

function received(c: ErrorContext): string {
  const [got, announced] = [c.receivedBytes, c.announcedBytes];
  if (typeof got !== 'number' || typeof announced !== 'number' || announced < 0) return '';
  return `, ${formatBytes(got)} of ${formatBytes(announced)}`;
}

function sizes(c: ErrorContext): string {
  const [planned, now] = [c.plannedBytes, c.nowBytes];
  if (typeof planned !== 'number' || typeof now !== 'number' || planned === now) return '';
  return ` (${formatBytes(planned)} before, ${formatBytes(now)} now)`;
}

function lengths(c: ErrorContext): string {
  const { hereBytes, thereBytes } = c;
  if (typeof hereBytes !== 'number' || typeof thereBytes !== 'number') return '';
  return `: ${hereBytes.toLocaleString('en-US')} bytes here, ${thereBytes.toLocaleString('en-US')} there`;
}

const phases: Readonly<Record<string, string>> = {
  connecting: 'connecting',
  sending: 'sending',
  waiting: 'waiting for the answer',
  receiving: 'receiving',
};

function during(c: ErrorContext): string {
  return phases[text(c, 'phase', '')] ?? 'the request';
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function lower(words: string): string {
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

function closed(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}
