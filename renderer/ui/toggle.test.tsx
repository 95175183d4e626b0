import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { SegmentedControl } from './toggle';

afterEach(cleanup);

it('is entered by keyboard at the chosen one, from before and from behind', async () => {
  const user = userEvent.setup();
  const options = ['one', 'two', 'three'].map((value) => ({ value, label: value }));
  const around = (value: string) => (
    <>
      <button type="button">before</button>
      <SegmentedControl label="Show" options={options} value={value} onChange={() => undefined} />
      <button type="button">behind</button>
    </>
  );
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

it('can be entered where nothing of it is chosen', async () => {
  const options = ['one', 'two'].map((value) => ({ value, label: value }));
  render(<SegmentedControl label="Show" options={options} value="neither" onChange={() => undefined} />);
  await userEvent.setup().tab();
  expect(document.activeElement?.textContent).toBe('one');
});
