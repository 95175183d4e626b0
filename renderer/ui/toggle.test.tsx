import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { SegmentedControl } from './toggle';

afterEach(cleanup);

const options = ['one', 'two', 'three'].map((value) => ({ value, label: value }));
const around = (value: string) => (
  <>
    <button type="button">before</button>
    <SegmentedControl label="Show" options={options} value={value} onChange={() => undefined} />
    <button type="button">behind</button>
  </>
);

it('focuses the selected option when entered by keyboard, from before and from behind', async () => {
  const user = userEvent.setup();
  render(around('two'));
  screen.getByRole('button', { name: 'behind' }).focus();
  await user.tab({ shift: true });
  expect(document.activeElement?.textContent).toBe('two');
  cleanup();

  render(around('two'));
  screen.getByRole('button', { name: 'before' }).focus();
  await user.tab();
  expect(document.activeElement?.textContent).toBe('two');
  await user.tab();
  expect(document.activeElement?.textContent).toBe('behind');
});

it('focuses the selected option when entered again, even if the focus or the selection changed meanwhile', async () => {
  const user = userEvent.setup();
  const focused = (): string | null | undefined => document.activeElement?.textContent;
  const { rerender } = render(around('two'));
  screen.getByRole('button', { name: 'before' }).focus();
  await user.keyboard('{Tab}{ArrowRight}');
  expect(focused()).toBe('three');
  await user.tab();
  expect(focused()).toBe('behind');
  await user.tab({ shift: true });
  expect(focused()).toBe('two');

  await user.keyboard('{ArrowLeft}');
  await user.tab({ shift: true });
  expect(focused()).toBe('before');
  rerender(around('three'));
  await user.tab();
  expect(focused()).toBe('three');
  await user.tab();
  await user.tab({ shift: true });
  expect(focused()).toBe('three');
});

it('can be entered when nothing is selected', async () => {
  render(<SegmentedControl label="Show" options={options} value="neither" onChange={() => undefined} />);
  await userEvent.setup().tab();
  expect(document.activeElement?.textContent).toBe('one');
});
