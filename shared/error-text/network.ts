// The texts for failures of the network, and for a service that is busy or does not answer.
import type { ErrorContext } from '../errors';
import { t } from '../strings/t';
import { formatBytes, formatCount, formatDuration } from '../units';
import { ofHub } from './hub';
import { account, because, capital, colon, host, object, text, what, whatWhere, within } from './phrases';
import { orByServiceCode } from './service-codes';
import type { ErrorMessage, MessagesOf } from './wording';

export const networkMessages: MessagesOf<'throttled' | 'network'> = {
  'throttled.server-busy': (c) =>
    c.answeredBy === 'gateway'
      ? gatewayFailed(c)
      : orByServiceCode(c, {
          title: t`The service is busy`,
          explanation: t`${account(c)} is throttling requests${waiting(c)}.`,
          action: t`Try again later, or with fewer concurrent requests.`,
        }),
  'throttled.server-error': (c) =>
    c.answeredBy === 'gateway'
      ? gatewayFailed(c)
      : orByServiceCode(c, {
          title: t`The service failed`,
          explanation: t`${account(c)} could not complete ${what(c)}${because(c, c.serviceCode === undefined ? 'status' : 'serviceCode')}${attempts(c)}.`,
          action:
            c.store === 's3'
              ? t`Try again in a moment. If it happens again, check the status page of the provider.`
              : t`Try again in a moment. If it happens again, check the service health in the Azure portal.`,
        }),

  'network.refused': (c) =>
    ofHub(c, 'network.refused') ?? {
      title: t`Connection refused`,
      explanation: t`Nothing responds at ${host(c)}.`,
      action: t`Check the address and port. If it is an emulator, start it.`,
    },
  'network.name-unknown': (c) =>
    ofHub(c, 'network.name-unknown') ??
    (c.reason === 'unknown-name'
      ? {
          title: t`Host not found`,
          explanation: t`The name ${host(c)} cannot be resolved.`,
          action: t`Check the account name and endpoint, and whether this computer is online.`,
        }
      : {
          title: t`No network`,
          explanation: t`${capital(host(c))} cannot be reached from this computer.`,
          action: t`Check whether this computer is online. Waiting work continues when it is.`,
        }),
  'network.reset': (c) =>
    ofHub(c, 'network.reset') ?? {
      title: t`Connection lost`,
      explanation: t`The connection to ${host(c)} was closed during ${during(c)}.`,
      action: t`Try again.`,
    },
  'network.timeout': (c) =>
    ofHub(c, 'network.timeout') ?? {
      title: t`Request timed out`,
      explanation: t`${capital(host(c))} did not respond${within(c)}.`,
      action: t`Try again. If it happens again, check the network and the service health.`,
    },
  'network.stalled': (c) => ({
    title: t`The transfer stalled`,
    explanation: t`Almost no data was transferred between this computer and ${host(c)}${within(c)}.`,
    action: t`Check the network, then try again.`,
  }),
  'network.too-slow': (c) => ({
    title: t`The network is too slow`,
    explanation: t`The network is too slow for ${attempted(c)} within ${formatDuration(Number(c.limitMs ?? 0))}: every request timed out and nothing was transferred.`,
    action: waysOut(c),
  }),
  'network.certificate': (c) => ({
    title: t`Certificate not trusted`,
    explanation: t`${capital(host(c))} presents a certificate that this computer does not trust${because(c, 'reason')}.`,
    action: t`Check the address and the clock. If a proxy inspects TLS traffic, the system must trust its certificate.`,
  }),
  'network.not-azure': (c) =>
    ofHub(c, 'network.not-azure') ?? {
      title: t`Unexpected response`,
      explanation:
        c.reason === 'redirect'
          ? t`${capital(host(c))} redirects the request${leading(c)}. The storage service never does this, but a sign-in page of the network or a wrong address does.`
          : t`Something other than ${host(c)} responded, such as a sign-in page of the network or a proxy.`,
      action: t`Sign in to the network, or check the endpoint and its protocol.`,
    },
  'network.oversized': (c) => ({
    title: t`The response is too large`,
    explanation: t`${capital(host(c))} sent more than ${limit(c)} in response to ${what(c)}. The rest was not read.`,
    action:
      c.operation === 'QueryEntities'
        ? t`Request fewer rows per page or fewer columns. If it happens again, check the endpoint: something other than the storage service may be responding.`
        : t`Check the endpoint: something other than the storage service may be responding.`,
  }),
  'network.malformed': (c) =>
    ofHub(c, 'network.malformed') ?? {
      title: t`Invalid response`,
      explanation: t`The response to ${whatWhere(c)} is not in the format of the storage service${colon(c, 'problem')}.`,
      action: t`Try again. If it happens again, check the endpoint and whether a proxy changes responses.`,
    },
  'network.repeated-page': (c) => ({
    title: t`The list does not end`,
    ...(typeof c.emptyPages === 'number' ? onlyEmptyPages(c, c.emptyPages) : sameToken(c)),
  }),
  'network.range-ignored': (c) => rangeIgnored(c),
  'network.truncated': (c) => ({
    title: t`Incomplete response`,
    explanation:
      c.operation === undefined
        ? t`${capital(host(c))} sent only part of the response${received(c)}. Incomplete responses are discarded.`
        : t`Only part of the response to ${whatWhere(c)} arrived${received(c)}. Incomplete responses are discarded.`,
    action: t`Try again.`,
  }),
  'network.checksum': (c) => ({
    title: t`Data corrupted in transit`,
    explanation: t`The checksum of ${object(c, t`the data`)} did not match several times.`,
    action: t`Try again. If it happens again, something on the network changes the data.`,
  }),
  'network.engine-restarted': () => ({
    title: t`The engine restarted`,
    explanation: t`The engine stopped before it responded. Transfers continue where they stopped.`,
    action: t`Try again.`,
  }),
  'network.emulator-down': (c) =>
    c.startedBy === 'command'
      ? {
          title: t`The local store is not running`,
          explanation: t`It could not start or continue${colon(c, 'detail')}.`,
          action: t`Stop the program that blocks it, or choose other ports with --ports and another folder with --data.`,
        }
      : {
          title: t`The local store is not running`,
          explanation: t`It is starting, has not been started, or could not start${colon(c, 'detail')}.`,
          action: t`Wait a moment and try again, or restart the app. The command line requires the app or “stowage emulator” to be running.`,
        },
  'network.proxy': (c) => proxyMessage(c),
  'network.offline': (c) => ({
    title: t`Working offline`,
    explanation: t`${capital(host(c))} was not contacted because Stowage is set to work offline.`,
    action: t`Turn off Work offline in Settings → Network.`,
  }),
};

