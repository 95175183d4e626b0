// The words for the way to the service and its patience.
import type { ErrorContext } from '../errors';
import { formatBytes, formatDuration } from '../units';
import { account, because, capital, colon, host, object, text, what, within } from './phrases';
import type { WordsOf } from './wording';

export const networkWords: WordsOf<'throttled' | 'network'> = {
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
  'network.proxy': (c) => proxyWords(c),
  'network.offline': (c) => ({
    title: 'Working offline',
    explanation: `${capital(host(c))} was not asked: Stowage is set to work offline.`,
    action: 'Go online in the settings under Network.',
  }),
};

function proxyWords(c: ErrorContext): { title: string; explanation: string; action: string } {
  const proxy = text(c, 'proxy', 'the proxy');
  const target = text(c, 'target', host(c));
  switch (c.reason) {
    case 'authentication':
      return {
        title: 'The proxy asks who you are',
        explanation: `${capital(proxy)} did not accept the user and password, so ${target} was not reached.`,
        action: 'Enter both in the settings under Network.',
      };
    case 'unreachable':
      return {
        title: 'The proxy does not answer',
        explanation: `Nothing that acts as a proxy answers at ${proxy}, so ${target} was not reached.`,
        action: 'Check its address and port in the settings under Network.',
      };
    default:
      return {
        title: 'The proxy refused',
        explanation: `${capital(proxy)} does not open the way to ${target}${because(c, 'status')}.`,
        action: 'Ask who runs the proxy to allow this host, or add the host to those reached directly.',
      };
  }
}

function waiting(c: ErrorContext): string {
  return typeof c.waitMs === 'number' ? `: ${formatDuration(c.waitMs)}` : '';
}

function received(c: ErrorContext): string {
  const [got, announced] = [c.receivedBytes, c.announcedBytes];
  if (typeof got !== 'number' || typeof announced !== 'number' || announced < 0) return '';
  return `, ${formatBytes(got)} of ${formatBytes(announced)}`;
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
