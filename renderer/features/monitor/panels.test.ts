import { expect, it } from 'vitest';
import { operationsPanel } from './panels';

it('tells requests, their axis and their figures in one unit, that of the greatest rate', () => {
  const most = 0.000693;
  const { unit, per } = operationsPanel.scaleFor(most);
  expect(unit).toBe('requests/h');
  expect(most / per).toBeCloseTo(2.4948);
  expect(operationsPanel.formatValue('get', most / 2, most)).toBe('1.2/h');
  expect(operationsPanel.scaleFor(0).unit).toBe('requests/s');
  expect(operationsPanel.formatValue('get', 0.25, 40)).toBe('0.25/s');
});