function sameToken(c: ErrorContext): Omit<ErrorMessage, 'title'> {
  return {
    explanation: t`The service returned the same continuation token again while ${object(c, t`a list`)} was being read, so reading would never end. The result so far may be incomplete.`,
    action: t`Try again. If it happens again, check the endpoint and whether a proxy or cache responds instead of the service.`,
  };
}

function onlyEmptyPages(c: ErrorContext, pages: number): Omit<ErrorMessage, 'title'> {
  return {
    explanation: t`The service returned ${formatCount(pages)} empty pages in a row while ${object(c, t`a list`)} was being read, each with a new continuation token. The result so far may be incomplete.`,
    action: t`Choose a longer prefix or a narrower range of keys. If it happens again, check the endpoint and whether a proxy or cache responds instead of the service.`,
  };
}

/** An answer without any sign of the storage service. */
function gatewayFailed(c: ErrorContext): ErrorMessage {
  return {
    title: t`Gateway error`,
    explanation: t`A proxy or gateway in front of ${host(c)} responded to ${what(c)} with ${text(c, 'status', '')}${attempts(c)}; the storage service itself did not.`,
    action: t`Try again in a moment. If it happens again, contact the operator of the proxy or gateway.`,
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
        title: t`The proxy requires authentication`,
        explanation: t`${capital(proxy)} did not accept the user name and password, so ${target} was not reached.`,
        action: t`Enter the proxy with user name and password in Settings → Network. The command line uses HTTPS_PROXY, as in http://user:password@host:port.`,
      };
    case 'unreachable':
      return {
        title: t`The proxy does not respond`,
        explanation: t`No proxy responds at ${proxy}, so ${target} was not reached.`,
        action: t`Check its address and port in Settings → Network.`,
      };
    case 'unusable':
      return {
        title: t`The proxy cannot be used`,
        explanation: t`The system or HTTPS_PROXY, HTTP_PROXY or ALL_PROXY specifies ${proxy} as the proxy, which Stowage cannot use, so ${target} was not reached. Stowage never bypasses the proxy.`,
        action: t`Specify an HTTP, HTTPS or SOCKS proxy, or choose “None” or “Manual” in Settings → Network.`,
      };
    case 'certificate':
      return {
        title: t`The proxy is not trusted`,
        explanation: t`The proxy ${proxy} presents a certificate that this computer does not trust${because(c, 'problem')}, so ${target} was not reached.`,
        action: t`Check the proxy’s address, or add its certificate in Settings → Network.`,
      };
    default:
      return {
        title: t`The proxy denied the connection`,
        explanation: t`${capital(proxy)} does not allow connections to ${target}${because(c, 'status')}.`,
        action: t`Ask the operator of the proxy to allow this host, or add the host to the proxy exceptions.`,
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
  if (c.fixedNumber === true)
    return t`Use fewer concurrent requests, or let the transfer choose their number (“auto”).`;
  return t`Try again when the network is faster or less busy. Data already transferred is kept.`;
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
  waiting: t`waiting for the response`,
  receiving: t`receiving`,
};

function during(c: ErrorContext): string {
  return phases[text(c, 'phase', '')] ?? t`the request`;
}

/** An answer with rows or names that were not requested, by what was ignored. */
function rangeIgnored(c: ErrorContext): ErrorMessage {
  const action = t`Check the endpoint, and whether a proxy or cache changes requests or responses.`;
  switch (c.what) {
    case 'prefix':
      return {
        title: t`The service ignores prefixes`,
        explanation: t`Names with a prefix were requested from ${object(c, t`a container`)}, but others were returned. Continuing could delete or copy the wrong blobs.`,
        action,
      };
    case 'delimiter':
      return {
        title: t`The service ignores folders`,
        explanation: t`One level of ${object(c, t`a container`)} was requested, but blobs below it were returned. Continuing could delete or copy the wrong blobs.`,
        action,
      };
    case 'names':
      return {
        title: t`The service lists blobs twice`,
        explanation: t`The list of ${object(c, t`a container`)} contains a blob for the second time. Continuing could count or copy it twice.`,
        action,
      };
    case 'bytes':
      return {
        title: t`The service ignores byte ranges`,
        explanation: t`A part of ${object(c, t`a blob`)} was requested, but other bytes were returned. They were discarded.`,
        action,
      };
    case 'filter':
      return {
        title: t`The service ignores filters`,
        explanation: t`A filter on ${object(c, t`a table`)} was sent, but rows that it excludes were returned. Continuing could show or change the wrong rows.`,
        action,
      };
    case 'order':
      return {
        title: t`The service repeats rows`,
        explanation: t`Rows of ${object(c, t`a table`)} came for the second time or out of order. Continuing could count, copy or change rows twice.`,
        action,
      };
    default:
      return {
        title: t`The service ignores key ranges`,
        explanation: t`A key range of ${object(c, t`a table`)} was requested, but rows with other keys were returned. Continuing could read rows many times or change the wrong rows.`,
        action,
      };
  }
}
