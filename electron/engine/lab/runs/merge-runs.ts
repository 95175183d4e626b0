// Combines runs of several machines into one, with the node name of each, so that charts can add or compare nodes.
// Pure.
import { invalidInput } from '@shared/errors';
import { inEnglish, t } from '@shared/strings/t';
import { stopSentence } from '@shared/lab/run-end';
import { type RunRecord, type RunTotals, samplesOf, rowsOf } from '@shared/lab/run';

export interface MergeNames {
  readonly id: string;
  readonly name: string;
}

/**
 * Nodes of the same name are distinguished by a number. Starts are relative to the earliest run by its wall time.
 * @throws StowageError `invalid.input` for fewer than two runs, different experiments, parameters or networks
 */
export function mergeRuns(runs: readonly RunRecord[], names: MergeNames): RunRecord {
  const [first] = runs;
  if (first === undefined || runs.length < 2)
    throw invalidInput('Runs', t`there is nothing to merge.`, t`Choose two or more.`);
  const other = runs.find((run) => run.experimentId !== first.experimentId);
  if (other !== undefined) {
    throw invalidInput(
      'Runs',
      t`${first.experimentId} and ${other.experimentId} are different experiments.`,
      t`Choose runs of one experiment.`,
    );
  }
  rejectDifferences(first, runs);
  const startedAtMs = Math.min(...runs.map((run) => run.startedAtMs));
  const taken = new Set<string>();
  const nodes: string[] = [];
  const columns = [...new Set(runs.flatMap((run) => run.columns))];
  const samples = runs.flatMap((run) => {
    const renamed = new Map(run.nodes.map((node) => [node, unusedName(node, taken)]));
    nodes.push(...renamed.values());
    return samplesOf(run).map((sample) => ({
      ...sample,
      node: renamed.get(String(sample.node)) ?? sample.node ?? null,
      startMs: Number(sample.startMs) + run.startedAtMs - startedAtMs,
    }));
  });
  const isWhole = runs.every((run) => run.end === 'done');
  // The samples of nodes are taken at times of their own.
  const { timetable: _timetable, ...rest } = first;
  return {
    ...rest,
    ...names,
    nodes,
    startedAtMs,
    end: isWhole ? 'done' : 'capped',
    ...(isWhole
      ? { endReason: '' }
      : { endReason: inEnglish(() => stopSentence({ kind: 'merged' })), stop: { kind: 'merged' as const } }),
    environments: runs.flatMap((run) => run.environments),
    totals: runs.map((run) => run.totals).reduce(addTotals),
    sampleCount: samples.length,
    columns,
    rows: rowsOf(columns, samples),
  };
}

/** What may differ between nodes of one measurement: the order of the settings, and where each run stops. */
const ownOfEachNode: ReadonlySet<string> = new Set(['seed', 'maxRequests', 'maxMebibytes', 'maxMinutes']);

/** Figures of different settings or networks under one heading would show something that was never measured. */
function rejectDifferences(first: RunRecord, runs: readonly RunRecord[]): void {
  for (const run of runs) {
    const names = [...new Set([...Object.keys(first.parameters), ...Object.keys(run.parameters)])];
    const differing = names.filter(
      (name) =>
        !ownOfEachNode.has(name) && JSON.stringify(first.parameters[name]) !== JSON.stringify(run.parameters[name]),
    );
    if (JSON.stringify(run.line) !== JSON.stringify(first.line) && !differing.includes('line')) differing.push('line');
    if (differing.length === 0) continue;
    const text = differing.map((name) => `${name}: ${valueText(first, name)} / ${valueText(run, name)}`).join(', ');
    throw invalidInput(
      'Runs',
      t`“${first.name}” and “${run.name}” differ in ${text}.`,
      t`Choose runs with the same parameters and network.`,
    );
  }
}

function valueText(run: RunRecord, name: string): string {
  const value = name === 'line' ? (run.parameters.line ?? 'none') : run.parameters[name];
  return value === undefined ? '–' : Array.isArray(value) ? value.join(', ') : String(value);
}

function unusedName(node: string, taken: Set<string>): string {
  let name = node;
  for (let number = 2; taken.has(name); number += 1) name = `${node} (${number})`;
  taken.add(name);
  return name;
}

function addTotals(a: RunTotals, b: RunTotals): RunTotals {
  return {
    requests: a.requests + b.requests,
    bytesUp: a.bytesUp + b.bytesUp,
    bytesDown: a.bytesDown + b.bytesDown,
    retries: a.retries + b.retries,
    throttled: a.throttled + b.throttled,
    failed: a.failed + b.failed,
    elapsedMs: Math.max(a.elapsedMs, b.elapsedMs),
    connections: a.connections + b.connections,
  };
}
