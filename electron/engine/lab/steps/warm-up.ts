// The warm-up before measuring, which is not counted: opens exactly the connections that the measured requests will
// use.
import type { Bench } from '../bench/bench';
import { type TableTarget, pointRequest } from './payload';

/**
 * Reads a missing entity on that many connections at once; twice, so that each connection has carried a request before.
 */
export async function warmConnections(target: TableTarget, bench: Bench, concurrency: number): Promise<void> {
  bench.closeConnections();
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(
      Array.from({ length: concurrency }, (_, index) =>
        bench.account.send({
          ...pointRequest(target, 'get', { partitionKey: `warm-up-${bench.random()}`, rowKey: String(index) }, []),
          accept: [404],
        }),
      ),
    );
  }
}
