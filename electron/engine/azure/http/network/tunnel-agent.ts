// Connections through a tunnel that a proxy has opened, reused between requests: bare ones, and with TLS inside.
import { Agent as HttpAgent, type AgentOptions as HttpAgentOptions } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect } from 'node:tls';
import type { Origin } from '../http-types';
import { type UsableProxy, openTunnel } from './tunnel';

type TunnelOptions = Parameters<HttpsAgent['createConnection']>[0];
type Done = (error: Error | null, stream: Duplex) => void;

/** For plain HTTP through a proxy that does not forward it. */
export class TunnelAgent extends HttpAgent {
  readonly #proxy: UsableProxy;

  constructor(proxy: UsableProxy, options: HttpAgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  /** When nothing is returned, Node takes the connection from the callback. */
  override createConnection({ host = '', port }: TunnelOptions, done?: Done): undefined {
    openTunnel(this.#proxy, originAt('http:', host ?? '', Number(port)), undefined, (error, socket) => {
      if (socket !== null) done?.(null, socket);
      // Node checks the error first; there is no connection to pass.
      else done?.(error, undefined as never);
    });
    return undefined;
  }
}

export class SecureTunnelAgent extends HttpsAgent {
  readonly #proxy: UsableProxy;
  readonly #ca: string | string[] | undefined;

  constructor(proxy: UsableProxy, options: AgentOptions & { readonly ca?: string | string[] }) {
    super(options);
    this.#proxy = proxy;
    this.#ca = options.ca;
  }

  override createConnection(target: TunnelOptions, done?: Done): undefined {
    const { host: anyHost, port, path: _path, ...rest } = target;
    const host = anyHost ?? '';
    // The newest types of Node differ in what the two checks see of a certificate; both receive everything.
    const options = rest as ConnectionOptions;
    const name = isIP(host) === 0 ? { servername: host } : {};
    openTunnel(this.#proxy, originAt('https:', host, Number(port)), this.#ca, (error, socket) => {
      if (socket !== null) done?.(null, connect({ ...options, host, socket, ...name }));
      else done?.(error, undefined as never);
    });
    return undefined;
  }
}

function originAt(protocol: Origin['protocol'], host: string, port: number): Origin {
  return { protocol, hostname: isIP(host) === 6 ? `[${host}]` : host, port };
}
