// The table of `--cold`: medians, and ratios of runs of the same round, with their range.
import type { ServerId } from '../scenarios';
import { spreadOf } from '../statistics';
import type { ProgramId } from './programs';
import type { ColdWork } from './works';

export interface ColdFigures {
  readonly wallMs: number;
  /** From the start of the process to its first request; null without requests. */
  readonly firstRequestMs: number | null;
  /** From the first request to the last reply as the server saw it. */
  readonly activeMs: number | null;
  readonly cpuMs: number;
  readonly peakBytes: number;
}

export interface ColdResult {
  readonly work: ColdWork;
  readonly server: ServerId;
  readonly figures: ReadonlyMap<ProgramId, readonly ColdFigures[]>;
}

export const coldHeading: readonly string[] = [
  '| work | server | program | wall s | first request s | active s | processor s | peak MiB | speed | active | processor ÷ | memory ÷ |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|',
];

/** One line per program; its last four columns compare Stowage with it. Speeds above 1 mean that Stowage is faster. */
export function coldLines({ work, server, figures }: ColdResult): readonly string[] {
  const ours = figures.get('stowage') ?? [];
  return [...figures]
    .filter(([, runs]) => runs.length > 0)
    .map(([program, runs]) => {
      const median = (value: (one: ColdFigures) => number): number => spreadOf(runs.map(value)).median;
      const ratios = (value: (one: ColdFigures) => number) =>
        spreadOf(
          runs.map((run, index) => {
            const own = ours[index];
            return own === undefined ? Number.NaN : value(own) / value(run);
          }),
        );
      const speed = ratios(({ wallMs }) => 1 / wallMs);
      const comparisons =
        program === 'stowage'
          ? ['', '', '', '']
          : [
              `${speed.median.toFixed(2)} (${speed.min.toFixed(2)}–${speed.max.toFixed(2)})`,
              ratios(({ activeMs }) => 1 / (activeMs ?? Number.NaN)).median.toFixed(2),
              ratios(({ cpuMs }) => cpuMs).median.toFixed(2),
              ratios(({ peakBytes }) => peakBytes).median.toFixed(2),
            ];
      const cells = [
        ...[work.title, server, program],
        seconds(median(({ wallMs }) => wallMs)),
        seconds(median(({ firstRequestMs }) => firstRequestMs ?? Number.NaN)),
        seconds(median(({ activeMs }) => activeMs ?? Number.NaN)),
        seconds(median(({ cpuMs }) => cpuMs)),
        Math.round(median(({ peakBytes }) => peakBytes) / 2 ** 20),
        ...comparisons,
      ];
      return `| ${cells.join(' | ').replaceAll('NaN', '–')} |`;
    });
}

const seconds = (ms: number): string => (ms / 1000).toFixed(2);
