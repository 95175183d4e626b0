// Twenty workers on this machine, of which some are killed and started again all the time, and now and then the hub and its
// server, while they upload a folder. Then the store is listed with the service's own client: every file has to be there
// once, as it is on the disk. Usage: node scripts/soak-cluster.mjs [--workers=N] [--seconds=N] [--files=N]
import { createHash, randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BlobServiceClient } from '@azure/storage-blob';
import { ClusterPrograms, numberOf, record, summaryOf } from './cluster-programs.mjs';

const workerCount = numberOf('workers', 20);
const seconds = numberOf('seconds', 300);
const fileCount = numberOf('files', 3000);
const [smallBytes, largeCount, largeBytes] = [8_000, 12, 6 * 1024 * 1024];
const allBytes = fileCount * smallBytes + largeCount * largeBytes;

const cluster = new ClusterPrograms();
/** @type {Map<string, string>} MD5 by name */
const expected = new Map();
const write = (name, bytes) => {
  const path = join(cluster.folder, 'files', name);
  mkdirSync(join(path, '..'), { recursive: true });
  const content = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 1024) content.write(`${name} ${at} `, at);
  writeFileSync(path, content);
  expected.set(name, createHash('md5').update(content).digest('base64'));
};

const rows = [];
const report = (what, value) => {
  rows.push(`| ${what} | ${value} |`);
  process.stdout.write(`${what}: ${value}\n`);
};

try {
  for (let index = 0; index < fileCount; index += 1) write(`d${index % 60}/f${index}`, smallBytes);
  for (let index = 0; index < largeCount; index += 1) write(`large${index}`, largeBytes);
  await cluster.startStore();
  await cluster.run('containers', 'create', 'soak');
  let hub = await cluster.startHub();
  const workers = [];
  for (let index = 0; index < workerCount; index += 1) {
    workers.push(cluster.startWorker(`w${index}`));
    await record(workers[index]);
  }

  // So slow that it lasts as long as the killing.
  const limit = String(Math.ceil(allBytes / seconds));
  const upload = cluster.start(
    'client',
    'upload',
    `${join(cluster.folder, 'files')}/`,
    'soak',
    '--hub',
    cluster.joinFile,
    '--limit-rate',
    limit,
  );
  let hasEnded = false;
  void upload.ended.then(() => (hasEnded = true));
  await record(upload);
  const killed = { workers: 0, frozen: 0, hubs: 0, servers: 0 };
  const untilMs = Date.now() + seconds * 1000;
  const restarts = [];
  let hubDueMs = Date.now() + 40_000;
  let serverDueMs = Date.now() + 65_000;
  while (!hasEnded && Date.now() < untilMs) {
    await sleep(randomInt(500, 2500));
    const index = randomInt(workerCount);
    const victim = workers[index];
    if (victim.child.exitCode === null && victim.child.signalCode === null) {
      if (randomInt(5) === 0) {
        victim.child.kill('SIGSTOP');
        killed.frozen += 1;
        restarts.push(sleep(randomInt(1000, 12_000)).then(() => victim.child.kill('SIGCONT')));
      } else {
        victim.child.kill('SIGKILL');
        killed.workers += 1;
        restarts.push(
          sleep(randomInt(200, 3000)).then(() => {
            workers[index] = cluster.startWorker(`w${index}`);
          }),
        );
      }
    }
    if (Date.now() > serverDueMs) {
      process.kill(cluster.serverPid, 'SIGKILL');
      killed.servers += 1;
      serverDueMs = Date.now() + 65_000;
    } else if (Date.now() > hubDueMs) {
      hub.child.kill('SIGKILL');
      await hub.ended;
      killed.hubs += 1;
      hub = await cluster.startHub();
      hubDueMs = Date.now() + 60_000;
    }
  }
  await Promise.all(restarts);
  const job = upload.lines[0].jobId;
  // The hub or its server may have been killed a moment ago.
  for (let isFree = hasEnded; !isFree;) {
    const freed = cluster.start('client', 'jobs', 'rate', job, 'none', '--hub', cluster.joinFile);
    isFree = hasEnded || (await freed.ended) === 0;
  }
  const code = await upload.ended;
  if (code !== 0) throw new Error(`${upload.err} ${JSON.stringify(upload.lines.at(-1))} ${hub.err}`);
  const summary = summaryOf(upload.lines);
  report(
    'killed',
    `${killed.workers} workers, ${killed.hubs} hubs, ${killed.servers} servers; frozen ${killed.frozen}`,
  );
  report(
    'counted',
    `${summary.files} of ${expected.size} files, ${summary.bytes} of ${allBytes} bytes, ${summary.skipped} skipped, ${summary.failedCount} failed`,
  );
  report('shards', `${summary.shards}, ${summary.redelivered} given out again, ${summary.nodes} nodes`);
  report('took', `${(summary.elapsedMs / 1000).toFixed(0)} s`);

  const timeline = await cluster.run('jobs', 'timeline', job, '--hub', cluster.joinFile);
  const done = timeline.filter(({ end }) => end === 'done').map(({ shard }) => shard);
  report('outcomes', `${done.length}, of ${new Set(done).size} shards`);

  // From outside: with the client of the service, and nothing of this project.
  let [listed, wrong, again] = [0, 0, 0];
  const container = BlobServiceClient.fromConnectionString(cluster.connectionString).getContainerClient('soak');
  for await (const { name, properties } of container.listBlobsFlat({ includeUncommitedBlobs: true })) {
    listed += 1;
    const { contentMD5, createdOn, lastModified, contentLength } = properties;
    const content = await container.getBlobClient(name).downloadToBuffer();
    const isRight = createHash('md5').update(content).digest('base64') === expected.get(name);
    const isStored = contentMD5 === undefined || Buffer.from(contentMD5).toString('base64') === expected.get(name);
    if (!isRight || !isStored || contentLength !== readFileSync(join(cluster.folder, 'files', name)).length) wrong += 1;
    // A blob in blocks exists from its first block on.
    if (!name.startsWith('large') && createdOn !== undefined && lastModified.getTime() - createdOn.getTime() > 1000)
      again += 1;
  }
  report('listed from outside', `${listed} of ${expected.size}, ${wrong} wrong, ${again} written more than once`);
  process.stdout.write(`\n| measured | result |\n| --- | --- |\n${rows.join('\n')}\n`);
  const isGood =
    listed === expected.size &&
    wrong === 0 &&
    summary.files === expected.size &&
    summary.bytes === allBytes &&
    summary.skipped === 0 &&
    done.length === new Set(done).size;
  if (!isGood) process.exitCode = 1;
} finally {
  await cluster.end();
}
