// Requests that a page repeats each second, on a machine that takes longer to answer: every answer is still shown.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import type { VerifyReport } from '@shared/model/verify-report';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { BlockMap } from './block-map';
import { traceOf } from './fixtures/trace';
import { PageHead } from './page-head';
import { TimelineView } from './timeline-view';
import { VerifySummary } from './verify-summary';

let bridge: TestBridge;
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  bridge.dispose();
});

/** Each question waits until it is answered here; the answers are numbered from 1. */
function queries() {
  const open: (() => void)[] = [];
  return {
    requested: () => open.length,
    wait: async (): Promise<number> => {
      const number = open.length + 1;
      await new Promise<void>((answer) => open.push(answer));
      return number;
    },
    answer: (number: number) => open[number - 1]?.(),
  };
}

const report = (same: number): VerifyReport => ({
  mode: 'md5',
  of: 'files',
  same,
  missingHere: 0,
  missingThere: 0,
  differs: 0,
  failed: 0,
  notCompared: { files: 0, bytes: 0, requests: 0 },
  up: null,
  down: null,
});

async function showsEachAnswer(
  waiting: ReturnType<typeof queries>,
  at: (second: number) => ReactElement,
  shows: (answer: number) => string | RegExp,
): Promise<void> {
  const { rerender } = render(at(1));
  await vi.waitFor(() => expect(waiting.requested()).toBe(1));
  for (const second of [2, 3, 4]) rerender(at(second));
  waiting.answer(1);
  expect(await screen.findByText(shows(1))).toBeTruthy();
  // Once more for all that has changed meanwhile.
  await vi.waitFor(() => expect(waiting.requested()).toBe(2));
  waiting.answer(2);
  expect(await screen.findByText(shows(2))).toBeTruthy();
  expect(waiting.requested()).toBe(2);
}

describe('answers that take longer than a second', () => {
  it('are drawn as a timeline', async () => {
    const waiting = queries();
    bridge = installBridge({
      calls: {
        'transfers.timeline': async () => {
          const slots = await waiting.wait();
          return { elapsedMs: 1000, slots, spans: [], forgotten: 0 };
        },
      },
    });
    await showsEachAnswer(
      waiting,
      (second) => <TimelineView jobId="job-1" trace={traceOf({ elapsedMs: second * 1000 })} />,
      (answer) => new RegExp(`^${answer} slots?, busy`, 'u'),
    );
  });

  it('are drawn as the blocks of a file', async () => {
    const waiting = queries();
    bridge = installBridge({
      calls: {
        'transfers.blocks': async () => {
          const done = await waiting.wait();
          const states = '2'.repeat(done).padEnd(4, '0');
          return { name: 'a.bin', bytes: 16, blockBytes: 4, numbers: [], states, latencyMs: [], retried: [] };
        },
      },
    });
    await showsEachAnswer(
      waiting,
      (second) => <BlockMap jobId="job-1" file={0} fileBytes={16} revision={String(second)} />,
      (answer) => `${answer} of 4 blocks done`,
    );
  });

  it('are shown as the result of a verification', async () => {
    const waiting = queries();
    bridge = installBridge({
      calls: { 'transfers.verify-report': async () => report(40 + (await waiting.wait())) },
    });
    await showsEachAnswer(
      waiting,
      (second) => <VerifySummary job={transferJobOf({ kind: 'verify' })} revision={String(second)} />,
      (answer) => String(40 + answer),
    );
  });
});

it('requests each second only while the page is on screen', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  bridge = installBridge({ calls: { 'transfers.verify-report': () => report(1) } });
  const head = (where: 'on-screen' | 'hidden') => (
    <PageHead job={transferJobOf({ kind: 'verify' })} trace={null} where={where} form="whole" />
  );
  const { rerender } = render(head('on-screen'));
  expect(vi.getTimerCount()).toBe(1);
  rerender(head('hidden'));
  expect(vi.getTimerCount()).toBe(0);
});
