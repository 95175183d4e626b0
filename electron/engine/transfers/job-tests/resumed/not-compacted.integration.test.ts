// A job whose journal cannot be compacted at its end, as on a full disk: its longer journal has the same content.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isWrite } from '../../fixtures/requests';
import { startUpload } from '../../fixtures/start-jobs';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

it('is done all the same, also after a restart', async () => {
  let inTheWay = '';
  const act = async (): Promise<void> => {
    const [job] = bench.transfers.jobs();
    inTheWay = join(bench.stateDir, 'jobs', `${job?.id}.jsonl.new`);
    await mkdir(inTheWay);
  };
  bench.proxy.inject({ fault: { kind: 'meanwhile', act }, when: isWrite });
  const job = await startUpload(bench, [await bench.file('a.bin', 100)]);
  expect(await job.ended).toMatchObject({ state: 'done', files: 1, failedCount: 0 });
  await rm(inTheWay, { recursive: true });
  const later = bench.anotherRoom();
  await later.recover();
  expect(later.jobs()).toMatchObject([{ state: 'done', filesDone: 1, filesTotal: 1 }]);
});
