// Turns measurements into what people read: ratios first, since absolute figures differ from machine to machine.
import type { Scenario, ServerId } from './scenarios';
import { spreadOf } from './statistics';
import type { Sizes, SubjectId, TaskResult } from './task';

export interface Comparison {
  readonly scenario: Scenario;
  readonly server: ServerId;
  readonly sizes: Sizes;
  readonly results: Readonly<Record<SubjectId, TaskResult>>;
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly runtime: string;
  readonly measuredAt: string;
}

const serverWords: Readonly<Record<ServerId, string>> = {
  null: 'null server',
  distant: '40 ms away',
  azurite: 'Azurite',
};

interface Figures {
  /** In the scenario's unit, of the median repetition. */
  readonly rate: number;
  /** Slowest and fastest repetition, in the same unit. */
  readonly slowest: number;
  readonly fastest: number;
  readonly cpuMs: number;
  readonly loopDelayP99Ms: number;
  readonly peakMemoryBytes: number;
}

interface Line {
  readonly scenario: string;
  readonly title: string;
  readonly server: ServerId;
  readonly unit: string;
  readonly comparedWith: string;
  readonly stowage: Figures;
  readonly sdk: Figures;
  /** More than 1: Stowage is faster. */
  readonly speedRatio: number;
  /** Less than 1: Stowage needs less. */
  readonly cpuRatio: number;
  readonly memoryRatio: number;
}

export function lineOf(comparison: Comparison): Line {
  const { scenario, server } = comparison;
  const stowage = figuresOf(comparison, 'stowage');
  const sdk = figuresOf(comparison, 'sdk');
  return {
    scenario: scenario.id,
    title: scenario.title,
    server,
    unit: scenario.unit,
    comparedWith: scenario.comparedWith,
    stowage,
    sdk,
    speedRatio: stowage.rate / sdk.rate,
    cpuRatio: stowage.cpuMs / sdk.cpuMs,
    memoryRatio: stowage.peakMemoryBytes / sdk.peakMemoryBytes,
  };
}

export function jsonReport(machine: Machine, comparisons: readonly Comparison[]): string {
  const raw = comparisons.map(({ scenario, server, sizes, results }) => ({
    scenario: scenario.id,
    server,
    sizes,
    results,
  }));
  return `${JSON.stringify({ machine, lines: comparisons.map(lineOf), raw }, null, 2)}\n`;
}

export function markdownReport(machine: Machine, comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(lineOf).map((line) => {
    const cells = [
      `${line.title} (${amountOf(comparisons, line)})`,
      serverWords[line.server],
      `${rounded(line.stowage.rate)} (${rounded(line.stowage.slowest)}–${rounded(line.stowage.fastest)}) ${line.unit}`,
      `${rounded(line.sdk.rate)} (${rounded(line.sdk.slowest)}–${rounded(line.sdk.fastest)})`,
      `**${line.speedRatio.toFixed(2)} ×**`,
      `${line.cpuRatio.toFixed(2)} ×`,
      `${line.memoryRatio.toFixed(2)} ×`,
      `${line.stowage.loopDelayP99Ms.toFixed(0)} / ${line.sdk.loopDelayP99Ms.toFixed(0)} ms`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const compared = [...new Set(comparisons.map(({ scenario }) => `- ${scenario.title}: ${scenario.comparedWith}`))];
  return [
    '# Measured',
    '',
    `${machine.measuredAt}, ${machine.processor}, ${machine.cores} cores, ${rounded(machine.memoryBytes / 2 ** 30)} GiB, ${machine.system}, ${machine.runtime}.`,
    'Medians, in brackets the slowest and the fastest repetition; loopback; the same servers for both in one run.',
    'Speed above 1 and processor time and memory below 1 are in favour of Stowage. Figures of one run are only good as ratios.',
    '',
    '| work | server | Stowage | plain SDK | speed | processor time | peak memory | event loop p99, Stowage / SDK |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
    '',
    'What the plain SDK does:',
    '',
    ...compared,
    '',
  ].join('\n');
}

function figuresOf({ scenario, sizes, results }: Comparison, subject: SubjectId): Figures {
  const { repetitions, peakMemoryBytes } = results[subject];
  const elapsed = spreadOf(repetitions.map((repetition) => repetition.elapsedMs));
  const rate = (elapsedMs: number): number => (scenario.amount(sizes) / elapsedMs) * 1000;
  return {
    rate: rate(elapsed.median),
    slowest: rate(elapsed.most),
    fastest: rate(elapsed.least),
    cpuMs: spreadOf(repetitions.map((repetition) => repetition.cpuMs)).median,
    loopDelayP99Ms: spreadOf(repetitions.map((repetition) => repetition.loopDelayP99Ms)).median,
    peakMemoryBytes,
  };
}

function amountOf(comparisons: readonly Comparison[], line: Line): string {
  const found = comparisons.find(({ scenario, server }) => scenario.id === line.scenario && server === line.server);
  if (found === undefined) return '';
  const { scenario, sizes } = found;
  const amount = scenario.amount(sizes);
  if (scenario.unit === 'files/s') return `${rounded(amount)} × ${rounded(sizes.manyFileBytes / 1024)} KiB`;
  return scenario.unit === 'MiB/s' ? `${rounded(amount)} MiB` : `${rounded(amount)} entities`;
}

const rounded = (value: number): string => Math.round(value).toLocaleString('en-GB');
