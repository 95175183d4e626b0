// The filter as text, from the user's point of view: suggestions by keyboard, no errors while typing, conversion to
// conditions and back.
import { defaultSettings } from '@shared/model/settings';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { filterEditor, filterEditorLoaded, typeFilter } from '../fixtures/filter-text';
import { noDelimiters } from './seen-keys';
import { QueryBar } from './query-bar';
import { type QueryDraft, emptyQueryDraft, previewQuery } from './query-draft';
import { QueryOptions, withOptions } from './query-options';

const columns = [
  { name: 'Rating', types: ['Edm.Double' as const], characters: 5 },
  { name: 'Active', types: ['Edm.Boolean' as const], characters: 5 },
];
const shape = { table: 'Movies', pageSize: defaultSettings.pageSize, select: [] };

interface BarProps {
  readonly start: Partial<QueryDraft>;
  readonly onRun: (query: unknown) => void;
}

function Bar({ start, onRun }: BarProps) {
  const [draft, setDraft] = useState<QueryDraft>({ ...emptyQueryDraft, ...start });
  const [problemsShown, setProblemsShown] = useState<'wrong' | 'all'>('wrong');
  const preview = previewQuery(draft, shape);
  return (
    <QueryBar
      draft={draft}
      onChange={setDraft}
      preview={preview}
      problemsShown={problemsShown}
      columns={columns}
      delimiters={noDelimiters}
      isRunning={false}
      onRun={() => (preview.state === 'ready' ? onRun(preview.query) : setProblemsShown('all'))}
      onStop={() => undefined}
    >
      <QueryOptions
        options={draft}
        onChange={(options) => setDraft(withOptions(draft, options))}
        defaultPageSize={shape.pageSize}
      />
    </QueryBar>
  );
}

async function show(start: Partial<QueryDraft> = { mode: 'text' }) {
  const onRun = vi.fn();
  render(<Bar start={start} onRun={onRun} />);
  if (start.mode === 'text') await filterEditorLoaded();
  return { onRun, user: userEvent.setup() };
}

const filter = (): HTMLElement => screen.getByRole('textbox', { name: 'Filter' });
const shown = (): string => filterEditor().state.doc.toString();
const selected = (): string => filterEditor().state.sliceDoc(...selection());
const selection = (): [number, number] => {
  const { from, to } = filterEditor().state.selection.main;
  return [from, to];
};
const offered = (): readonly (string | null)[] =>
  screen.queryAllByRole('option').map((option) => option.firstElementChild?.textContent ?? null);

