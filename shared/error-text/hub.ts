// The texts for failures of the connection to a hub, whose remedies are others than those of a storage service.
import type { ErrorCode, ErrorContext } from '../errors';
import { t } from '../strings/t';
import { capital, host } from './phrases';
import type { ErrorMessage } from './wording';

/** Null for what is said of a hub as of any service. */
export function ofHub(c: ErrorContext, code: ErrorCode): ErrorMessage | null {
  return c.peer === 'hub' ? (messages[code]?.(c) ?? null) : null;
}

const messages: Partial<Record<ErrorCode, (c: ErrorContext) => ErrorMessage | null>> = {
  'network.refused': (c) => ({
    title: t`No hub responds`,
    explanation: t`Nothing responds at ${host(c)}.`,
    action: t`Start the hub there. If it runs, its port has changed: copy its join file again.`,
  }),
  'network.name-unknown': (c) =>
    c.reason === 'unknown-name'
      ? {
          title: t`Host not found`,
          explanation: t`The name ${host(c)} of the join file cannot be resolved on this computer.`,
          action: t`Check the DNS of this computer, or start the hub with --listen and an address that others can reach.`,
        }
      : null,
  'network.reset': (c) => ({
    title: t`Connection lost`,
    explanation: t`${capital(host(c))} closed the connection before it responded as a hub.`,
    action: t`Check whether the hub runs there, and whether a firewall or a proxy is in between.`,
  }),
  'network.timeout': (c) => timeoutOf(c),
  'network.not-azure': (c) => ({
    title: t`No hub responds`,
    explanation: t`A program that is not a hub listens at ${host(c)}.`,
    action: t`Check the address and port in the join file, or copy it from the hub again.`,
  }),
  'network.malformed': (c) => ({
    title: t`Invalid response`,
    explanation:
      c.reason === 'request'
        ? t`The hub at ${host(c)} cannot read the requests of this version.`
        : t`The hub at ${host(c)} sent something that this version cannot read.`,
    action: t`Use the same version of Stowage on every machine.`,
  }),
};

function timeoutOf(c: ErrorContext): ErrorMessage {
  if (c.reason === 'connect') {
    return {
      title: t`The hub cannot be reached`,
      explanation: t`${capital(host(c))} does not respond at all.`,
      action: t`Check whether its computer is on, and whether a firewall allows connections to that port.`,
    };
  }
  if (c.reason === 'no-greeting') {
    return {
      title: t`No hub responds`,
      explanation: t`${capital(host(c))} accepts the connection, but does not respond as a hub does.`,
      action: t`Check the address and port in the join file: another program may listen there. A hub on a busy computer may only be slow: try again.`,
    };
  }
  if (c.reason === 'not-ready') {
    return {
      title: t`The hub is not ready`,
      explanation: t`The server at ${host(c)} responds, but no hub has set up its queue.`,
      action: t`Start the hub, or wait until it has started, then try again.`,
    };
  }
  return {
    title: t`The hub does not respond`,
    explanation: t`The server at ${host(c)} responds, but the hub did not answer in time.`,
    action: t`Check whether the hub still runs. Its jobs go on when it is started again.`,
  };
}
