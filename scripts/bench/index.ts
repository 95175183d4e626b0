// `npm run bench`: measures the engine and the plain SDKs on the same servers in one run and writes
// out/bench/results/bench.json and bench.md.
// Arguments: --repetitions=N --only=SCENARIO,… --servers=null,distant,azurite --quick --runtime=EXECUTABLE
import { execFile, fork } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpus, release, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { measure } from './measure';
import { type Comparison, jsonReport, lineOf, type Machine, markdownReport } from './report';
import { type Scenario, scenarios, type ServerId } from './scenarios';
import { type BenchServer, startServer } from './servers';
import { blobNameOf, type Sizes, type SubjectId, type Task, type TaskResult } from './task';

interface Plan {
  readonly repetitions: number;
  readonly servers: readonly ServerId[];
  readonly chosen: readonly Scenario[];
  readonly sizes: Readonly<Record<ServerId, Sizes>>;
  /** An executable that runs JavaScript as Node does; Electron with ELECTRON_RUN_AS_NODE is one. */
  readonly runtime: string;
}

interface Sources {
  readonly bigFile: Readonly<Record<ServerId, string>>;
  readonly manyFolder: string;
}

const mebibyte = 2 ** 20;
const resultsDir = join(__dirname, 'results');

async function main(args: readonly string[]): Promise<void> {
  const [mode, taskText] = args;
  if (mode === '--measure') {
    process.send?.(await measure(JSON.parse(taskText ?? '') as Task));
    process.disconnect();
    return;
  }
  const plan = planFrom(args);
  const folder = await mkdtemp(join(tmpdir(), 'stowage-bench-'));
  try {
    const sources = await makeSources(folder, plan);
    const comparisons: Comparison[] = [];
    for (const server of plan.servers) {
      const chosen = plan.chosen.filter((scenario) => scenario.servers.includes(server));
      if (chosen.length === 0) continue;
      const running = await startServer(server, plan.sizes[server], sources.bigFile[server]);
      try {
        for (const scenario of chosen) {
          const comparison = await compare(plan, scenario, server, running, sources, folder);
          comparisons.push(comparison);
          tell(summaryOf(comparison));
        }
      } finally {
        await running.stop();
      }
    }
    const machine = await machineFacts(plan.runtime);
    await mkdir(resultsDir, { recursive: true });
    await writeFile(join(resultsDir, 'bench.json'), jsonReport(machine, comparisons));
    await writeFile(join(resultsDir, 'bench.md'), markdownReport(machine, comparisons));
    tell(`\nWritten: ${join(resultsDir, 'bench.md')} and bench.json`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function planFrom(args: readonly string[]): Plan {
  const valueOf = (name: string): string | undefined =>
    args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const quick = args.includes('--quick');
  const only = valueOf('only')?.split(',');
  const servers = (valueOf('servers')?.split(',') ?? ['null', 'distant', 'azurite']) as ServerId[];
  const sizes = (fileBytes: number, entities: number): Sizes => ({
    fileBytes,
    entities,
    manyFiles: quick ? 200 : 2000,
    manyFileBytes: 64 * 1024,
  });
  return {
    repetitions: Number(valueOf('repetitions') ?? (quick ? 1 : 5)),
    servers,
    chosen: scenarios.filter((scenario) => only === undefined || only.includes(scenario.id)),
    sizes: {
      distant: quick ? sizes(0, 10_000) : sizes(0, 50_000),
      null: quick ? sizes(128 * mebibyte, 10_000) : sizes(1024 * mebibyte, 50_000),
      azurite: quick ? sizes(32 * mebibyte, 2000) : sizes(256 * mebibyte, 10_000),
    },
    runtime: valueOf('runtime') ?? process.execPath,
  };
}

async function compare(
  plan: Plan,
  scenario: Scenario,
  server: ServerId,
  running: BenchServer,
  sources: Sources,
  folder: string,
): Promise<Comparison> {
  const sizes = plan.sizes[server];
  const measured = async (subject: SubjectId): Promise<TaskResult> => {
    const scratch = await mkdtemp(join(folder, `${subject}-`));
    const result = await inOwnProcess(plan.runtime, {
      scenario: scenario.id,
      subject,
      connectionString: running.connectionString,
      tableEndpoint: running.tableEndpoint,
      source: scenario.id === 'upload-many' ? sources.manyFolder : sources.bigFile[server],
      scratch,
      sizes,
      repetitions: plan.repetitions,
    });
    await rm(scratch, { recursive: true, force: true });
    return result;
  };
  return { scenario, server, sizes, results: { sdk: await measured('sdk'), stowage: await measured('stowage') } };
}

function inOwnProcess(runtime: string, task: Task): Promise<TaskResult> {
  return new Promise((resolve, reject) => {
    const child = fork(__filename, ['--measure', JSON.stringify(task)], {
      execPath: runtime,
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    let result: TaskResult | null = null;
    child.on('message', (message) => (result = message as TaskResult));
    child.on('exit', (code) => {
      if (result === null) reject(new Error(`${task.scenario} by ${task.subject} ended with code ${String(code)}`));
      else resolve(result);
    });
  });
}

async function makeSources(folder: string, plan: Plan): Promise<Sources> {
  const piece = randomBytes(16 * mebibyte);
  const bigFile = async (server: ServerId): Promise<string> => {
    const path = join(folder, `${server}.bin`);
    await writeBig(path, plan.sizes[server].fileBytes, piece);
    return path;
  };
  const manyFolder = join(folder, 'sources');
  const { manyFiles, manyFileBytes } = plan.sizes.null;
  for (let index = 0; index < manyFiles; index += 1) {
    const path = join(manyFolder, blobNameOf(index));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, piece.subarray(index, index + manyFileBytes));
  }
  return { bigFile: { null: await bigFile('null'), distant: '', azurite: await bigFile('azurite') }, manyFolder };
}

async function writeBig(path: string, bytes: number, piece: Buffer): Promise<void> {
  const file = createWriteStream(path);
  for (let left = bytes; left > 0; left -= piece.length) {
    if (!file.write(piece.subarray(0, Math.min(left, piece.length)))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

async function machineFacts(runtime: string): Promise<Machine> {
  const { stdout } = await promisify(execFile)(runtime, ['-p', 'JSON.stringify(process.versions)'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  const versions = JSON.parse(stdout) as Readonly<Record<string, string | undefined>>;
  const { electron, node } = versions;
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: cpus().length,
    memoryBytes: totalmem(),
    system: `${process.platform} ${release()}`,
    runtime: electron === undefined ? `Node ${node}` : `Electron ${electron} as Node ${node}`,
    measuredAt: new Date().toISOString().slice(0, 10),
  };
}

function summaryOf(comparison: Comparison): string {
  const line = lineOf(comparison);
  const rate = (value: number): string => `${Math.round(value).toLocaleString('en-GB')} ${line.unit}`;
  return `${line.title.padEnd(40)} ${line.server.padEnd(8)} Stowage ${rate(line.stowage.rate).padEnd(20)} SDK ${rate(line.sdk.rate).padEnd(20)} ${line.speedRatio.toFixed(2)} ×`;
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
