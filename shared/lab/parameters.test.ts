// Parameters from text and back, within their bounds, rejected with their name.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenLine, lineChanges, lineChangesText } from './line-settings';
import { experimentOf, experiments } from './definitions';
import { checkParameters, describeParameter, formatParameter, parseParameter } from './parameters';

const sweep = experimentOf('upload-block-sweep').parameters;
const parameter = (name: string) => sweep.find((info) => info.name === name)!;

describe('parameters', () => {
  it('are parsed in the notation that users type', () => {
    expect(parseParameter(parameter('fileSizes'), '64KiB, 1.5 MiB,2097152')).toEqual([65_536, 1_572_864, 2_097_152]);
    expect(parseParameter(parameter('concurrencies'), '1,4,4')).toEqual([1, 4]);
    expect(describeParameter(parameter('fileSizes'), [65_536, 1_572_864])).toBe('64 KiB, 1.5 MiB');
    expect(parseParameter(parameter('line'), 'lab-2010')).toBe('lab-2010');
  });
  it('survive being written and read', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 65_536, max: 100 * 1024 * 1024 }), { minLength: 1, maxLength: 10 }),
        (sizes) => {
          const info = parameter('blockSizes');
          expect(parseParameter(info, formatParameter(info, sizes))).toEqual(sizes);
        },
      ),
    );
  });
  it('are rejected with their name, their bounds and a valid alternative', () => {
    expect(() => parseParameter(parameter('concurrencies'), '0')).toThrow(
      /Blocks in flight: 0 is out of range. Use (whole numbers from )?1 to 64/,
    );
    expect(() => parseParameter(parameter('concurrencies'), 'many')).toThrow(/“many” is not a number/);
    expect(() => parseParameter(parameter('fileSizes'), '1 furlong')).toThrow(/is not a size. Use, for example/);
    expect(() => parseParameter(parameter('fileSizes'), '')).toThrow(/0 values were given/);
    expect(() => parseParameter(parameter('line'), 'moon')).toThrow(/“moon” is unknown. Use none, office/);
    expect(() => checkParameters(sweep, { colour: 1 })).toThrow(/colour: this parameter does not exist/);
  });
  it('of every preset are valid', () => {
    for (const { parameters, presets } of experiments) {
      for (const { values } of presets) expect(checkParameters(parameters, values)).toMatchObject(values);
    }
  });
});

describe('the line of a run', () => {
  const values = (line: string, changes: string) => checkParameters(sweep, { line, lineChanges: changes });

  it('is a preset with single properties changed', () => {
    expect(chosenLine(values('lab-2010', 'delayMs=5;requestLimitMs=none'))).toMatchObject({
      delayMs: 5,
      requestLimitMs: null,
      partitionEntitiesPerSecond: 500,
    });
    expect(lineChanges(lineChangesText({ delayMs: 5, pageCutMs: null }))).toEqual({ delayMs: 5, pageCutMs: null });
  });
  it('is rejected for an experiment that cannot use it', () => {
    expect(() => chosenLine(values('none', 'colour=3'))).toThrow(/there is no colour/);
    expect(() => chosenLine(values('none', 'delayMs='))).toThrow(/delayMs has no value/);
    expect(() => chosenLine(values('none', 'lossShare=0.9'))).toThrow(/lossShare is out of range/);
    expect(() => chosenLine(values('none', 'delayMs=none'))).toThrow(/delayMs is out of range/);
  });
});
