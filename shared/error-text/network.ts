// The texts for failures of the network, and for a service that is busy or does not answer.
import type { ErrorContext } from '../errors';
import { t } from '../strings/t';
import { formatBytes, formatCount, formatDuration } from '../units';
import { account, because, capital, colon, host, object, text, what, within } from './phrases';
import { orByServiceCode } from './service-codes';
import type { ErrorMessage, MessagesOf } from './wording';

export const networkMessages: MessagesOf<'throttled' | 'network'> = {
  'throttled.server-busy': (c) =>
    c.answeredBy === 'gateway'
      ? gatewayFailed(c)
      : orByServiceCode(c, {
          title: t`The service is busy`,
          explanation: t`${account(c)} asks for fewer requests${waiting(c)}.`,
          action: t`Try again later, or with fewer requests at once.`,
        }),
  'throttled.server-error': (c) =>
    c.answeredBy === 'gateway'
      ? gatewayFailed(c)
      : orByServiceCode(c, {
          title: t`The service failed`,
          explanation: t`${account(c)} could not complete ${what(c)}${because(c, c.serviceCode === undefined ? 'status' : 'serviceCode')}${attempts(c)}.`,
          action: t`Try again in a moment. If it stays, look at the state of the service in Azure’s portal.`,
        }),

  'network.refused': (c) => ({
    title: t`Connection refused`,
    explanation: t`Nothing answers at ${host(c)}.`,
    action: t`Check the address and port. An emulator must be running.`,
  }),
  'network.name-unknown': (c) =>
    c.reason === 'unknown-name'
      ? {
          title: t`Host not found`,
          explanation: t`The name ${host(c)} cannot be resolved.`,
          action: t`Check the account name and endpoint, and whether this machine is online.`,
        }
      : {
          title: t`No network`,
          explanation: t`${capital(host(c))} cannot be reached from here.`,
          action: t`Check whether this machine is online. Work waits and goes on when it is.`,
        },
  'network.reset': (c) => ({
    title: t`Connection lost`,
    explanation: t`The connection to ${host(c)} was closed in the middle of ${during(c)}.`,
    action: t`Try again.`,
  }),
  'network.timeout': (c) => ({
    title: t`No answer in time`,
    explanation: t`${capital(host(c))} did not answer${within(c)}.`,
    action: t`Try again. If it stays, check the network and the state of the service.`,
  }),
  'network.stalled': (c) => ({
    title: t`The transfer stalled`,
    explanation: t`Hardly any byte moved between this machine and ${host(c)}${within(c)}.`,
    action: t`Check the network, then try again.`,
  }),
  'network.too-slow': (c) => ({
    title: t`The line is too slow`,
    explanation: t`The line is too slow for ${attempted(c)} within ${formatDuration(Number(c.limitMs ?? 0))}: every request timed out and nothing arrived.`,
    action: waysOut(c),
  }),
  'network.certificate': (c) => ({
    title: t`Certificate not trusted`,
    explanation: t`${capital(host(c))} shows a certificate that this machine does not trust${because(c, 'reason')}.`,
    action: t`Check the address and the clock. A proxy that opens encrypted traffic must be trusted by the system.`,
  }),
  'network.not-azure': (c) => ({
    title: t`That was not the storage service`,
    explanation:
      c.reason === 'redirect'
        ? t`${capital(host(c))} redirects the request${leading(c)}, which the storage service never does. A sign-in page of the network or a wrong address does.`
        : t`Something else answered in place of ${host(c)}, such as a sign-in page of the network or a proxy.`,
    action: t`Sign in to the network, or check the endpoint and its protocol.`,
  }),
  'network.oversized': (c) => ({
    title: t`The answer is too large`,
    explanation: t`${capital(host(c))} sent more than ${limit(c)} as the answer to ${what(c)}. It was not read further.`,
    action:
      c.operation === 'QueryEntities'
        ? t`Ask for fewer rows per page, or for fewer columns. If it stays, check the endpoint: something else may answer in its place.`
        : t`Check the endpoint: something else may answer in place of the storage service.`,
  }),
  'network.malformed': (c) => ({
    title: t`The answer could not be read`,
    explanation: t`What came as the answer to ${what(c)} is not what the storage service sends${colon(c, 'problem')}.`,
    action: t`Try again. If it stays, check the endpoint, and whether a proxy changes what the service sends.`,
  }),
  'network.repeated-page': (c) => ({
    title: t`The list does not end`,
    explanation: t`The service sent the same continuation token again while ${object(c, t`a list`)} was read, so reading on would never end. What was read so far may be incomplete.`,
    action: t`Try again. If it stays, check the endpoint, and whether a proxy or a cache answers for the service.`,
  }),
  'network.range-ignored': (c) => ({
    title: t`The service ignores key ranges`,
    explanation: t`It was asked for part of ${object(c, t`a table`)} and sent rows with other keys. Going on could read rows many times over, or change rows that nobody chose.`,
    action: t`Check the endpoint, and whether a proxy drops the filter of the request.`,
  }),
  'network.truncated': (c) => ({
    title: t`The answer ended early`,
    explanation: t`${capital(host(c))} sent only a part${received(c)}. A part is never taken for the whole.`,
    action: t`Try again.`,
  }),
  'network.checksum': (c) => ({
    title: t`Damaged on the way`,
    explanation: t`The checksum of ${object(c, t`what was sent`)} did not match, several times.`,
    action: t`Try again. If it stays, something on the network changes the data.`,
  }),
  'network.engine-restarted': () => ({
    title: t`The engine restarted`,
    explanation: t`It stopped before it had answered. Transfers go on where they were.`,
    action: t`Try again.`,
  }),
  'network.emulator-down': (c) =>
    c.startedBy === 'command'
      ? {
          title: t`The embedded store is not running`,
          explanation: t`It could not start or go on${colon(c, 'detail')}.`,
          action: t`End the program that is in its way, or choose other ports with --ports and another folder with --data.`,
        }
      : {
          title: t`The embedded store is not running`,
          explanation: t`It is starting, was not started, or could not start${colon(c, 'detail')}.`,
          action: t`Wait a moment and try again, or restart the app. The command line needs the app open, or “stowage emulator” running beside it.`,
        },
  'network.proxy': (c) => proxyMessage(c),
  'network.offline': (c) => ({
    title: t`Working offline`,
    explanation: t`${capital(host(c))} was not asked: Stowage is set to work offline.`,
    action: t`Go online in the settings under Network.`,
  }),
};

