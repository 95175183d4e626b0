// A composite key typed part by part with the keyboard alone, and a date pasted into a key's field.
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keyPrefixRange } from '@shared/query/prefix-range';
import { KeyChip } from './key-chip';
import { type KeyDraft, emptyKeyDraft, keyCondition } from './key-draft';
import { dateIn } from './key-field';
import { keyNote, likelyDelimiter } from './seen-keys';
import { SuggestedPartitions } from './seen-partitions';

beforeEach(() => {
  vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let draft: KeyDraft;

function Chip({ start }: { readonly start: KeyDraft }) {
  const [current, setCurrent] = useState(start);
  const change = (next: KeyDraft): void => {
    draft = next;
    setCurrent(next);
  };
  return <KeyChip name="RowKey" draft={current} onChange={change} state="fine" problemId="problem" delimiter={null} />;
}

function show(change: Partial<KeyDraft>): ReturnType<typeof userEvent.setup> {
  draft = { ...emptyKeyDraft, ...change };
  render(<Chip start={draft} />);
  return userEvent.setup();
}

const part = (number: number): HTMLInputElement =>
  screen.getByRole('textbox', { name: `RowKey prefix, part ${number}` });

describe('parts', () => {
  it('are typed one after the other; the delimiter moves on, Backspace goes back', async () => {
    const user = show({ operator: 'starts-with', delimiter: ';' });
    await user.type(part(1), 'Sports;Sailing;');
    expect(document.activeElement).toBe(part(3));
    expect(keyCondition(draft)).toEqual({ kind: 'starts-with', prefix: 'Sports;Sailing;', delimiter: ';' });
    await user.keyboard('{Backspace}');
    expect(document.activeElement).toBe(part(2));
    await user.keyboard('{Backspace>7/}{Backspace}');
    expect(document.activeElement).toBe(part(1));
    expect(draft.text).toBe('Sports');
    expect(screen.getByText('Sports<')).toBeTruthy();
  });

  it.each(['after', 'before', 'range'] as const)('make the ends of %s', async (operator) => {
    const user = show({ operator, delimiter: ';' });
    const named = (end: string) => screen.getByRole('textbox', { name: `RowKey ${end}, part 1` });
    if (operator !== 'before') await user.type(named(operator === 'range' ? 'from' : 'after'), 'Sports;Sailing');
    if (operator !== 'after') await user.type(named(operator === 'range' ? 'to' : 'before'), 'Sports;Tennis');
    expect(keyCondition(draft)).toEqual({
      kind: 'range',
      ...(operator === 'before' ? {} : { from: { value: 'Sports;Sailing', inclusive: operator === 'range' } }),
      ...(operator === 'after' ? {} : { to: { value: 'Sports;Tennis', inclusive: operator === 'range' } }),
      // An end that reads on after its key means whole parts.
      ...(operator === 'before' ? {} : { delimiter: ';' }),
    });
  });

  it('make one value after the other; Enter takes it and begins the next at its first part', async () => {
    const user = show({ operator: 'one-of', delimiter: ';' });
    const first = () => screen.getByRole('textbox', { name: 'RowKey: add a value, part 1' });
    await user.type(first(), 'Sports;Sailing{Enter}');
    expect(document.activeElement).toBe(first());
    await user.keyboard('Sports;Tennis{Enter}');
    expect(keyCondition(draft)).toEqual({ kind: 'one-of', values: ['Sports;Sailing', 'Sports;Tennis'] });
    await user.keyboard('{Backspace}');
    expect(draft.values).toEqual(['Sports;Sailing']);
    await user.click(screen.getByRole('button', { name: 'RowKey: parts separated by ;' }));
    expect(screen.getByRole('textbox', { name: 'RowKey: add a value' })).toBeTruthy();
  });

  it('move to the next existing part, and split a pasted key', async () => {
    const user = show({ operator: 'starts-with', delimiter: ';', text: 'a;b' });
    await user.type(part(1), ';');
    expect(document.activeElement).toBe(part(2));
    expect(draft.text).toBe('a;b');
    await user.clear(part(2));
    await user.paste('x;y');
    expect(draft.text).toBe('a;x;y');
    expect(document.activeElement).toBe(part(3));
  });

  it('are chosen by hand where the data show none', async () => {
    const user = show({ operator: 'is', text: 'north_7' });
    await user.click(screen.getByRole('button', { name: 'Key tools for RowKey value' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Compute RowKey value' }));
    await user.click(panel.getByRole('button', { name: /Insert key/ }));
    await user.click(await screen.findByRole('option', { name: 'parts separated by _' }));
    expect(draft.delimiter).toBe('_');
    expect(keyCondition(draft)).toEqual({ kind: 'is', value: 'north_7' });
  });

  it('of a prefix end before every key with another part', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ';', '<', ' '), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(text, text, (prefix, key) => {
        const { from, to } = keyPrefixRange('RowKey', prefix, ';');
        const isInside = key >= from && (to === null || key < to);
        expect(isInside).toBe(key.startsWith(prefix.endsWith(';') ? prefix : `${prefix};`));
      }),
    );
  });

  it('of a single known key are found by their delimiter', () => {
    expect(keyNote('2026-01-01;000042', likelyDelimiter('2026-01-01;000042'))).toBe('2 parts: 2026-01-01 · 000042');
    expect(likelyDelimiter('2026-01-01')).toBeNull();
    expect(likelyDelimiter('1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e')).toBeNull();
    expect(likelyDelimiter('north-7')).toBe('-');
  });
});

describe('a pasted date', () => {
  it('can be used unchanged, or converted to a key with one press', async () => {
    const user = show({ operator: 'is' });
    await user.click(screen.getByRole('textbox', { name: 'RowKey value' }));
    await user.paste('2010-10-23');
    const offered = within(screen.getByRole('group', { name: 'Use the pasted date as RowKey value' }));
    expect(offered.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'as pasted',
      'reversed date',
      'ticks',
      'reversed ticks',
    ]);
    await user.click(offered.getByRole('button', { name: 'reversed date' }));
    expect(draft.text).toBe('7989-02-08');
    expect(screen.queryByRole('group', { name: /pasted date/ })).toBeNull();
  });

  it('is nothing that a key may be already', () => {
    expect(dateIn(' 2026-10-14 02:00 ')).toBe('2026-10-14 02:00');
    expect([dateIn('0639275400000000000'), dateIn('north-7'), dateIn('')]).toEqual([null, null, null]);
  });
});

describe('suggestions of PartitionKey', () => {
  const seen = ['Action', 'Animation', 'Drama'];
  const partitions = (text: string): readonly string[] => seen.filter((key) => key !== text && key.startsWith(text));
  function Suggesting() {
    const [current, setCurrent] = useState<KeyDraft>({ ...emptyKeyDraft, operator: 'is' });
    const change = (next: KeyDraft): void => {
      draft = next;
      setCurrent(next);
    };
    const shared = { draft: current, onChange: change, state: 'fine', problemId: 'problem', delimiter: null } as const;
    return (
      <SuggestedPartitions value={partitions}>
        <form aria-label="Query" onSubmit={(event) => void (event.preventDefault(), onSubmit())}>
          <KeyChip name="PartitionKey" {...shared} />
        </form>
      </SuggestedPartitions>
    );
  }
  const onSubmit = vi.fn();
  const field = (): HTMLElement => screen.getByRole('textbox', { name: 'PartitionKey value' });
  const options = (): readonly string[] => screen.queryAllByRole('option').map(({ textContent }) => textContent);
  beforeEach(() => {
    onSubmit.mockReset();
    draft = emptyKeyDraft;
    render(<Suggesting />);
  });

  it('show in the empty field and for what is typed, and are taken by keyboard without running the query', async () => {
    const user = userEvent.setup();
    await user.click(field());
    expect(options()).toEqual(seen);
    await user.keyboard('A');
    expect(options()).toEqual(['Action', 'Animation']);
    await user.keyboard('{ArrowDown}{ArrowDown}');
    const active = document.getElementById(field().getAttribute('aria-activedescendant') ?? '');
    expect(active?.textContent).toBe('Animation');
    await user.keyboard('{Enter}');
    expect(draft.text).toBe('Animation');
    expect(options()).toEqual([]);
    expect(onSubmit).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('do not stand in the way: Enter runs what is typed, Escape and leaving close them, a click takes one', async () => {
    const user = userEvent.setup();
    await user.click(field());
    await user.keyboard('A{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
    expect(draft.text).toBe('A');
    expect(options()).toEqual([]);
    await user.keyboard('{ArrowDown}');
    expect(options()).toEqual(['Action', 'Animation']);
    await user.keyboard('{Escape}');
    expect(options()).toEqual([]);
    await user.keyboard('{ArrowDown}');
    await user.click(screen.getByRole('option', { name: 'Action' }));
    expect(draft.text).toBe('Action');
    await user.clear(field());
    expect(options()).toEqual(seen);
    await user.tab();
    expect(options()).toEqual([]);
  });
});