beforeEach(() => {
  vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, (character) => `\\${character}`) });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('suggestions', () => {
  // The first test, because the editor is loaded once.
  it('follow what was typed before the editor was loaded', async () => {
    render(<Bar start={{ mode: 'text' }} onRun={() => undefined} />);
    expect(filter().tagName).toBe('TEXTAREA');
    fireEvent.change(filter(), { target: { value: 'ra' } });
    await filterEditorLoaded();
    await waitFor(() => expect(offered()).toEqual(['Rating']));
    expect(document.activeElement).toBe(filter());
    expect(shown()).toBe('ra');
    expect(selection()).toEqual([2, 2]);
  });

  it('lead by keyboard from nothing to a filter that runs', async () => {
    const { user, onRun } = await show();
    typeFilter('ra');
    await waitFor(() => expect(offered()).toEqual(['Rating']));
    await user.keyboard('{Tab}');
    expect(shown()).toBe('Rating ');
    await waitFor(() => expect(offered()).toEqual(['eq', 'ne', 'lt', 'le', 'gt', 'ge']));
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(offered()).toEqual(['0.0']));
    await user.keyboard('{Enter}');
    expect(selected()).toBe('0.0');
    typeFilter('8.5');
    expect(shown()).toBe('Rating gt 8.5');
    expect(onRun).not.toHaveBeenCalled();
    await user.keyboard('{Enter}');
    expect(onRun).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ filterText: 'Rating gt 8.5' }));
  });

  it('are taken by a Tab that is faster than their list', async () => {
    const { user } = await show();
    typeFilter('ra');
    expect(offered()).toEqual([]);
    await user.keyboard('{Tab}');
    expect(shown()).toBe('Rating ');
    await waitFor(() => expect(offered()).toEqual(['eq', 'ne', 'lt', 'le', 'gt', 'ge']));
  });

  it('appear on request, close with Escape, and can be clicked', async () => {
    const { user } = await show();
    await user.click(filter());
    await waitFor(() => expect(offered()).toEqual([]));
    await user.keyboard('{Control>} {/Control}');
    await waitFor(() => expect(offered()).toContain('PartitionKey'));
    const list = screen.getByRole('listbox', { name: 'Suggestions' });
    expect(filter().getAttribute('aria-activedescendant')).toBe(within(list).getAllByRole('option')[0]?.id);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(offered()).toEqual([]));
    await user.keyboard('{Control>} {/Control}');
    await user.click(await screen.findByRole('option', { name: /^Active/ }));
    expect(shown()).toBe('Active ');
    expect(document.activeElement).toBe(filter());
  });

  it('stay away inside quotes and behind a complete filter', async () => {
    const { user, onRun } = await show();
    typeFilter("RowKey eq 'Ra");
    await waitFor(() => expect(offered()).toEqual([]));
    typeFilter("' ");
    await waitFor(() => expect(offered()).toEqual([]));
    await user.keyboard('{Enter}');
    expect(onRun).toHaveBeenCalledTimes(1);
  });
});

describe('Ctrl+Enter', () => {
  it('runs the text of a filter although a suggestion is open, and closes the suggestions', async () => {
    const { user, onRun } = await show();
    typeFilter('Activ');
    await waitFor(() => expect(offered()).toEqual(['Active']));
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(shown()).toBe('Activ');
    expect(onRun).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ filterText: 'Activ' }));
    await waitFor(() => expect(offered()).toEqual([]));
  });

  it('runs conditions from any of their fields, and reaches nothing else', async () => {
    const received = vi.fn();
    window.addEventListener('keydown', received);
    const { user, onRun } = await show({ mode: 'text', filterText: "PartitionKey eq 'A'" });
    await user.click(screen.getByRole('button', { name: 'Conditions' }));
    await user.type(screen.getByLabelText('PartitionKey value'), 'B');
    received.mockClear();
    await user.keyboard('{Control>}{Enter}{/Control}');
    window.removeEventListener('keydown', received);
    expect(onRun).toHaveBeenCalledTimes(1);
    expect(received.mock.calls.map(([event]) => (event as KeyboardEvent).key)).not.toContain('Enter');
  });
});

describe('mistakes', () => {
  it('half a word is not finished, and wrong once the caret has left it', async () => {
    await show();
    typeFilter('Rating gtt');
    expect(screen.getByText(/^Incomplete/)).toBeTruthy();
    expect(filter().getAttribute('aria-invalid')).toBe('false');
    typeFilter(' ');
    expect(screen.queryByText(/^Incomplete/)).toBeNull();
    expect(screen.getByText(/^Filter, character 8: “gtt”/)).toBeTruthy();
    expect(filter().getAttribute('aria-invalid')).toBe('true');
  });

  it('in a time are said at its closing quote, with what it lacks', async () => {
    await show();
    typeFilter("At gt datetime'2026-10-01");
    expect(screen.getByText(/^Incomplete/)).toBeTruthy();
    typeFilter("'");
    expect(screen.queryByText(/^Incomplete/)).toBeNull();
    expect(screen.getByText(/“2026-10-01” has no time of day: for its start write 2026-10-01T00:00:00Z/)).toBeTruthy();
  });

  it('is wrong at once when Run was tried', async () => {
    const { user, onRun } = await show();
    typeFilter('Rating gt');
    await user.keyboard('{Escape}{Enter}');
    expect(onRun).not.toHaveBeenCalled();
    expect(screen.getByText(/^Filter, character 10: the filter ends too early/)).toBeTruthy();
  });
});

