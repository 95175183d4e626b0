// Earlier transfers whose journal cannot be read, as the dock shows them.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type ErrorShape, StowageError } from '@shared/errors';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import { type ShownDock, showDock } from './fixtures/show-dock';

let dock: ShownDock;

afterEach(() => {
  cleanup();
  dock.dispose();
});

describe('unreadable jobs', () => {
  it('are shown in the open dock with why and what to do, until they can be read', async () => {
    dock = showDock([], 'open');
    await screen.findByText(/^No activity yet/);
    const unread = (id: string): ErrorShape =>
      new StowageError('local.denied', '', { context: { path: `/state/jobs/${id}.jsonl` } }).toShape();
    act(() => dock.pushUnread([unread('a'), unread('b')]));
    const alert = (await screen.findByText('Some earlier jobs cannot be read.')).closest('[role=alert]');
    expect(alert?.textContent).toContain('“/state/jobs/a.jsonl” cannot be opened');
    expect(alert?.textContent).toContain('1 more cannot be read either.');
    expect(alert?.textContent).toContain('Give Stowage access');
    expect(screen.getByText('No readable jobs.')).toBeTruthy();
    act(() => dock.pushUnread([]));
    await waitFor(() => expect(screen.queryByText('Some earlier jobs cannot be read.')).toBeNull());
  });

  it('are counted and marked in the closed one', async () => {
    dock = showDock([transferJobOf()], 'closed');
    await screen.findByText('1 running, 50 %');
    act(() => dock.pushUnread([new StowageError('local.io', '').toShape()]));
    expect((await screen.findByText('1 unreadable')).className).toBe('failed');
    expect(screen.getByText('1 running, 50 % ·').textContent).toBe('1 running, 50 % · 1 unreadable');
  });
});
