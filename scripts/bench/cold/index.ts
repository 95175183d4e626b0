// `--cold`: whole processes, each started anew, in turn on the same server: Stowage's command line, a script of the
// plain SDK, and other programs. Processor time and memory are of the whole process. Linux only.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { randomBytes } from 'node:crypto';
import { endedChildrenCpuMs, watchProcess } from '../process-watch';
import { startTreeServer, type CountingServer } from '../servers';
import type { ServerId } from '../scenarios';
import { type Builds, type Command, commandOf, type ProgramId, type Run } from './programs';
import { type ColdFigures, coldHeading, coldLines, type ColdResult } from './report';
import { type ColdWork, entriesOf, filesIn, type Tree } from './works';

export interface ColdPlan {
  readonly works: readonly ColdWork[];
  readonly servers: readonly ServerId[];
  readonly programs: readonly ProgramId[];
  readonly repetitions: number;
  /** A folder in which another version of Stowage is built; null for none. */
  readonly before: string | null;
}

interface Setting {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Where the command line and the script of the SDK are built. */
  readonly outDir: string;
  readonly notify: (line: string) => void;
}

/** Prints a table in Markdown while it measures, and returns what it measured. */
export async function measureCold(plan: ColdPlan, setting: Setting): Promise<readonly ColdResult[]> {
  const results: ColdResult[] = [];
  for (const line of coldHeading) setting.notify(line);
  for (const id of plan.servers) {
    const server = await startTreeServer(id, treesOf(plan.works), rowsOf(plan.works));
    try {
      for (const work of plan.works) {
        const result = await measureWork(work, id, server, { plan, setting });
        results.push(result);
        for (const line of coldLines(result)) setting.notify(line);
      }
    } finally {
      await server.stop();
    }
  }
  return results;
}

async function measureWork(
  work: ColdWork,
  serverId: ServerId,
  server: CountingServer,
  { plan, setting }: { readonly plan: ColdPlan; readonly setting: Setting },
): Promise<ColdResult> {
  const folder = await mkdtemp(join(setting.folder, 'cold-'));
  const builds: Builds = {
    stowage: join(setting.outDir, 'cli/stowage.js'),
    before: plan.before === null ? null : join(plan.before, 'out/cli/stowage.js'),
    sdkScript: join(setting.outDir, 'bench/sdk-script.js'),
  };
  const { action } = work;
  const source = join(folder, 'source');
  if (action.kind === 'upload' || action.kind === 'dry-run' || action.kind === 'resume')
    await fill(source, action.tree);
  const figures = new Map(plan.programs.map((id): [ProgramId, ColdFigures[]] => [id, []]));
  // The first round fills the disk's caches and is not counted. Each round begins with another program.
  for (let round = 0; round <= plan.repetitions; round += 1) {
    const shift = round % plan.programs.length;
    for (const id of [...plan.programs.slice(shift), ...plan.programs.slice(0, shift)]) {
      const own = join(folder, `${id}-${round}`);
      const run: Run = {
        action,
        connectionString: server.connectionString,
        source,
        target: join(own, 'target'),
        scratch: join(own, 'state'),
        prefix: `${id}-${work.id}-${round}`,
        jobId: '',
      };
      if (commandOf(id, run, builds) === null) continue;
      await mkdir(run.target, { recursive: true });
      await mkdir(run.scratch);
      const jobId = action.kind === 'resume' ? await interruptedJob(id, run, { builds, server, setting }) : '';
      const command = commandOf(id, { ...run, jobId }, builds);
      if (command === null) continue;
      await server.reset();
      const startedMs = Date.now();
      const use = await runOnce(command, setting.environment);
      const { requests, firstMs, lastMs } = await server.counts();
      const times =
        requests === 0
          ? { firstRequestMs: null, activeMs: null }
          : { firstRequestMs: firstMs - startedMs, activeMs: lastMs - firstMs };
      if (round > 0) figures.get(id)?.push({ ...use, ...times });
      await rm(own, { recursive: true, force: true });
    }
  }
  await rm(folder, { recursive: true, force: true });
  return { work, server: serverId, figures };
}

const askAgainMs = 20;

/** Starts an upload of the same files, kills it when half of them have arrived, and returns its identifier. */
async function interruptedJob(
  id: ProgramId,
  run: Run,
  { builds, server, setting }: { readonly builds: Builds; readonly server: CountingServer; readonly setting: Setting },
): Promise<string> {
  const { action } = run;
  const upload =
    action.kind === 'resume' ? commandOf(id, { ...run, action: { ...action, kind: 'upload' } }, builds) : null;
  if (upload === null || action.kind !== 'resume') return '';
  await server.reset();
  const child = spawn(upload.program, [...upload.args], {
    env: { ...process.env, ...setting.environment, ...upload.environment },
    stdio: 'ignore',
  });
  const closed = once(child, 'close');
  while ((await server.counts()).requests < filesIn(action.tree) / 2) await setTimeout(askAgainMs);
  child.kill('SIGKILL');
  await closed;
  const [script = ''] = upload.args;
  const listed = execFileSync(upload.program, [script, 'jobs', 'list', '--json', '--state-dir', run.scratch]);
  const found = /"id":\s*"([^"]+)"/u.exec(listed.toString('utf8'))?.[1];
  if (found === undefined) throw new Error(`The interrupted upload is not in the list of jobs: ${String(listed)}`);
  return found;
}

async function runOnce({ program, args, environment }: Command, common: NodeJS.ProcessEnv) {
  const cpuBefore = endedChildrenCpuMs();
  const startedMs = performance.now();
  const child: ChildProcess = spawn(program, [...args], {
    env: { ...process.env, ...common, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr?.on('data', (piece: Buffer) => (complaint = `${complaint}${piece.toString('utf8')}`.slice(-500)));
  const watched = watchProcess(child.pid ?? 0);
  const [code] = (await once(child, 'close')) as [number | null];
  const wallMs = performance.now() - startedMs;
  const { peakBytes } = watched.stop();
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with code ${String(code)}: ${complaint}`);
  return { wallMs, cpuMs: endedChildrenCpuMs() - cpuBefore, peakBytes };
}

async function fill(folder: string, tree: Tree): Promise<void> {
  const piece = randomBytes(32 * 2 ** 20);
  const made = new Set<string>();
  for (const { path, bytes } of entriesOf(tree)) {
    const full = join(folder, path);
    if (!made.has(dirname(full))) await mkdir(dirname(full), { recursive: true });
    made.add(dirname(full));
    writeFileSync(full, piece.subarray(0, Math.min(bytes, piece.length)));
    for (let at = piece.length; at < bytes; at += piece.length) {
      writeFileSync(full, piece.subarray(0, Math.min(bytes - at, piece.length)), { flag: 'a' });
    }
  }
}

function treesOf(works: readonly ColdWork[]): readonly Tree[] {
  return works.flatMap(({ action }) => (action.kind === 'download' ? [action.tree] : []));
}

function rowsOf(works: readonly ColdWork[]): number {
  return Math.max(1000, ...works.map(({ action }) => ('rows' in action ? action.rows : 0)));
}
