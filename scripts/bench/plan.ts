// The measurements of a bench run, from its arguments.
import { parseArgs } from 'node:util';
import { type ColdWork, coldWorks } from './cold/works';
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
  /** Additional measurements: other programs, the SDK with a single request. */
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
  /** Commands that are measured instead, each as a whole process; empty for none. */
  readonly cold: readonly ColdWork[];
  /** A folder in which another version of Stowage is built, measured beside this one. */
  readonly before: string | null;
  /** `fresh`: each repetition in a new process without compiled code, as other programs are measured. */
  readonly processes: 'kept' | 'fresh';
  /** `utility`: in the utility process of that executable. */
  readonly place: 'process' | 'utility';
}

const mebibyte = 2 ** 20;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const options = {
  repetitions: text,
  only: text,
  servers: text,
  peers: text,
  mebibytes: text,
  files: text,
  'file-bytes': text,
  entities: text,
  growth: text,
  'note-length': text,
  'growth-files': text,
  endpoint: text,
  certificate: text,
  runtime: text,
  before: text,
  cold: flag,
  watching: flag,
  quick: flag,
  utility: flag,
  fresh: flag,
};

/** Throws when an option, a name or a number is unknown, and lists the known ones. */
export function planFrom(args: readonly string[]): Plan {
  const values = valuesOf(args);
  const chosen = <T extends string>(
    name: 'only' | 'servers' | 'peers',
    known: readonly T[],
    defaultNames: readonly T[],
  ) => {
    const names = values[name]?.split(',') ?? defaultNames;
    return names.map((value) => {
      const one = known.find((each) => each === value);
      if (one === undefined) throw new Error(`--${name} does not know ${value}. Choose from ${known.join(', ')}.`);
      return one;
    });
  };
  const counted = (name: keyof typeof values, otherwise: number): number => {
    const given = values[name];
    return typeof given === 'string' ? wholeNumber(name, given) : otherwise;
  };
  const counts = (name: 'growth' | 'growth-files'): readonly number[] =>
    (values[name] ?? '')
      .split(',')
      .filter(Boolean)
      .map((value) => wholeNumber(name, value));
  const { quick } = values;
  const cold = values.cold ? coldWorks(quick ? 'quick' : 'full') : [];
  const known = (values.cold ? cold : scenarios).map(({ id }): string => id);
  const ids = chosen('only', known, known);
  const entities = counted('entities', quick ? 10_000 : 50_000);
  const manyFiles = counted('files', quick ? 200 : 2000);
  const manyFileBytes = counted('file-bytes', 64 * 1024);
  const sizes = (mebibytes: number, entities: number): Sizes => ({
    fileBytes: mebibytes * mebibyte,
    entities,
    manyFiles,
    manyFileBytes,
  });
  const big = sizes(counted('mebibytes', quick ? 128 : 1024), entities);
  return {
    repetitions: counted('repetitions', quick ? 1 : 5),
    servers: chosen(
      'servers',
      ['null', 'null-tls', 'running', 'line', 'distant', 'azurite'],
      values.cold ? ['null-tls'] : ['null', 'distant', 'azurite'],
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
    endpoint: values.endpoint ?? null,
    certificatePath: values.certificate ?? null,
    peers: chosen('peers', ['single', 'rclone', 'rclone-tuned', 'azcopy'], []),
    runtime: values.runtime ?? process.execPath,
    growth: counts('growth'),
    noteLength: counted('note-length', 0),
    jobGrowth: counts('growth-files'),
    cold: cold.filter(({ id }) => ids.includes(id)),
    before: values.before ?? null,
    watching: values.watching ? 'measured' : 'left-out',
    processes: values.fresh ? 'fresh' : 'kept',
    place: values.utility ? 'utility' : 'process',
  };
}

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new Error(`${error instanceof Error ? error.message : String(error)}. Known are ${known.join(', ')}.`);
  }
}

function wholeNumber(name: string, value: string): number {
  if (!/^\d+$/u.test(value)) throw new Error(`--${name} takes whole numbers, not ${value}.`);
  return Number(value);
}
