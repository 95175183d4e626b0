// Turns measurements into a report: ratios first, because absolute figures differ between machines.
import { peerLabels } from './peer-subject';
import type { Scenario, ServerId } from './scenarios';
import { spreadOf } from './statistics';
import type { Sizes, SubjectId, TaskResult } from './task';

export interface Comparison {
  readonly scenario: Scenario;
  readonly server: ServerId;
  readonly sizes: Sizes;
  readonly results: ReadonlyMap<SubjectId, TaskResult>;
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly runtime: string;
  readonly measuredAt: string;
  /** Load average of the last minute, before and after. */
  readonly load: readonly [number, number];
}

const serverLabels: Readonly<Record<ServerId, string>> = {
  null: 'null server',
  'null-tls': 'null server, TLS',
  running: 'null server given by its endpoint',
  line: 'line of 40 ms, 100 Mbit/s a connection',
  distant: '40 ms away',
  azurite: 'Azurite',
};

const subjectLabels: Readonly<Record<Exclude<SubjectId, 'stowage'>, string>> = {
  sdk: 'plain SDK',
  single: 'one request',
  rclone: 'rclone',
  'rclone-tuned': 'rclone, tuned',
  azcopy: 'AzCopy',
};

interface Figures {
  /** In the scenario's unit, of the median repetition. */
  readonly rate: number;
  /** Slowest and fastest repetition, in the same unit. */
  readonly slowest: number;
  readonly fastest: number;
  readonly elapsedMs: number;
  /** Null if the server does not count requests. */
  readonly activeMs: number | null;
  readonly cpuMs: number;
  readonly loopDelayP99Ms: number | null;
  readonly peakMemoryBytes: number;
}

/** Stowage compared with one other subject. */
interface Line {
  readonly scenario: string;
  readonly title: string;
  readonly server: ServerId;
  readonly unit: string;
  readonly subject: Exclude<SubjectId, 'stowage'>;
  readonly stowage: Figures;
  readonly other: Figures;
  /** More than 1: Stowage is faster. */
  readonly speedRatio: number;
  readonly activeRatio: number | null;
  /** Less than 1: Stowage needs less. */
  readonly cpuRatio: number;
  readonly memoryRatio: number;
  readonly summary: string;
}

export function linesOf(comparison: Comparison): readonly Line[] {
  const { scenario, server } = comparison;
  const stowage = figuresOf(comparison, 'stowage');
  return [...comparison.results.keys()].flatMap((subject) => {
    if (subject === 'stowage') return [];
    const other = figuresOf(comparison, subject);
    const line = {
      scenario: scenario.id,
      title: scenario.title,
      server,
      unit: scenario.unit,
      subject,
      stowage,
      other,
      speedRatio: stowage.rate / other.rate,
      activeRatio: stowage.activeMs === null || other.activeMs === null ? null : other.activeMs / stowage.activeMs,
      cpuRatio: stowage.cpuMs / other.cpuMs,
      memoryRatio: stowage.peakMemoryBytes / other.peakMemoryBytes,
    };
    return [{ ...line, summary: summaryOf(line) }];
  });
}

export function jsonReport(machine: Machine, comparisons: readonly Comparison[]): string {
  const raw = comparisons.map(({ scenario, server, sizes, results }) => ({
    scenario: scenario.id,
    server,
    sizes,
    results: Object.fromEntries(results),
  }));
  return `${JSON.stringify({ machine, lines: comparisons.flatMap(linesOf), raw }, null, 2)}\n`;
}

