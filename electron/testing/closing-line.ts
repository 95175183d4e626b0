// A connection whose other end closes keep-alive sockets at the worst moment, as busy servers and load balancers do:
// right after a response, or when the next request has begun to arrive, which is lost then.
import { type Socket, connect, createServer } from 'node:net';
import { originOf } from './local-servers';

export interface ClosingLine {
  readonly origin: string;
  /** Number of sockets that were closed during a request. */
  readonly lost: number;
  dispose(): Promise<void>;
}

/** What happens to a socket after a response; applied in turn to all responses. */
const ends = ['kept', 'closed at once', 'closed under the next', 'reset under the next'] as const;

export async function openClosingLine(targetOrigin: string): Promise<ClosingLine> {
  const target = new URL(targetOrigin);
  const sockets = new Set<Socket>();
  let answers = 0;
  let lost = 0;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    let end: (typeof ends)[number] = 'kept';
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (piece: Buffer) => {
      if (end === 'kept') {
        far.write(piece);
        return;
      }
      lost += 1;
      if (end === 'reset under the next') near.resetAndDestroy();
      else near.end();
    });
    far.on('data', (piece: Buffer) => {
      answers += 1;
      end = ends[answers % ends.length] ?? 'kept';
      near.write(piece, () => {
        if (end === 'closed at once') near.end();
      });
    });
  });
  const origin = await originOf(server);
  return {
    origin,
    get lost() {
      return lost;
    },
    dispose: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
