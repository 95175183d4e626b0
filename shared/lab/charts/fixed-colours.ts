// Gives the same setting the same colour in every chart of a result, and different ones where they are drawn together. Pure.
import type { ChartSpec } from './chart-spec';

/** Six, each also dotted. */
const colourCount = 12;

/**
 * Series of one colour in a chart belong together, such as counts and their density; the first names the setting. A
 * setting keeps the colour of the first chart that shows it, unless a setting beside it has that already.
 */
export function withFixedColours(charts: readonly ChartSpec[]): readonly ChartSpec[] {
  const settings = charts.map(settingsOf);
  const beside = new Map<string, Set<string>>();
  for (const names of settings) {
    for (const name of names.values()) {
      const others = beside.get(name) ?? new Set();
      for (const other of names.values()) if (other !== name) others.add(other);
      beside.set(name, others);
    }
  }
  const colours = new Map<string, number>();
  for (const names of settings) {
    for (const [preferred, name] of names) {
      if (colours.has(name)) continue;
      const taken = new Set([...(beside.get(name) ?? [])].map((other) => colours.get(other)));
      const free = [preferred, ...Array.from({ length: colourCount }, (_, index) => index)];
      colours.set(name, free.find((colour) => !taken.has(colour)) ?? preferred);
    }
  }
  return charts.map((chart, index) => ({
    ...chart,
    series: chart.series.map((one) => ({
      ...one,
      colour: colours.get(settings[index]?.get(one.colour) ?? '') ?? one.colour,
    })),
  }));
}

function settingsOf({ series }: ChartSpec): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const { colour, label } of series) if (!names.has(colour)) names.set(colour, label);
  return names;
}
