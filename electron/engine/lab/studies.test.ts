// docs/studies.md: every table and figure of the studies that it lists is in the report of its experiment. The smallest
// form of each runs in simulated time.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { experimentOf } from '@shared/lab/definitions';
import { type ParameterValues, checkParameters, parseParameter } from '@shared/lab/parameters';
import type { RunResult } from '@shared/lab/results';
import { inSimulatedTime } from './fixtures/simulated-bench';

interface Listed {
  readonly published: string;
  readonly experiment: string;
  readonly form: string;
  readonly title: string;
}

const rows = readFileSync(new URL('../../../docs/studies.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:Published|-)/.test(line))
  .map((line): Listed => {
    const [published = '', experiment = '', form = '', title = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return { published, experiment, form, title };
  });

const forms = [...new Set(rows.map(({ experiment, form }) => `${experiment} ${form}`))];

async function resultOf(command: string): Promise<RunResult> {
  const [id = '', ...settings] = command.split(' ');
  const experiment = experimentOf(id);
  const given = settings.map((setting) => [
    setting.slice(0, setting.indexOf('=')),
    setting.slice(setting.indexOf('=') + 1),
  ]);
  const nodes = given.find(([name]) => name === 'nodes')?.[1]?.split(',');
  const own = given.filter(([name]) => name !== 'nodes');
  const values: ParameterValues = Object.fromEntries(
    own.map(([name = '', text = '']) => {
      const parameter = experiment.parameters.find((one) => one.name === name);
      if (parameter === undefined) throw new Error(`${id} has no parameter ${name}`);
      return [name, parseParameter(parameter, text)];
    }),
  );
  const checked = checkParameters(experiment.parameters, values);
  const samples = await inSimulatedTime(experiment, checked, {
    repetitions: Number(checked.repetitions),
    ...(nodes === undefined ? {} : { nodes }),
  });
  return experiment.analyse(samples, checked);
}

describe('studies', () => {
  it('lists the five studies', () => expect(rows.length).toBeGreaterThan(35));

  it.each(forms)('%s: the report has what the page lists', async (command) => {
    const { charts, tables, findings } = await resultOf(command);
    const drawn = charts.filter(({ series }) => series.some(({ points }) => points.some(({ y }) => y !== null)));
    const titles = [
      ...drawn.map(({ title }) => title),
      ...tables.filter((table) => table.rows.length > 0).map(({ title }) => title),
    ];
    const listed = rows.filter(({ experiment, form }) => `${experiment} ${form}` === command).map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(listed));
    expect(findings.length).toBeGreaterThan(0);
  });
});
