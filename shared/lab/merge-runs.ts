// Combines runs of several machines into one, with the node name of each, so that charts can add or compare nodes.
// Pure.
import { invalidInput } from '../errors';
import { inEnglish, t } from '../strings/t';
import { stopSentence } from './run-end';
import { type RunRecord, type RunTotals, samplesOf, rowsOf } from './run';

export interface MergeNames {
  readonly id: string;
  readonly name: string;
}

/**
 * Nodes of one name are told apart by a number. Starts are kept in relation to the earliest run by its wall time.
 * @throws StowageError `invalid.input` for fewer than two runs or different experiments
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
      t`Choose runs of one.`,
    );
  }
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
  return {
    ...first,
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
