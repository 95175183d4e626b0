// Kept-alive TLS connections, each through a tunnel that a proxy has opened.
import { Agent, type AgentOptions } from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect } from 'node:tls';
import { type Proxy, openTunnel } from './tunnel';

type Place = Parameters<Agent['createConnection']>[0];
type Done = (error: Error | null, stream: Duplex) => void;

export class TunnelAgent extends Agent {
  readonly #proxy: Proxy;

  constructor(proxy: Proxy, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  /** When nothing is returned, Node takes the connection from the callback. */
  override createConnection(place: Place, done?: Done): undefined {
    const { host: anyHost, port, path: _path, ...rest } = place;
    const host = anyHost ?? '';
    const origin = { protocol: 'https:', hostname: isIP(host) === 6 ? `[${host}]` : host, port: Number(port) } as const;
    // The newest types of Node differ in what the two checks see of a certificate; both receive everything.
    const options = rest as ConnectionOptions;
    const name = isIP(host) === 0 ? { servername: host } : {};
    openTunnel(this.#proxy, origin, (error, socket) => {
      if (socket !== null) done?.(null, connect({ ...options, host, socket, ...name }));
      // Node looks at the error first; there is no connection to pass.
      else done?.(error, undefined as never);
    });
    return undefined;
  }
}
