// The grammar of the commands for many machines: hub, worker, nodes, the demonstration, and the options that send a job
// to a hub. What they do is loaded when one of them runs: most runs need nothing of it.
import type { Command } from 'commander';
import { group } from './command-group';
import type { DemoOptions } from './commands/demo-cluster';
import type { HubOptions } from './commands/hub';
import type { WorkerFlags } from './commands/worker';
import type { EngineChoices, GlobalOptions, CommandAction, ProgramHost } from './session';

export interface ClusterRunner {
  run(globals: GlobalOptions, action: CommandAction, choices?: EngineChoices): Promise<void>;
  /** For programs that need no engine, or several processes of this command line. */
  runProgram(globals: GlobalOptions, action: (host: ProgramHost) => Promise<number>): Promise<void>;
}

/** The commands whose work a hub can give to workers. */
export const onHubText = 'upload, download, copy, sync, check, import, export and lab run';
export const hubText = 'the join file of a hub: run it on its workers';
const joinText = 'the join file of the hub; default: that of a hub with this state folder';

export function addClusterCommands(program: Command, runner: ClusterRunner, globals: () => GlobalOptions): void {
  program
    .command('hub')
    .description('give jobs to workers on many machines, until Ctrl+C')
    .option(
      '--listen <address>',
      'HOST:PORT; 0.0.0.0 for all; anything but 127.0.0.1 is encrypted; default 127.0.0.1:4222',
    )
    .option('--store <dir>', 'where waiting work is stored, on a disk of this machine; default in the state folder')
    .option('--nats-server <path>', 'the server to run; default: the one that came along, or on the PATH')
    .option('--join <file>', 'use the running server of this join file, which is for hubs, and start none')
    .action((options: HubOptions) =>
      runner.runProgram(globals(), async (host) => (await import('./commands/hub')).runHub(options, host)),
    );
  program
    .command('worker')
    .description('move the files of jobs of a hub, until Ctrl+C')
    .option('--join <file>', joinText)
    .option('--slots <n>', 'shards at the same time, 1 to 64; default 2')
    .option('--name <name>', 'what it is called in lists; default: the machine and the process')
    .option(
      '--label <key=value>',
      'shown in lists; may be repeated',
      (one: string, all: readonly string[] | undefined) => [...(all ?? []), one],
    )
    .option('--work-dir <dir>', 'for its journals, on a disk of this machine; default: the temporary folder')
    .option('--exit-when-idle <time>', 'end when there was no job for this long, such as 10m')
    .action(async (flags: WorkerFlags) => {
      const { workerSetup } = await import('./commands/worker');
      const setup = await workerSetup(flags);
      try {
        await runner.run(globals(), setup.action, setup.choices);
      } finally {
        await setup.remove();
      }
    });
  const nodes = group(program, 'nodes').description('workers of a hub');
  nodes
    .command('list')
    .description('one per line')
    .option('--join <file>', joinText)
    .action((flags: { readonly join?: string }) =>
      runner.runProgram(globals(), async (host) => (await import('./commands/hub-jobs')).listNodes(flags, host)),
    );
  nodes
    .command('drain <node>')
    .description('let a worker finish its shards, take no more, and end')
    .option('--join <file>', joinText)
    .action((node: string, flags: { readonly join?: string }) =>
      runner.runProgram(globals(), async (host) => (await import('./commands/hub-jobs')).drainNode(node, flags, host)),
    );
  for (const [name, become] of [
    ['pause', 'paused'],
    ['resume', 'resumed'],
  ] as const) {
    nodes
      .command(`${name} <node>`)
      .description(
        name === 'pause'
          ? 'let a worker return its shards and wait'
          : 'let a paused or draining worker take shards again',
      )
      .option('--join <file>', joinText)
      .action((node: string, flags: { readonly join?: string }) =>
        runner.runProgram(globals(), async (host) =>
          (await import('./commands/hub-jobs')).pauseNode(node, become, flags, host),
        ),
      );
  }
  const demo = group(program, 'demo').description('demonstrations that need no account');
  demo
    .command('cluster')
    .description('a hub and two workers on this machine upload sample files to a store of their own; ends by itself')
    .option('--files <n>', 'how many; default 400')
    .option('--stay', 'stay until Ctrl+C or the end of standard input')
    .action((flags: DemoOptions) =>
      runner.runProgram(globals(), async (host) => (await import('./commands/demo-cluster')).demoCluster(flags, host)),
    );
}

/** Those of `stowage jobs` that only a hub has. */
export function addHubJobs(jobs: Command, runner: ClusterRunner, globals: () => GlobalOptions): void {
  const control = (name: 'pause' | 'retry-failed' | 'rebuild', text: string): void => {
    jobs
      .command(`${name} <id>`)
      .description(text)
      .option('--hub <file>', joinText)
      .action((id: string, flags: { readonly hub?: string }) =>
        runner.runProgram(globals(), async (host) =>
          (await import('./commands/hub-jobs')).control(name, id, flags, host),
        ),
      );
  };
  control('pause', 'of a hub: let its workers return what they have; resume continues');
  control('retry-failed', 'of a hub: do shards with failures once more');
  control('rebuild', 'of a hub: plan again what its queue has lost; nothing is done twice');
  jobs
    .command('rate <id> <rate>')
    .description('of a hub: bytes per second of all its workers together, such as 200MiB, or none')
    .option('--hub <file>', joinText)
    .action((id: string, rate: string, flags: { readonly hub?: string }) =>
      runner.runProgram(globals(), async (host) =>
        (await import('./commands/hub-jobs')).limitRate(id, rate, flags, host),
      ),
    );
  jobs
    .command('timeline <id>')
    .description('of a hub: when which worker moved which shard, by the clock of the hub, as CSV or JSON')
    .option('--hub <file>', joinText)
    .action((id: string, flags: { readonly hub?: string }) =>
      runner.runProgram(globals(), async (host) => (await import('./commands/hub-jobs')).timeline(id, flags, host)),
    );
}
