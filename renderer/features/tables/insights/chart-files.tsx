// Saves the chart of a result: as a picture, or its figures.
import { t } from '@shared/strings/t';
import { chartSvg } from '@renderer/charts/chart-picture';
import { SaveChart } from '@renderer/charts/save-chart';
import type { Series } from '@renderer/charts/series';
import { chartCsv } from '@shared/charting/chart-csv';
import type { ChartData } from '@shared/charting/chart-data';
import type { ChartRequest } from '@shared/charting/chart-request';

export interface ChartFilesProps {
  readonly appearance: 'chart' | 'figures';
  readonly file: {
    /** Without an extension. */
    readonly name: string;
    readonly data: ChartData;
    readonly title: string;
    /** Those that are shown. */
    readonly series: readonly Series<string>[];
    /** What the data was drawn for. */
    readonly chart: ChartRequest;
    readonly svg: () => SVGSVGElement | null;
  };
}

export function ChartFiles({ appearance, file }: ChartFilesProps) {
  const { name, title, series, data, chart } = file;
  return (
    <SaveChart
      label={t`Save the chart`}
      name={name}
      csv={() => chartCsv(data, chart)}
      picture={() => {
        const svg = file.svg();
        return svg === null ? null : chartSvg({ svg, title, series });
      }}
      {...(appearance === 'chart' ? {} : { pictureMissing: t`Show the plot first` })}
    />
  );
}