export function markdownReport(machine: Machine, comparisons: readonly Comparison[]): string {
  const rows = comparisons.flatMap((comparison) =>
    linesOf(comparison).map((line) => {
      const { stowage, other } = line;
      const cells = [
        `${line.title} (${amountOf(comparison)})`,
        serverLabels[line.server],
        `${rounded(stowage.rate)} (${rounded(stowage.slowest)}–${rounded(stowage.fastest)}) ${line.unit}`,
        `${subjectLabels[line.subject]} ${rounded(other.rate)} (${rounded(other.slowest)}–${rounded(other.fastest)})`,
        `**${line.speedRatio.toFixed(2)} ×**`,
        line.activeRatio === null ? '–' : `${line.activeRatio.toFixed(2)} ×`,
        `${seconds(stowage.cpuMs)} / ${seconds(other.cpuMs)}`,
        `${mebibytes(stowage.peakMemoryBytes)} / ${mebibytes(other.peakMemoryBytes)}`,
        [stowage, other].map(({ loopDelayP99Ms }) => loopDelayP99Ms?.toFixed(0) ?? '–').join(' / '),
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  );
  const peers = comparisons.flatMap(({ results }) => [...results.keys()]);
  const compared = new Set([
    ...comparisons.map(({ scenario }) => `- plain SDK, ${scenario.title}: ${scenario.comparedWith}`),
    ...peers.flatMap((id) => (id in peerLabels ? [`- ${peerLabels[id as keyof typeof peerLabels]}`] : [])),
  ]);
  return [
    '# Measured',
    '',
    `${machine.measuredAt}, ${machine.processor}, ${machine.cores} cores, ${rounded(machine.memoryBytes / 2 ** 30)} GiB, ${machine.system}, ${machine.runtime}, load ${machine.load.map((load) => load.toFixed(1)).join(' to ')}.`,
    'Medians, in brackets the slowest and the fastest repetition; loopback; the same servers for all in one run, repetitions in turn.',
    'Speed above 1 is in favour of Stowage. Active: from the first request to the last reply as the server saw it.',
    '',
    '| work | server | Stowage | compared with | speed | active | processor s | peak MiB | event loop p99 ms |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    'What is compared:',
    '',
    ...compared,
    '',
  ].join('\n');
}

function figuresOf({ scenario, sizes, results }: Comparison, subject: SubjectId): Figures {
  const { repetitions, peakMemoryBytes } = results.get(subject) ?? { repetitions: [], peakMemoryBytes: 0 };
  const elapsed = spreadOf(repetitions.map((repetition) => repetition.elapsedMs));
  const rate = (elapsedMs: number): number => (scenario.amount(sizes) / elapsedMs) * 1000;
  const medianOf = (values: readonly (number | null)[]): number | null =>
    values.some((value) => value === null) ? null : spreadOf(values as readonly number[]).median;
  return {
    rate: rate(elapsed.median),
    slowest: rate(elapsed.max),
    fastest: rate(elapsed.min),
    elapsedMs: elapsed.median,
    activeMs: medianOf(repetitions.map((repetition) => repetition.activeMs)),
    cpuMs: spreadOf(repetitions.map((repetition) => repetition.cpuMs)).median,
    loopDelayP99Ms: medianOf(repetitions.map((repetition) => repetition.loopDelayP99Ms)),
    peakMemoryBytes,
  };
}

function summaryOf(line: Omit<Line, 'summary'>): string {
  const { stowage, other } = line;
  const figures = (name: string, one: Figures): string =>
    `${name} ${rounded(one.rate)} ${line.unit}, active ${one.activeMs === null ? '–' : seconds(one.activeMs)} s, cpu ${seconds(one.cpuMs)} s, ${mebibytes(one.peakMemoryBytes)} MiB`;
  return `${line.title.padEnd(36)} ${line.server.padEnd(8)} ${figures('Stowage', stowage).padEnd(60)} ${figures(subjectLabels[line.subject], other).padEnd(62)} ${line.speedRatio.toFixed(2)} × (active ${line.activeRatio?.toFixed(2) ?? '–'} ×)`;
}

function amountOf({ scenario, sizes }: Comparison): string {
  const amount = scenario.amount(sizes);
  if (scenario.unit === 'files/s') return `${rounded(amount)} × ${rounded(sizes.manyFileBytes / 1024)} KiB`;
  return scenario.unit === 'MiB/s' ? `${rounded(amount)} MiB` : `${rounded(amount)} entities`;
}

const rounded = (value: number): string => Math.round(value).toLocaleString('en-GB');
const seconds = (ms: number): string => (ms / 1000).toFixed(2);
const mebibytes = (bytes: number): string => rounded(bytes / 2 ** 20);
