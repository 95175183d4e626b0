import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ProgressBar } from './meter';

afterEach(cleanup);

const drawn = (fraction: number | null) => {
  render(<ProgressBar label="Loading" fraction={fraction} />);
  const fill = screen.getByRole('progressbar').firstElementChild as HTMLElement;
  cleanup();
  return { width: fill.style.width, isUnderWay: fill.className.includes('underWay') };
};

it('shows activity but no percentage when the end is unknown', () => {
  expect(drawn(0.3)).toEqual({ width: '30%', isUnderWay: false });
  expect(drawn(0)).toEqual({ width: '0%', isUnderWay: false });
  expect(drawn(null)).toEqual({ width: '100%', isUnderWay: true });
});
