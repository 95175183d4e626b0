// Why a hub cannot be joined, from what the client of its server throws: the address, the network, encryption, the key, or
// a program that is no hub. Each has its own text, in shared/error-text.
import { createConnection } from 'node:net';
import { type ErrorContext, StowageError, invalidInput } from '@shared/errors';
import { t } from '@shared/strings/t';
import { transportError } from '../azure/http/transport-error';
import type { Join } from './identity';

/** A server of the same network accepts a connection sooner. */
const lookMs = 1000;

/** `thrown`: of the last address that was tried. @returns StowageError `network.*`; `invalid.input` for a join file that does not fit */
export async function connectError(thrown: unknown, join: Join, field: string): Promise<StowageError> {
  const address = new URL([join.url, ...(join.others ?? [])].at(-1) ?? join.url);
  const { host } = address;
  const cause = causeOf(thrown);
  const again = t`Copy the join file from the hub again.`;
  if (/authorization|authentication/iu.test(cause.text))
    return invalidInput(field, t`the hub at ${host} does not accept the key of the join file.`, again);
  if (/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/u.test(cause.code)) {
    return invalidInput(
      field,
      t`the certificate of the hub at ${host} is not valid on the date of this computer.`,
      t`Check the clocks of both computers. If they are right, start the hub again and copy its join file.`,
    );
  }
  if (/does not support 'tls'/u.test(cause.text)) {
    const problem = t`the hub at ${host} does not encrypt its connections, although the join file has a certificate.`;
    return invalidInput(field, problem, again);
  }
  const network = (code: Parameters<typeof hubError>[0], reason: string): StowageError =>
    hubError(code, host, { reason }, thrown);
  if (cause.name === 'TimeoutError') {
    return network('network.timeout', (await accepts(address)) ? 'no-greeting' : 'connect');
  }
  if (/unexpected response|JSON/u.test(cause.text)) return network('network.not-azure', 'protocol');
  const origin = { protocol: 'http:' as const, hostname: address.hostname, port: Number(address.port) };
  const { code, context } = transportError(cause, { origin, phase: 'connecting' });
  if (code === 'network.certificate' || /certificate|self.signed|altname/iu.test(cause.text))
    return invalidInput(field, t`the server at ${host} has another certificate than the join file.`, again);
  return network(code, String(context.reason));
}

/** A failure of the line to a hub, which its texts say. */
export function hubError(code: StowageError['code'], host: string, facts: ErrorContext, cause?: unknown): StowageError {
  const text = cause === undefined ? '' : `: ${causeOf(cause).text}`;
  return new StowageError(code, `The hub at ${host} does not answer${text}`, {
    context: { host, peer: 'hub', ...facts },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The innermost one says most. */
function causeOf(thrown: unknown): { readonly code: string; readonly name: string; readonly text: string } {
  if (!(thrown instanceof Error)) return { code: 'UNKNOWN', name: '', text: String(thrown) };
  if (thrown.cause instanceof Error) return causeOf(thrown.cause);
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : 'UNKNOWN';
  return { code, name: thrown.name, text: `${thrown.name} ${thrown.message}` };
}

/** Whether something listens there: a program that waits for its client to speak first says nothing. */
function accepts({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: hostname.replace(/^\[|\]$/gu, ''), port: Number(port), timeout: lookMs });
    const answer = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => answer(true));
    socket.once('timeout', () => answer(false));
    socket.once('error', () => answer(false));
  });
}
