// `npm run bench`: measures the engine and the plain SDKs, and on request other programs, on the same servers in one
// run, with the repetitions of the subjects alternating. Writes out/bench/results/bench.json and bench.md.
// Arguments: --repetitions=N --only=SCENARIO,… --servers=null,null-tls,running,line,distant,azurite
// --peers=single,rclone,rclone-tuned,azcopy
// --mebibytes=N --files=N --file-bytes=N --entities=N --growth=MEBIBYTES,… --note-length=N --growth-files=N,…
// --watching --quick
// --cold --before=FOLDER
// --runtime=EXECUTABLE --utility --fresh; for the server `running` --endpoint=URL --certificate=FILE
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { testCertificate } from '../../electron/testing/tls-certificate';
import { measureCold } from './cold';
import { coldHeading, coldLines } from './cold/report';
import { measureGrowth } from './growth';
import { measureJobGrowth } from './job-growth';
import { serveOrders } from './measure';
import type { BenchSetting } from './measure-once';
import { type Plan, planFrom } from './plan';
import { type Comparison, type Machine, jsonReport, linesOf, markdownReport } from './report';
import { type Scenario, type ServerId, peersOf } from './scenarios';
import { type BenchServer, startServer } from './servers';
import { sourceOf } from './sources';
import { type Layout, startedEachTime, startSubject } from './subjects';
import { measureWatching } from './watching';
import type { Order, Repetition, SubjectId, Task, TaskResult, Subject } from './task';

const resultsDir = join(__dirname, 'results');

