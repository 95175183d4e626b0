// Runs and their settings as text: one wording for window, report and terminal. Pure.
import { rowsText } from '../model/block-sizes';
import { formatMoment } from '../strings/moments';
import { counted } from '../strings/counted';
import { t } from '../strings/t';
import { formatBytes, formatCount, formatDuration, formatRoundBytes } from '../units';
import { experimentOf } from './definitions';
import { isClear, linePresets } from './line-settings';
import { type ParameterValues, describeParameter, textOf } from './parameters';
import type { Advice } from './results';
import type { RunHead } from './run';
import { stopSentence } from './run-end';

/** Three lines: where, with what, how much. */
export function runFacts(run: RunHead): readonly string[] {
  const { totals } = run;
  const end = formatMoment(run.startedAtMs + totals.elapsedMs, 'utc', 'second').slice(-8);
  const when = t`${formatMoment(run.startedAtMs, 'utc', 'second')} to ${end}`;
  const connections = [...new Set(run.environments.map(({ connection }) => connection))].join(', ');
  const nodes = run.nodes.length === 1 ? t`from node ${run.nodes[0] ?? ''}` : t`from ${run.nodes.length} nodes`;
  const amount = t`${counted(run.sampleCount, 'measurement')}, ${counted(totals.requests, 'request')}, ${formatBytes(totals.bytesUp)} up, ${formatBytes(totals.bytesDown)} down in ${formatDuration(totals.elapsedMs)}`;
  return [
    t`${when} UTC on ${connections} ${nodes}, network: ${lineText(run)}. ${endSentence(run)}`.trim(),
    `${parameterText(run)}.`,
    t`${amount}; ${counted(totals.retries, 'retry')}, ${formatCount(totals.throttled)} throttled, at most ${counted(totals.connections, 'connection')}.`,
  ];
}

/** The chosen parameters, seed and repetitions included; caps and the network are listed elsewhere. */
function parameterText(run: RunHead): string {
  const left = ['line', 'lineChanges', 'maxRequests', 'maxMebibytes', 'maxMinutes'];
  return experimentOf(run.experimentId)
    .parameters.filter(({ name }) => !left.includes(name))
    .flatMap((info) => {
      const value = run.parameters[info.name];
      return value === undefined ? [] : [`${info.title}: ${describeParameter(info, value)}`];
    })
    .join('; ');
}

export function lineText(run: Pick<RunHead, 'line' | 'parameters'>): string {
  if (isClear(run.line)) return t`not simulated`;
  const id = textOf(run.parameters, 'line');
  const preset = linePresets.find((one) => one.id === id);
  const isChanged = JSON.stringify(preset?.settings) !== JSON.stringify(run.line);
  return preset === undefined || preset.id === 'none'
    ? t`simulated`
    : isChanged
      ? t`${preset.title}, changed`
      : preset.title;
}

const ends: Readonly<Record<RunHead['end'], string>> = {
  done: t`complete`,
  cancelled: t`cancelled`,
  capped: t`stopped at a limit`,
  failed: t`failed`,
  interrupted: t`interrupted`,
};
export const endLabels = ({ end, stop }: RunHead): string =>
  stop?.kind === 'timetable-open' ? t`continues` : ends[end];

function endSentence({ end, endReason, stop }: RunHead): string {
  if (end === 'done') return '';
  return stop === undefined ? endReason : stopSentence(stop);
}

/** `blocks of 4 MiB, 8 blocks in flight, …` */
export function adviceText(advice: Advice): string {
  const parts = [
    ...(advice.sizes === undefined ? [] : [rowsText(advice.sizes)]),
    ...(advice.blockBytes === undefined || advice.sizes !== undefined
      ? []
      : [t`blocks of ${formatRoundBytes(advice.blockBytes)}`]),
    ...(advice.uploadConcurrency === undefined || advice.sizes !== undefined
      ? []
      : [t`${advice.uploadConcurrency} blocks in flight`]),
    ...(advice.batchSize === undefined ? [] : [t`batches of ${advice.batchSize}`]),
    ...(advice.batchConcurrency === undefined ? [] : [t`${advice.batchConcurrency} batches in flight`]),
  ];
  return parts.join(', ');
}

/** What every report of that service says about its method. */
export function methodTexts({
  experimentId,
  parameters,
}: Pick<RunHead, 'experimentId' | 'parameters'>): readonly string[] {
  const ofService = experimentOf(experimentId).service === 'blob' ? fileTexts : entityTexts(parameters.payload);
  return [
    t`Before a setting is measured, its connections are opened and used once; this is not counted.`,
    ...ofService,
    t`Settings are measured in random order (from the seed), reshuffled in each repetition.`,
    t`Percentiles are values that were measured (nearest rank). Densities use a Gaussian kernel with Silverman’s bandwidth. Intervals are 95 % percentile bootstrap intervals with a recorded seed.`,
  ];
}

const fileTexts: readonly string[] = [
  t`The duration of a file runs from the start of its first request to the end of its last.`,
  t`File transfers retry as usual.`,
];

function entityTexts(payload: ParameterValues[string] = 'eight-binary'): readonly string[] {
  return [
    payload === 'eight-binary'
      ? t`Written entities have 1 KiB of random bytes in eight binary properties.`
      : t`Written entities have the payload that is named above, of random content.`,
    t`Read entities are performance counters with ten columns. Partitions have random names; rows are named after setting, repetition, worker and index.`,
    t`Table requests are sent once and not retried; after a failure the worker pauses for 3 s.`,
  ];
}
