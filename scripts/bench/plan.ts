// What a run of the bench measures, from its arguments.
import type { PeerId, Sizes } from './task';
import { type Scenario, scenarios, type ServerId } from './scenarios';

export interface Plan {
  readonly repetitions: number;
  readonly servers: readonly ServerId[];
  readonly chosen: readonly Scenario[];
  readonly sizes: Readonly<Record<ServerId, Sizes>>;
  /** Of the server `running`. */
  readonly endpoint: string | null;
  /** A file with the certificate that the endpoint uses. */
  readonly certificatePath: string | null;
  /** What is measured in addition: other programs, the SDK with a single request. */
  readonly peers: readonly (PeerId | 'single')[];
  /** An executable that runs JavaScript like Node; Electron with ELECTRON_RUN_AS_NODE is one. */
  readonly runtime: string;
  /** Sizes in MiB of files whose import is measured instead; empty for none. */
  readonly growth: readonly number[];
  /** Letters of an additional column of those files; 0 for none. */
  readonly noteLength: number;
  /** Numbers of files of jobs that are measured instead; empty for none. */
  readonly jobGrowth: readonly number[];
  /** Measures the cost of telemetry instead. */
  readonly watching: 'measured' | 'left-out';
  /** `fresh`: each repetition in a new process without compiled code, as other programs are measured. */
  readonly processes: 'kept' | 'fresh';
  /** `utility`: in the utility process of that executable. */
  readonly place: 'process' | 'utility';
}

const mebibyte = 2 ** 20;

/** Throws when a name is unknown. */
export function planFrom(args: readonly string[]): Plan {
  const valueOf = (name: string): string | undefined =>
    args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const chosen = <T extends string>(name: string, known: readonly T[], usual: readonly T[]): readonly T[] => {
    const words = valueOf(name)?.split(',') ?? usual;
    return words.map((word) => {
      const one = known.find((each) => each === word);
      if (one === undefined) throw new Error(`--${name} does not know ${word}. Choose from ${known.join(', ')}.`);
      return one;
    });
  };
  const numbers = (list = ''): readonly number[] => list.split(',').filter(Boolean).map(Number);
  const quick = args.includes('--quick');
  const ids = chosen(
    'only',
    scenarios.map(({ id }) => id),
    scenarios.map(({ id }) => id),
  );
  const entities = Number(valueOf('entities') ?? (quick ? 10_000 : 50_000));
  const manyFiles = Number(valueOf('files') ?? (quick ? 200 : 2000));
  const manyFileBytes = Number(valueOf('file-bytes') ?? 64 * 1024);
  const sizes = (mebibytes: number, entities: number): Sizes => ({
    fileBytes: mebibytes * mebibyte,
    entities,
    manyFiles,
    manyFileBytes,
  });
  const big = sizes(Number(valueOf('mebibytes') ?? (quick ? 128 : 1024)), entities);
  return {
    repetitions: Number(valueOf('repetitions') ?? (quick ? 1 : 5)),
    servers: chosen(
      'servers',
      ['null', 'null-tls', 'running', 'line', 'distant', 'azurite'],
      ['null', 'distant', 'azurite'],
    ),
    chosen: scenarios.filter(({ id }) => ids.includes(id)),
    sizes: {
      null: big,
      'null-tls': big,
      running: big,
      line: quick ? sizes(32, 1000) : sizes(256, 1000),
      distant: quick ? sizes(0, 10_000) : sizes(0, 50_000),
      azurite: quick ? sizes(32, 2000) : sizes(256, 10_000),
    },
    endpoint: valueOf('endpoint') ?? null,
    certificatePath: valueOf('certificate') ?? null,
    peers: chosen('peers', ['single', 'rclone', 'rclone-tuned', 'azcopy'], []),
    runtime: valueOf('runtime') ?? process.execPath,
    growth: numbers(valueOf('growth')),
    noteLength: Number(valueOf('note-length') ?? 0),
    jobGrowth: numbers(valueOf('growth-files')),
    watching: args.includes('--watching') ? 'measured' : 'left-out',
    processes: args.includes('--fresh') ? 'fresh' : 'kept',
    place: args.includes('--utility') ? 'utility' : 'process',
  };
}
