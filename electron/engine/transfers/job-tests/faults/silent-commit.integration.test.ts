// A commit without a response: the attempt ends, another follows, and the blob exists once, whether the service has
// received the first one or not.
import { randomBytes } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { blockNumber } from '@shared/model/block-number';
import { KiB } from '@shared/units';
import type { Fault } from '../../../../testing/faults';
import { createAccountDeps } from '../../../azure/account-deps';
import { createRestAccount } from '../../../azure/request';
import { maxTries } from '../../../azure/retry-policy';
import { systemClock } from '../../../system-clock';
import { held } from '../../fixtures/start-jobs';
import { isCommit } from '../../fixtures/requests';
import { md5 } from '../../fixtures/test-bench';
import { useBench } from '../../fixtures/use-bench';
import { blockId } from '../../plan/blocks';
import type { WriteCondition } from '../../plan/overwrite';
import type { TaskContext } from '../../worker/task-context';
import type { Written } from '../../worker/messages';
import { putBlockList } from '../../worker/upload';

const { bench, store } = useBench();
const name = 'silent.bin';
const prefix = 'job.plan';
const blocks = [0, 1, 2].map((index) => blockNumber(0, index));
const content = randomBytes(blocks.length * 64 * KiB);
const failures: string[] = [];

beforeEach(() => {
  failures.length = 0;
  bench.metrics.onRequest(({ operation, errorCode }) => {
    if (errorCode !== '') failures.push(`${operation} ${errorCode}`);
  });
});

/**
 * Behaves like a worker; its attempts have the given times for a response, of which the last applies to all that
 * follow.
 */
async function commit(condition: WriteCondition, contentMd5: string, ...timesMs: number[]): Promise<Written> {
  const to = { container: bench.container.containerName, name };
  for (const [at, block] of blocks.entries()) {
    const body = content.subarray(at * 64 * KiB, (at + 1) * 64 * KiB);
    await bench.container.getBlockBlobClient(name).stageBlock(blockId(prefix, block), body, body.length);
  }
  const limits = {
    get headerMs(): number {
      return timesMs.length > 1 ? (timesMs.shift() ?? 0) : (timesMs[0] ?? 0);
    },
  };
  // No time is spent between attempts.
  const clock = { ...systemClock, sleep: () => Promise.resolve() };
  const deps = createAccountDeps({ metrics: bench.metrics, clock, random: Math.random, watchMs: 20, limits });
  try {
    const account = createRestAccount(store.azurite.descriptor({ blob: bench.proxy.origin }), deps);
    const context = { account, source: account, onAttempt: () => undefined } as unknown as TaskContext;
    const { length: bytes } = content;
    const contentType = 'application/octet-stream';
    const task = { ...to, blockIdPrefix: prefix, blocks, bytes, contentMd5, contentType, condition };
    return await putBlockList({ ...task, earlierWithinMs: null }, context);
  } finally {
    deps.dispose();
  }
}

const faults: readonly Fault['kind'][] = ['hang', 'hang-after'];
const conditions: readonly WriteCondition['kind'][] = ['none', 'absent', 'same'];
it.each(faults.flatMap((kind) => conditions.map((condition) => [kind, condition] as const)))(
  'is sent again, and is done once: %s, condition %s',
  async (kind, condition) => {
    const before = { none: null, absent: null, same: Buffer.from('before') }[condition];
    const etag =
      before === null
        ? ''
        : ((await bench.container.getBlockBlobClient(name).upload(before, before.length)).etag ?? '');
    const silent = bench.proxy.inject({ fault: { kind } as Fault, when: isCommit });
    // Without a checksum only the blocks identify the owner of the blob.
    const contentMd5 = condition === 'none' ? '' : md5(content);
    const when: WriteCondition = condition === 'same' ? { kind: condition, etag } : { kind: condition };
    const written = await commit(when, contentMd5, 300, 60_000);
    const { etag: heldEtag } = await bench.container.getBlobClient(name).getProperties();
    expect(written).toEqual({ outcome: 'stored', etag: heldEtag });
    expect([silent.hits(), failures[0]]).toEqual([1, 'PutBlockList network.timeout']);
    expect(bench.requests().filter(isCommit)).toHaveLength(2);
    expect((await held(bench, name)).equals(content)).toBe(true);
  },
);

it('a commit that never receives a response fails, and the previous blob remains', async () => {
  const before = Buffer.from('before');
  await bench.container.getBlockBlobClient(name).upload(before, before.length);
  bench.proxy.inject({ fault: { kind: 'hang' }, when: isCommit, times: Infinity });
  await expect(commit({ kind: 'none' }, md5(content), 300)).rejects.toMatchObject({
    code: 'network.timeout',
    context: { reason: 'header', limitMs: 300 },
  });
  expect(bench.requests().filter(isCommit)).toHaveLength(maxTries.network);
  expect((await held(bench, name)).equals(before)).toBe(true);
});