async function main(args: readonly string[]): Promise<void> {
  const measured = args.indexOf('--measure');
  if (measured !== -1) {
    await serveParent(JSON.parse(args[measured + 1] ?? '') as Task);
    return;
  }
  const plan = planOrWhyNot(args);
  if (plan === null) return;
  const folder = await mkdtemp(join(tmpdir(), 'stowage-bench-'));
  try {
    await carryOut(plan, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function carryOut(plan: Plan, folder: string): Promise<void> {
  const certificate = join(folder, 'certificate.pem');
  const given = plan.certificatePath === null ? null : await readFile(plan.certificatePath, 'utf8');
  await writeFile(certificate, `${testCertificate}${given ?? ''}`);
  // Trusted by Node, and by programs written in Go.
  const environment = { NODE_EXTRA_CA_CERTS: certificate, SSL_CERT_FILE: certificate };
  const layout: Layout = { executable: plan.runtime, place: plan.place, environment };
  const setting = { folder, layout, programs, notify: log };
  if (plan.growth.length > 0) await measureGrowth(plan.growth, plan.noteLength, setting);
  else if (plan.jobGrowth.length > 0) await measureJobGrowth(plan.jobGrowth, plan.chosen, plan.sizes.null, setting);
  else if (plan.cold.length > 0) await compareCold(plan, setting);
  else if (plan.watching === 'measured') await measureWatching(plan.sizes.null, plan.repetitions, setting);
  else await compareAndReport(plan, given, { folder, layout });
}

async function compareCold(
  { cold: works, servers, peers, repetitions, before }: Plan,
  { folder, layout, notify }: BenchSetting,
): Promise<void> {
  const others = peers.flatMap((peer) => (peer === 'rclone-tuned' || peer === 'azcopy' ? [peer] : []));
  const programs = ['stowage', ...(before === null ? [] : ['before' as const]), 'sdk', ...others] as const;
  const setting = { folder, environment: layout.environment, outDir: dirname(__dirname), notify };
  const results = await measureCold({ works, servers, programs, repetitions, before }, setting);
  const lines = [...coldHeading, ...results.flatMap(coldLines)];
  await mkdir(resultsDir, { recursive: true });
  await writeFile(join(resultsDir, 'cold.md'), `${lines.join('\n')}\n`);
}

/** `certificate`: of the server that is already running, if one is given. */
async function compareAndReport(
  plan: Plan,
  certificate: string | null,
  { folder, layout }: Pick<Setting, 'folder' | 'layout'>,
): Promise<void> {
  const at = plan.endpoint === null ? null : { endpoint: plan.endpoint, certificate };
  const loadBefore = loadavg()[0] ?? 0;
  const comparisons: Comparison[] = [];
  for (const server of plan.servers) {
    const chosen = plan.chosen.filter((scenario) => scenario.servers.includes(server));
    if (chosen.length === 0) continue;
    const sizes = plan.sizes[server];
    const sourcePath = server === 'azurite' ? await sourceOf(folder, 'upload-file', sizes) : '';
    const running = await startServer(server, sizes, sourcePath, at);
    try {
      for (const scenario of chosen) {
        const comparison = await compare(plan, scenario, server, { running, folder, layout });
        comparisons.push(comparison);
        for (const line of linesOf(comparison)) log(line.summary);
      }
    } finally {
      await running.stop();
    }
  }
  const machine = await machineFacts(plan, loadBefore);
  await mkdir(resultsDir, { recursive: true });
  await writeFile(join(resultsDir, 'bench.json'), jsonReport(machine, comparisons));
  await writeFile(join(resultsDir, 'bench.md'), markdownReport(machine, comparisons));
  log(`\nWritten: ${join(resultsDir, 'bench.md')} and bench.json`);
}

function planOrWhyNot(args: readonly string[]): Plan | null {
  try {
    return planFrom(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
    return null;
  }
}

interface Setting {
  readonly running: BenchServer;
  readonly folder: string;
  readonly layout: Layout;
}

async function compare(plan: Plan, scenario: Scenario, server: ServerId, setting: Setting): Promise<Comparison> {
  const sizes = plan.sizes[server];
  const { running, folder, layout } = setting;
  const subjects = new Map<SubjectId, Subject>();
  const repetitions = new Map<SubjectId, Repetition[]>();
  const results = new Map<SubjectId, TaskResult>();
  const source = scenario.id.startsWith('upload') ? await sourceOf(folder, scenario.id, sizes) : '';
  const { connectionString, tableEndpoint } = running;
  for (const subject of ['stowage', ...peersOf(scenario, server, plan.peers)] as const) {
    const scratch = await mkdtemp(join(folder, `${subject}-`));
    const task: Task = {
      scenario: scenario.id,
      subject,
      connectionString,
      tableEndpoint,
      source,
      scratch,
      sizes,
      repetitions: plan.repetitions,
    };
    const start = (): Promise<Subject> => startSubject(task, layout, programs);
    subjects.set(subject, plan.processes === 'fresh' ? startedEachTime(start) : await start());
    repetitions.set(subject, []);
  }
  // The first one is the warm-up and is not counted.
  for (let index = 0; index <= plan.repetitions; index += 1) {
    for (const [id, subject] of subjects) {
      await running.reset();
      const measured = await subject.run(index);
      const activeMs = await running.activeMs();
      if (index > 0) repetitions.get(id)?.push({ ...measured, activeMs });
    }
  }
  for (const [id, subject] of subjects) {
    results.set(id, { repetitions: repetitions.get(id) ?? [], peakMemoryBytes: await subject.end() });
  }
  return { scenario, server, sizes, results };
}

const programs = { programPath: __filename, hostPath: join(__dirname, 'utility-host.js') };

/** Obeys a parent process, or the Electron that started this utility process. */
async function serveParent(task: Task): Promise<void> {
  const { parentPort } = process as unknown as { readonly parentPort?: UtilityPort };
  if (parentPort === undefined) {
    await serveOrders(task, {
      onOrder: (listen) => process.on('message', (order) => listen(order as Order)),
      answer: (answer) => process.send?.(answer),
    });
    process.disconnect();
    return;
  }
  await serveOrders(task, {
    onOrder: (listen) => parentPort.on('message', ({ data }) => listen(data)),
    answer: (answer) => parentPort.postMessage(answer),
  });
  process.exit(0);
}

interface UtilityPort {
  on(event: 'message', listener: (event: { readonly data: Order }) => void): void;
  postMessage(message: unknown): void;
}

async function machineFacts(plan: Plan, loadBefore: number): Promise<Machine> {
  const { stdout } = await promisify(execFile)(plan.runtime, ['-p', 'JSON.stringify(process.versions)'], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  const { electron, node } = JSON.parse(stdout) as Readonly<Record<string, string | undefined>>;
  const place = plan.place === 'utility' ? 'utility process' : 'as Node';
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: cpus().length,
    memoryBytes: totalmem(),
    system: `${process.platform} ${release()}`,
    runtime: electron === undefined ? `Node ${node}` : `Electron ${electron} (Node ${node}, ${place})`,
    measuredAt: new Date().toISOString().slice(0, 10),
    load: [loadBefore, loadavg()[0] ?? 0],
  };
}

function log(line: string): void {
  process.stdout.write(`${line}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
