import { createServer } from 'node:https';
import { onTestFinished, expect, it } from 'vitest';
import { portOf } from '../../../../testing/local-servers';
import { testCertificate, testCertificateKey } from '../../../../testing/tls-certificate';
import { startUpload } from '../../fixtures/start-jobs';
import { accountsFor } from '../../fixtures/test-bench';
import { useBench } from '../../fixtures/use-bench';

const { bench, store } = useBench();

it('an upload towards a certificate that is not trusted fails by name, at once, and sends nothing', async () => {
  let connections = 0;
  let requests = 0;
  const server = createServer({ cert: testCertificate, key: testCertificateKey }, (_, response) => {
    requests += 1;
    response.end();
  });
  server.on('connection', () => (connections += 1));
  onTestFinished(() => void server.close());
  const port = await portOf(server);
  const accounts = accountsFor(store.azurite.descriptor({ blob: `https://127.0.0.1:${port}` }));
  const room = bench.roomWith({ accounts });
  const job = await startUpload(bench, [await bench.file('a.bin', 100)], {}, room);
  expect(await job.ended).toMatchObject({ state: 'failed', files: 0, stoppedBy: { code: 'network.certificate' } });
  // One for the blob, and one lookup whether it arrived: neither is retried.
  expect([connections, requests]).toEqual([2, 0]);
});
