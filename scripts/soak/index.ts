// `npm run soak -- --minutes=N`: four days pass in N minutes, in which the engine works against the app's own store. On
// the first day connections are cut and the engine is killed at random; then it is left alone, while connections are
// still cut. Every byte and row is checked, and the last two days are judged: the memory held must not grow. Otherwise
// it exits with 1.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { seeded } from '@shared/lab/statistics/seeded';
import { emulatorAccountKey, emulatorAccountName, startAzurite } from '../../electron/testing/azurite';
import { openLine } from '../../electron/testing/breakable-line';
import { startNullServer } from '../../electron/testing/null-server';
import { trimEveryMs } from '../../electron/engine/transfers/worker/task-context';
import { hourMs, stopwatch } from './day';
import { createEngineRuns } from './engine-runs';
import { type Outcome, type SweptSample, type Tally, judge, reportOf } from './report';
import { type Sample, takeSample } from './samples';
import { type SoakFolders, type Work, openChecker, workKinds } from './works';

/** One day of faults, one in which the last engine collects what it keeps for a day, and two that are judged. */
const dayHours = 4 * 24;
const sampleEveryMs = 1_000;
const worksBetweenSweeps = 4;
const cutEveryMs = 9_000;
const cutForMs = 1_500;
const killEveryMs = 7_000;
const stormShare = 1 / 4;
/** In the second half: measures memory after nothing has moved for so long that the threads release spare buffers. */
const rests = 10;
const restMs = 2 * trimEveryMs + 1_000;

interface Wanted {
  readonly minutes: number;
  readonly seed: number;
  readonly reportPath: string;
}

async function main({ minutes, seed, reportPath }: Wanted): Promise<void> {
  const random = seeded(seed);
  const folder = await mkdtemp(join(tmpdir(), 'stowage-soak-'));
  const azurite = await startAzurite({ store: 'disk', program: join(__dirname, '../main/emulator.js') });
  const blobLine = await openLine(azurite.blobOrigin);
  const tableLine = await openLine(azurite.tableOrigin);
  const nowhere = await startNullServer({
    programPath: join(__dirname, 'null-server.js'),
    processes: 1,
    entities: 100,
  });
  const endMs = minutes * 60_000;
  const folders: SoakFolders = {
    folder,
    stateDir: join(folder, 'state'),
    day: { beganAtMs: Date.now(), factor: (dayHours * hourMs) / endMs },
    connectionString: [
      `DefaultEndpointsProtocol=http;AccountName=${emulatorAccountName};AccountKey=${emulatorAccountKey}`,
      `BlobEndpoint=${blobLine.origin}/${emulatorAccountName};TableEndpoint=${tableLine.origin}/${emulatorAccountName}`,
    ].join(';'),
    nowhere: nowhere.connectionString,
  };
  await mkdir(folders.stateDir);
  const checker = await openChecker(folders, azurite.connectionString);
  const tally: Tally = { works: {}, bytes: 0, rows: 0, kills: 0, cuts: 0, resumed: 0, pauses: 0 };
  const samples: Sample[] = [];
  const swept: SweptSample[] = [];
  const elapsedMs = stopwatch();
  const engines = createEngineRuns(folders, (resumed) => (tally.resumed += resumed));
  let lineIsUp = Promise.resolve();
  let rested = 0;

  const cutting = repeat(random, cutEveryMs, () => {
    tally.cuts += 1;
    const line = random() < 0.5 ? blobLine : tableLine;
    lineIsUp = line
      .cut()
      .then(() => new Promise((resolve) => setTimeout(resolve, cutForMs * random())))
      .then(() => line.mend());
    return lineIsUp;
  });
  const killing = repeat(random, killEveryMs, () => {
    if (elapsedMs() < endMs * stormShare && engines.kill() === 'killed') tally.kills += 1;
  });
  const sampling = setInterval(() => {
    const { pid } = engines;
    if (pid === null) return;
    // The engine may die during the measurement.
    takeSample(pid, elapsedMs() / 1000, folders.stateDir).then(
      (sample) => samples.push(sample),
      () => undefined,
    );
  }, sampleEveryMs);

  try {
    for (let number = 0; elapsedMs() < endMs; number += 1) {
      const isOver = elapsedMs() >= endMs * stormShare;
      const isFill = isOver && tally.works.fill === undefined;
      const kind = isFill ? 'fill' : (workKinds[Math.floor(random() * workKinds.length)] ?? 'scan');
      const work: Work = { number, kind };
      await checker.prepare(work);
      tally.pauses += await engines.finish(work);
      const { bytes, rows } = await checker.check(work);
      tally.works[kind] = (tally.works[kind] ?? 0) + 1;
      tally.bytes += bytes;
      tally.rows += rows;
      const isRest = elapsedMs() >= endMs * (1 / 2 + rested / (2 * rests));
      if (isRest) {
        rested += 1;
        await new Promise((resolve) => setTimeout(resolve, restMs));
      } else if (!isOver || number % worksBetweenSweeps !== 0) continue;
      const held = await engines.measureHeld();
      if (held !== null) swept.push({ atSeconds: elapsedMs() / 1000, isRest, ...held });
    }
  } finally {
    cutting.stop();
    killing.stop();
    clearInterval(sampling);
    engines.dispose();
    await lineIsUp;
    await Promise.all([blobLine.dispose(), tableLine.dispose()]);
    await Promise.all([azurite.stop(), nowhere.stop()]);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  const outcome: Outcome = { minutes, seed, dayHours, load: loadavg()[0] ?? 0, tally, samples, swept };
  const verdicts = judge(outcome);
  await mkdir(dirname(reportPath), { recursive: true });
  await writeFile(reportPath, reportOf(outcome, verdicts));
  process.stdout.write(`Written: ${reportPath}\n`);
  for (const { what, isFlat, summary } of verdicts) {
    process.stdout.write(`${isFlat ? 'flat ' : 'GROWS'} ${what}: ${summary}\n`);
    if (!isFlat) process.exitCode = 1;
  }
}

function wordOf(name: string): string | undefined {
  return process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
}

function numberOf(name: string, otherwise: number): number {
  const text = wordOf(name);
  const value = text === undefined ? otherwise : Number(text);
  if (!(value > 0)) throw new Error(`--${name}: "${text}" is no number above zero. Write --${name}=5.`);
  return value;
}

async function fromCommandLine(): Promise<void> {
  await main({
    minutes: numberOf('minutes', 10),
    seed: numberOf('seed', Date.now() % 1_000_000),
    reportPath: wordOf('report') ?? 'docs/soak.md',
  });
}

fromCommandLine().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});

/** The random events of a soak; the same seed gives the same times, as precisely as the machine allows. */
interface Repeated {
  readonly stop: () => void;
}

/** Acts repeatedly at random intervals with the given average, never concurrently. */
function repeat(random: () => number, everyMs: number, work: () => Promise<void> | void): Repeated {
  let isStopped = false;
  const run = async (): Promise<void> => {
    for (;;) {
      await new Promise((resolve) => {
        setTimeout(resolve, everyMs * (0.5 + random())).unref();
      });
      if (isStopped) return;
      await work();
    }
  };
  void run();
  return {
    stop: () => {
      isStopped = true;
    },
  };
}
