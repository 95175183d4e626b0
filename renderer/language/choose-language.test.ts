// The formats of a window: those of its address, in the region that the system has for the language.
import { afterEach, expect, it } from 'vitest';
import { currentFormats, neutralFormats, writeAs } from '@shared/strings/formats';
import { regionOf } from '@shared/strings/languages';
import { formatDuration, formatRate } from '@shared/units';
import { chooseFormats } from './choose-language';

afterEach(() => writeAs(neutralFormats));

it('are those in the address', () => {
  window.history.replaceState(null, '', '?language=en&formats=dot.decimal.system');
  chooseFormats(window);
  expect(currentFormats()).toMatchObject({ numbers: 'dot', byteUnits: 'decimal', timeForm: 'system' });
  // A number and its unit stay on one line.
  expect([formatRate(1_500_000), formatDuration(125_000)]).toEqual(['1,5\u00a0MB/s', '2\u00a0min\u00a05\u00a0s']);
});

it('take the region from the system if it has the language', () => {
  expect(regionOf('en', ['de-AT', 'en-GB', 'en-US'])).toBe('en-GB');
  expect(regionOf('de', ['de-AT'])).toBe('de-AT');
  expect(regionOf('en', ['de-AT'])).toBe('en-US');
});