/** An answer without any sign of the storage service. */
function gatewayFailed(c: ErrorContext): ErrorMessage {
  return {
    title: t`A gateway failed`,
    explanation: t`Something in front of ${host(c)} answered ${what(c)} with ${text(c, 'status', '')}${attempts(c)}: a proxy or a gateway, not the storage service itself.`,
    action: t`Try again in a moment. If it stays, ask whoever runs the proxy or gateway.`,
  };
}

function attempts(c: ErrorContext): string {
  return typeof c.attempts === 'number' && c.attempts > 1 ? t`, ${formatCount(c.attempts)} times` : '';
}

function proxyMessage(c: ErrorContext): { title: string; explanation: string; action: string } {
  const proxy = text(c, 'proxy', t`the proxy`);
  const target = text(c, 'target', host(c));
  switch (c.reason) {
    case 'authentication':
      return {
        title: t`The proxy asks who you are`,
        explanation: t`${capital(proxy)} did not accept the user and password, so ${target} was not reached.`,
        action: t`Set the proxy manually in the settings under Network, with user and password. The command line takes them from HTTPS_PROXY, as in http://user:password@host:port.`,
      };
    case 'unreachable':
      return {
        title: t`The proxy does not answer`,
        explanation: t`Nothing that acts as a proxy answers at ${proxy}, so ${target} was not reached.`,
        action: t`Check its address and port in the settings under Network.`,
      };
    case 'unusable':
      return {
        title: t`The proxy cannot be used`,
        explanation: t`The system or HTTPS_PROXY, HTTP_PROXY or ALL_PROXY names ${proxy} as the proxy, which Stowage cannot use, so ${target} was not reached. Nothing was sent past the proxy.`,
        action: t`Name an HTTP, HTTPS or SOCKS proxy, or choose “None” or “Manual” in the settings under Network.`,
      };
    case 'certificate':
      return {
        title: t`The proxy is not trusted`,
        explanation: t`The proxy ${proxy} shows a certificate that this machine does not trust${because(c, 'problem')}, so ${target} was not reached.`,
        action: t`Check the proxy’s address, or add its certificate in the settings under Network.`,
      };
    default:
      return {
        title: t`The proxy refused`,
        explanation: t`${capital(proxy)} does not open the way to ${target}${because(c, 'status')}.`,
        action: t`Ask who runs the proxy to allow this host, or add the host to those reached directly.`,
      };
  }
}

/** Number and size of the requests that timed out. */
function attempted(c: ErrorContext): string {
  const atOnce = Number(c.atOnce ?? 1);
  const size = formatBytes(Number(c.bytes ?? 0));
  return atOnce > 1 ? `${formatCount(atOnce)} × ${size}` : size;
}

/** What the user has fixed and had better not. */
function waysOut(c: ErrorContext): string {
  const advice = formatBytes(Number(c.adviceBytes ?? 0));
  if (c.fixedSize === true) return t`Use a block size of ${advice}, or let the transfer choose it (“auto”).`;
  if (c.fixedNumber === true) return t`Use fewer requests at once, or let the transfer choose their number (“auto”).`;
  return t`Try again when the line is faster or less is using it. What has arrived stays.`;
}

function waiting(c: ErrorContext): string {
  return typeof c.waitMs === 'number' ? t` and a pause of ${formatDuration(c.waitMs)}` : '';
}

function leading(c: ErrorContext): string {
  return typeof c.leadsTo === 'string' ? t` to ${c.leadsTo}` : '';
}

function limit(c: ErrorContext): string {
  return typeof c.limitBytes === 'number' ? formatBytes(c.limitBytes) : t`is possible`;
}

function received(c: ErrorContext): string {
  const [got, announced] = [c.receivedBytes, c.announcedBytes];
  if (typeof got !== 'number' || typeof announced !== 'number' || announced < 0) return '';
  return t`, ${formatBytes(got)} of ${formatBytes(announced)}`;
}

const phases: Readonly<Record<string, string>> = {
  connecting: t`connecting`,
  sending: t`sending`,
  waiting: t`waiting for the answer`,
  receiving: t`receiving`,
};

function during(c: ErrorContext): string {
  return phases[text(c, 'phase', '')] ?? t`the request`;
}
