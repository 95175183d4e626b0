// The timeline of a run: its times are above the requests, visible at any height of the window.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { traceOf } from './fixtures/trace';
import { TimelineView } from './timeline-view';

let bridge: TestBridge;
afterEach(() => {
  cleanup();
  bridge.dispose();
});

it('has its times above the requests', async () => {
  bridge = installBridge({
    calls: { 'transfers.timeline': () => ({ elapsedMs: 6000, slots: 2, spans: [], forgotten: 0 }) },
  });
  render(<TimelineView jobId="job-1" trace={traceOf({ elapsedMs: 6000 })} />);
  const canvas = await screen.findByRole('img', { name: /^Requests over time/u });
  const time = screen.getByText('2 s');
  expect(time.compareDocumentPosition(canvas)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
