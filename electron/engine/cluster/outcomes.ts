// What the hub has recorded of the shards of a job, which a message alone does not hold.
import type { ShardTime } from '@shared/model/hub';
import type { Outcome } from './messages';
import type { HubLine } from './work-queue';

/** In several messages. */
export async function outcomesOf(line: Pick<HubLine, 'call'>, job: string): Promise<readonly Outcome[]> {
  const all: Outcome[] = [];
  for (;;) {
    const some = await line.call('outcomes', { job, from: all.length });
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** In several messages. */
export async function timesOf(line: Pick<HubLine, 'call'>, job: string): Promise<readonly ShardTime[]> {
  const all: ShardTime[] = [];
  for (;;) {
    const some = await line.call('times', { job, from: all.length });
    if (some.length === 0) return all;
    all.push(...some);
  }
}
