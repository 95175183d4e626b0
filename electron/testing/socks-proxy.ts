// A SOCKS proxy, versions 5, 4 and 4a, which may require a login. Resolves all names to this machine, so that hosts of
// the real service can be requested.
import { type Socket, connect, createServer } from 'node:net';
import { portOf } from './local-servers';

export interface SocksProxy {
  readonly port: number;
  /** The requests in order: `SOCKS5 host:port`, `SOCKS4 address:port`, `SOCKS4a host:port`. */
  readonly requested: readonly string[];
  close(): Promise<void>;
}

export interface SocksProxyOptions {
  /** `user:password`; default: no login. */
  readonly login?: string;
  /** Rejects every connection. */
  readonly refuses?: true;
}

export async function startSocksProxy({ login, refuses }: SocksProxyOptions = {}): Promise<SocksProxy> {
  const requested: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    sockets.add(near);
    near.once('close', () => sockets.delete(near));
    near.on('error', () => near.destroy());
    serve(near).catch(() => near.destroy());
  });

  async function serve(near: Socket): Promise<void> {
    const read = readerOf(near);
    const version = (await read(1))[0];
    if (version === 5) await serve5(near, read);
    else await serve4(near, read);
  }

  async function serve5(near: Socket, read: Read): Promise<void> {
    const methods = await read((await read(1))[0] ?? 0);
    const wanted = login === undefined ? 0 : 2;
    if (!methods.includes(wanted)) {
      near.end(Buffer.from([5, 0xff]));
      return;
    }
    near.write(Buffer.from([5, wanted]));
    if (login !== undefined) {
      await read(1);
      const user = (await read((await read(1))[0] ?? 0)).toString();
      const password = (await read((await read(1))[0] ?? 0)).toString();
      const isRight = `${user}:${password}` === login;
      near.write(Buffer.from([1, isRight ? 0 : 1]));
      if (!isRight) {
        near.end();
        return;
      }
    }
    const kind = (await read(4))[3];
    const host =
      kind === 3 ? (await read((await read(1))[0] ?? 0)).toString() : [...(await read(kind === 1 ? 4 : 16))].join('.');
    const port = (await read(2)).readUInt16BE();
    requested.push(`SOCKS5 ${host}:${port}`);
    if (refuses) near.end(Buffer.from([5, 2, 0, 1, 0, 0, 0, 0, 0, 0]));
    else join(near, read, { port, answer: Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]) });
  }

  async function serve4(near: Socket, read: Read): Promise<void> {
    const head = await read(7);
    const address = [...head.subarray(3)];
    await read('zero');
    const hasName = address.slice(0, 3).every((part) => part === 0);
    const host = hasName ? (await read('zero')).toString() : address.join('.');
    const port = head.readUInt16BE(1);
    requested.push(`SOCKS4${hasName ? 'a' : ''} ${host}:${port}`);
    if (refuses) near.end(Buffer.from([0, 0x5b, 0, 0, 0, 0, 0, 0]));
    else join(near, read, { port, answer: Buffer.from([0, 0x5a, 0, 0, 0, 0, 0, 0]) });
  }

  const port = await portOf(server);
  return {
    port,
    requested,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function join(near: Socket, read: Read, { port, answer }: { readonly port: number; readonly answer: Buffer }): void {
  const far = connect(port, '127.0.0.1', () => {
    near.write(answer);
    read.end();
    far.pipe(near).pipe(far);
  });
  far.on('error', () => near.destroy()).on('close', () => near.destroy());
  near.on('close', () => far.destroy());
}

interface Read {
  /** The next bytes; `zero`: up to the next zero, which is consumed and omitted. */
  (size: number | 'zero'): Promise<Buffer>;
  /** Leaves the following bytes to another reader. */
  end(): void;
}

function readerOf(socket: Socket): Read {
  let got = Buffer.alloc(0);
  let wake: () => void = () => undefined;
  const onData = (piece: Buffer): void => {
    got = Buffer.concat([got, piece]);
    wake();
  };
  socket.on('data', onData);
  const more = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  const read = async (size: number | 'zero'): Promise<Buffer> => {
    for (;;) {
      const end = size === 'zero' ? got.indexOf(0) : size;
      if (end >= 0 && got.length >= end) {
        const piece = got.subarray(0, end);
        got = got.subarray(size === 'zero' ? end + 1 : end);
        return piece;
      }
      await more();
    }
  };
  return Object.assign(read, { end: () => void socket.off('data', onData) });
}