describe('conditions and text', () => {
  it('go over into each other without loss', async () => {
    const text =
      "PartitionKey eq 'A' and RowKey ge 'Sh' and RowKey lt 'Si' and Rating gt 4.0 and (Active eq true or Name eq 'x')";
    const { user } = await show({ mode: 'text', filterText: text });
    await user.click(screen.getByRole('button', { name: 'Conditions' }));
    expect(screen.getByLabelText<HTMLInputElement>('PartitionKey value').value).toBe('A');
    expect(screen.getByLabelText<HTMLInputElement>('RowKey prefix').value).toBe('Sh');
    expect(screen.getByLabelText<HTMLInputElement>('Value for Rating').value).toBe('4.0');
    const group = within(screen.getByRole('group', { name: 'Group: any of' }));
    expect(group.getByLabelText<HTMLInputElement>('Value for Name').value).toBe('x');
    await user.click(screen.getByRole('button', { name: 'Edit filter as text' }));
    expect(shown()).toBe(text);
  });

  it('stays text with the reason when conditions cannot express it', async () => {
    const text = 'Active or Rating gt 4.0 and Rating lt 5.0';
    const { user } = await show({ mode: 'text', filterText: text });
    await user.click(screen.getByRole('button', { name: 'Conditions' }));
    expect(screen.getByText(/“and” is inside “or”/)).toBeTruthy();
    expect(shown()).toBe(text);
  });

  it('breaks into lines and back', async () => {
    const { user } = await show({ mode: 'text', filterText: 'Active and Rating gt 4.0' });
    await user.click(screen.getByRole('button', { name: 'Split filter into lines' }));
    expect(shown()).toBe('Active\nand Rating gt 4.0');
    await user.click(screen.getByRole('button', { name: 'Put filter on one line' }));
    expect(shown()).toBe('Active and Rating gt 4.0');
  });

  it('explains why a condition on presence is not possible', async () => {
    const { user } = await show({ mode: 'text', filterText: 'Rating gt 4.0' });
    await user.click(screen.getByRole('button', { name: 'Conditions' }));
    await user.click(screen.getByRole('button', { name: /Operator for Rating/ }));
    const present = screen.getByRole('option', { name: /is present/ });
    expect(present.getAttribute('aria-disabled')).toBe('true');
    expect(within(present).getByText(/the service has no test for presence/)).toBeTruthy();
  });

  it('builds a group by hand', async () => {
    const { user, onRun } = await show({});
    await user.click(screen.getByRole('button', { name: 'Condition' }));
    await user.click(screen.getByRole('menuitem', { name: /Group/ }));
    const group = within(screen.getByRole('group', { name: 'Group: any of' }));
    await user.click(group.getByRole('button', { name: 'Condition' }));
    await user.click(screen.getByRole('menuitem', { name: /Rating/ }));
    await user.type(group.getByLabelText('Value for Rating'), 'many');
    expect(screen.getByText(/Rating is a Double\. Enter a number/)).toBeTruthy();
    await user.clear(group.getByLabelText('Value for Rating'));
    await user.type(group.getByLabelText('Value for Rating'), '4{Enter}');
    expect(onRun).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ where: expect.objectContaining({ property: 'Rating' }) as unknown }),
    );
  });
});

describe('options', () => {
  it('limit the rows and the page', async () => {
    const { user, onRun } = await show({});
    await user.click(screen.getByRole('button', { name: 'Options' }));
    await user.click(screen.getByRole('switch', { name: 'Stop after a number of rows' }));
    const limit = screen.getByRole('textbox', { name: 'Row limit' });
    await user.clear(limit);
    await user.type(limit, '25{Enter}');
    const page = screen.getByRole('textbox', { name: 'Rows per page' });
    await user.clear(page);
    await user.type(page, '10{Enter}');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Run' }));
    expect(onRun).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ limit: 25, pageSize: 10 }));
    expect(screen.getByRole('button', { name: 'First 25' })).toBeTruthy();
  });
});
