// `npm run soak -- --minutes=N`: works without pause against a real emulator, over lines that are cut at random, with an
// engine that is killed at random in the first half and left alone in the second. Every byte and row is accounted for;
// memory, handles and the state folder are watched. Ends with 1 where something is lost.
import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MiB, formatBytes, formatCount } from '@shared/units';
import { emulatorAccountKey, emulatorAccountName, startAzurite } from '../../electron/testing/azurite';
import { openLine } from '../../electron/testing/breakable-line';
import type { FromEngine } from './engine-process';
import { type Sample, takeSample, trendOf } from './samples';
import { type Work, openChecker, workKinds } from './works';

const sampleEveryMs = 1000;
const cutEveryMs = 9_000;
const cutForMs = 1_500;
const killEveryMs = 7_000;

interface Tally {
  works: number;
  bytes: number;
  rows: number;
  kills: number;
  cuts: number;
  resumed: number;
}

async function main(minutes: number, seed: number): Promise<void> {
  const random = randomFrom(seed);
  const folder = await mkdtemp(join(tmpdir(), 'stowage-soak-'));
  const azurite = await startAzurite({ store: 'disk' });
  const blobLine = await openLine(azurite.blobOrigin);
  const tableLine = await openLine(azurite.tableOrigin);
  const places = {
    folder,
    stateDir: join(folder, 'state'),
    connectionString: [
      `DefaultEndpointsProtocol=http;AccountName=${emulatorAccountName};AccountKey=${emulatorAccountKey}`,
      `BlobEndpoint=${blobLine.origin}/${emulatorAccountName};TableEndpoint=${tableLine.origin}/${emulatorAccountName}`,
    ].join(';'),
  };
  await mkdir(places.stateDir);
  const checker = await openChecker(places, azurite.connectionString);
  const tally: Tally = { works: 0, bytes: 0, rows: 0, kills: 0, cuts: 0, resumed: 0 };
  const begunMs = performance.now();
  const endMs = begunMs + minutes * 60_000;
  const quietMs = begunMs + minutes * 30_000;
  const quiet: Sample[] = [];
  const all: Sample[] = [];
  let engine: ChildProcess | null = null;
  let lineIsUp = Promise.resolve();

  const cutting = repeat(random, cutEveryMs, () => {
    tally.cuts += 1;
    const line = random() < 0.5 ? blobLine : tableLine;
    lineIsUp = line
      .cut()
      .then(() => later(cutForMs * random()))
      .then(() => line.mend());
    return lineIsUp;
  });
  const killing = repeat(random, killEveryMs, () => {
    if (performance.now() > quietMs || engine?.exitCode !== null) return;
    tally.kills += 1;
    engine.kill('SIGKILL');
  });

  try {
    for (let number = 0; performance.now() < endMs; number += 1) {
      const kind = workKinds[Math.floor(random() * workKinds.length)] ?? 'scan';
      const work: Work = { number, kind };
      await checker.prepare(work);
      await finish(work);
      const { bytes, rows } = await checker.check(work);
      tally.works += 1;
      tally.bytes += bytes;
      tally.rows += rows;
    }
  } finally {
    cutting.stop();
    killing.stop();
    (engine as ChildProcess | null)?.kill('SIGKILL');
    await lineIsUp;
    await Promise.all([blobLine.dispose(), tableLine.dispose()]);
    await azurite.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  const report = reportOf({ minutes, seed, tally, all, quiet });
  await mkdir('out/soak', { recursive: true });
  await writeFile('out/soak/soak.md', report);
  process.stdout.write(`${report}\n`);

  /** However many engines it takes. */
  async function finish(work: Work): Promise<void> {
    for (;;) {
      engine ??= startEngine();
      const outcome = await given(engine, work);
      if (outcome === 'done') return;
      engine = null;
    }
  }

  function startEngine(): ChildProcess {
    const child = fork(join(__dirname, 'soak-engine.js'), [JSON.stringify(places)], { stdio: 'inherit' });
    const bornMs = performance.now();
    const timer = setInterval(() => {
      if (child.pid === undefined || child.exitCode !== null) return;
      // It may die in the middle of the look.
      takeSample(child.pid, (performance.now() - bornMs) / 1000, places.stateDir).then(
        (sample) => {
          all.push(sample);
          if (bornMs > quietMs || performance.now() > quietMs) quiet.push(sample);
        },
        () => undefined,
      );
    }, sampleEveryMs);
    child.once('exit', () => clearInterval(timer));
    child.on('message', (message: FromEngine) => {
      if (message.kind === 'ready') tally.resumed += message.resumed;
    });
    return child;
  }
}

const ready = new WeakSet<ChildProcess>();

/** Gives the work to an engine once it is ready. Rejects when it says that the work failed. */
function given(engine: ChildProcess, work: Work): Promise<'done' | 'died'> {
  return new Promise((resolve, reject) => {
    const heard = (message: FromEngine): void => {
      if (message.kind === 'ready') {
        ready.add(engine);
        engine.send(work);
      } else if (message.kind === 'failed') settle(() => reject(new Error(message.reason)));
      else if (message.number === work.number) settle(() => resolve('done'));
    };
    const died = (): void => settle(() => resolve('died'));
    const settle = (end: () => void): void => {
      engine.off('message', heard);
      engine.off('exit', died);
      end();
    };
    engine.on('message', heard);
    engine.once('exit', died);
    if (engine.exitCode !== null || engine.signalCode !== null) died();
    else if (ready.has(engine)) engine.send(work);
  });
}

function repeat(random: () => number, everyMs: number, act: () => Promise<void> | void): { readonly stop: () => void } {
  let isStopped = false;
  const run = async (): Promise<void> => {
    for (;;) {
      await later(everyMs * (0.5 + random()));
      if (isStopped) return;
      await act();
    }
  };
  void run();
  return {
    stop: () => {
      isStopped = true;
    },
  };
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}

interface Outcome {
  readonly minutes: number;
  readonly seed: number;
  readonly tally: Tally;
  readonly all: readonly Sample[];
  readonly quiet: readonly Sample[];
}

function reportOf({ minutes, seed, tally, all, quiet }: Outcome): string {
  const row = (
    what: string,
    samples: readonly Sample[],
    read: (sample: Sample) => number,
    unit: 'MiB' | '',
  ): string => {
    const trend = trendOf(samples.map(read));
    const shown = (value: number): string => (unit === '' ? formatCount(value) : (value / MiB).toFixed(1));
    if (trend === null) return `| ${what} | too few samples | |`;
    return `| ${what}${unit === '' ? '' : `, ${unit}`} | ${shown(trend.early)} | ${shown(trend.late)} |`;
  };
  return [
    `${minutes} minutes, seed ${seed}: ${formatCount(tally.works)} works (uploads, downloads, imports, scans) with ` +
      `${formatBytes(tally.bytes)} and ${formatCount(tally.rows)} rows, all accounted for; ` +
      `${tally.cuts} cuts of a line, ${tally.kills} kills of the engine, ${tally.resumed} transfers resumed after them.`,
    '',
    '| | early | late |',
    '| - | - | - |',
    row('memory of one engine, left alone', quiet, ({ residentBytes }) => residentBytes, 'MiB'),
    row('open handles of one engine', quiet, ({ handles }) => handles, ''),
    row('threads of one engine', quiet, ({ threads }) => threads, ''),
    row('state folder, whole run', all, ({ stateBytes }) => stateBytes, 'MiB'),
    row('files in the state folder, whole run', all, ({ stateFiles }) => stateFiles, ''),
  ].join('\n');
}

/** Mulberry32: the same kills and cuts for the same seed, as far as the clock allows. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function numberOf(name: string, otherwise: number): number {
  const text = process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
  const value = text === undefined ? otherwise : Number(text);
  if (!(value > 0)) throw new Error(`--${name}: "${text}" is no number above zero. Write --${name}=5.`);
  return value;
}

async function fromCommandLine(): Promise<void> {
  await main(numberOf('minutes', 5), numberOf('seed', Date.now() % 1_000_000));
}

fromCommandLine().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
