// run.json as text. Pure.
import type { RunRecord } from './run';

/** One row of measurements a line, so that two runs can be looked at side by side. */
export function runJson(run: RunRecord): string {
  const { rows, ...rest } = run;
  const head = JSON.stringify(rest, null, 2).replace(/\n\}$/, '');
  return `${head},\n  "rows": [\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n')}\n  ]\n}\n`;
}
