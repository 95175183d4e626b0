// What a lab run would do, as `--dry-run` prints it: requests, bytes, space on this machine, time, money, and why it may
// not start.
import type { DryRun } from '@shared/lab/lab-messages';
import { formatFixed } from '@shared/strings/numbers';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import { exitCodes } from '../exit-codes';
import type { Output } from '../output';

/** @returns the exit code: invalid where a limit forbids the run */
export function printLabDryRun(output: Output, plan: DryRun): number {
  const facts: readonly (readonly [string, string])[] = [
    ['Settings', `${formatCount(plan.settings)} × ${formatCount(plan.repetitions)}`],
    ['Requests', formatCount(plan.requests)],
    ['Data sent', formatBytes(plan.bytesUp)],
    ['Data received', formatBytes(plan.bytesDown)],
    ['Space on disk', plan.diskBytes === 0 ? 'none' : formatBytes(plan.diskBytes)],
    ['Estimated time', formatDuration(plan.elapsedMs)],
    ['Cost', costText(plan.cost)],
    ['Creates', plan.table === '' ? `${plan.creates.join(' and ')}, removed at the end` : `rows in ${plan.table}`],
  ];
  const width = Math.max(...facts.map(([name]) => name.length));
  const lines = facts.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
  output.record(plan, [...lines, ...plan.disabledReasons].join('\n'));
  output.info('Nothing was sent.');
  return plan.disabledReasons.length === 0 ? exitCodes.done : exitCodes.invalid;
}

function costText(dollars: number): string {
  if (dollars === 0) return 'none';
  return dollars < 0.01 ? 'less than 0.01 USD' : `about ${formatFixed(dollars, 2)} USD`;
}
