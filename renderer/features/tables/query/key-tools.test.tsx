// The key tools at a key's field from the user's point of view, and the toggle that makes a prefix mean whole parts.
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeyChip } from './key-chip';
import { type KeyDraft, emptyKeyDraft, keyCondition } from './key-draft';
import { keyNote, seenDelimiters } from './seen-keys';
import { startingInput, toolResult } from './tool-result';

// The popover finds its position by selector; the test's document has no such function.
beforeEach(() => {
  vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let draft: KeyDraft;

function Chip({ start, delimiter }: { readonly start: KeyDraft; readonly delimiter: string | null }) {
  const [current, setCurrent] = useState(start);
  return (
    <KeyChip
      name="RowKey"
      draft={current}
      onChange={(next) => {
        draft = next;
        setCurrent(next);
      }}
      state="fine"
      problemId="problem"
      delimiter={delimiter}
    />
  );
}

function show(change: Partial<KeyDraft>, delimiter: string | null = null): ReturnType<typeof userEvent.setup> {
  draft = { ...emptyKeyDraft, ...change };
  render(<Chip start={draft} delimiter={delimiter} />);
  return userEvent.setup();
}

describe('the key tools', () => {
  it('turn a pasted date into the key, with the order that such keys have', async () => {
    const user = show({ operator: 'is', text: '2010-10-23' });
    await user.click(screen.getByRole('button', { name: 'Key tools for RowKey value' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Compute RowKey value' }));
    expect(panel.getByRole('status', { name: 'Key' }).textContent).toBe('7989-02-08');
    const order = within(panel.getByRole('list', { name: 'Order in the table' })).getAllByRole('listitem');
    expect(order.map(({ textContent }) => textContent)).toEqual([
      '7989-02-072010-10-24',
      '7989-02-082010-10-23',
      '7989-02-092010-10-22',
    ]);
    await user.click(panel.getByRole('button', { name: 'Use this key' }));
    expect(keyCondition(draft)).toEqual({ kind: 'is', value: '7989-02-08' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('fill an end of a range and report text that is not a time', async () => {
    const user = show({ operator: 'after' });
    await user.click(screen.getByRole('button', { name: 'Key tools for RowKey after' }));
    const panel = within(await screen.findByRole('dialog'));
    await user.click(panel.getByRole('button', { name: /Build a key/ }));
    await user.click(await screen.findByRole('option', { name: /^Ticks/ }));
    const moment = panel.getByRole('textbox', { name: 'Date and time' });
    await user.clear(moment);
    await user.type(moment, 'yesterday');
    expect(panel.getByText(/Enter a time such as/)).toBeTruthy();
    expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Use this key' }).disabled).toBe(true);
    await user.clear(moment);
    await user.type(moment, '2026-10-14 02:00');
    await user.click(panel.getByRole('button', { name: 'Use this key' }));
    expect(keyCondition(draft)).toEqual({ kind: 'range', from: { value: '0639275400000000000', inclusive: false } });
  });

  it('are passed by on the way from where a range begins to where it ends, and found on the way back', async () => {
    const user = show({ operator: 'range' });
    await user.click(screen.getByRole('textbox', { name: 'RowKey from' }));
    await user.keyboard('a{Tab}z');
    expect(keyCondition(draft)).toMatchObject({ kind: 'range', from: { value: 'a' }, to: { value: 'z' } });
    await user.keyboard('{Shift>}{Tab}{/Shift}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe('RowKey upper bound: inclusive');
  });

  it('start with what the field holds', () => {
    const start = (value: string) => startingInput(value, '2026-10-14 08:00');
    expect(start('')).toMatchObject({ tool: 'reversed-date', moment: '2026-10-14 08:00' });
    expect(start('0639275400000000000')).toMatchObject({ tool: 'reversed-date', moment: '0639275400000000000' });
    expect(start('42')).toMatchObject({ tool: 'padded-number', number: '42' });
    expect(start('1F0E8C4A0B574F0E9C0E2D3A4B5C6D7E')).toMatchObject({ tool: 'guid' });
    expect(toolResult({ ...start('42'), width: 1 })).toMatchObject({ state: 'wrong' });
    expect(toolResult(start('1F0E8C4A0B574F0E9C0E2D3A4B5C6D7E'))).toMatchObject({
      key: '1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e',
    });
  });
});

describe('whole parts', () => {
  it('end at the delimiter plus one, and the end is shown', async () => {
    const user = show({ operator: 'starts-with', text: 'Sports' }, ';');
    await user.click(screen.getByRole('button', { name: 'RowKey: whole parts, up to ;' }));
    expect(keyCondition(draft)).toEqual({ kind: 'starts-with', prefix: 'Sports', delimiter: ';' });
    expect(screen.getByText('Sports<')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'RowKey: whole parts, up to ;' }));
    expect(keyCondition(draft)).toEqual({ kind: 'starts-with', prefix: 'Sports' });
  });

  it('are not offered where keys have none', () => {
    show({ operator: 'starts-with', text: 'Sh' });
    expect(screen.queryByRole('button', { name: /whole parts/ })).toBeNull();
  });
});

describe('after and before', () => {
  it('leave the value itself out', () => {
    expect(keyCondition({ ...emptyKeyDraft, operator: 'before', to: 'm' })).toEqual({
      kind: 'range',
      to: { value: 'm', inclusive: false },
    });
    expect(keyCondition({ ...emptyKeyDraft, operator: 'after' })).toEqual({ kind: 'any' });
  });
});

describe('the meaning of a key', () => {
  const row = (rowKey: string) => ({ partitionKey: 'adatum', rowKey, timestamp: '', etag: '', properties: [] });

  it('are its parts, or the time in it', () => {
    const { partitionKey, rowKey } = seenDelimiters([row('2026-01-01;1'), row('2026-01-01;2')]);
    expect([partitionKey, rowKey]).toEqual([null, ';']);
    expect(keyNote('2026-01-01;1', rowKey)).toBe('2 parts: 2026-01-01 · 1');
    expect(keyNote('0639275400000000000', null)).toBe('ticks: 2026-10-14 02:00:00 UTC');
    expect(keyNote('2516103575999999999', null)).toBe('reversed ticks: 2026-10-14 02:00:00 UTC');
    expect(keyNote('Action', null)).toBeUndefined();
    expect(keyNote('9999999999999999999', null)).toBeUndefined();
  });
});
