// The settings of a chart, and the actions on it.
import { t } from '@shared/strings/t';
import { Button, Checkbox, IconButton, Popover, SegmentedControl, Select } from '@renderer/ui';
import type { ChartChoices } from '@shared/charting/chart-choices';
import { type ChartKind, type ChartRequest, maxSeries } from '@shared/charting/chart-request';
import { ChevronDown, Maximize2, ZoomIn, ZoomOut } from 'lucide-react';
import styles from './chart-view.module.css';
import { chartSvg } from '@renderer/charts/chart-picture';
import { SaveChart } from '@renderer/charts/save-chart';
import type { Series } from '@renderer/charts/series';
import { chartCsv } from '@shared/charting/chart-csv';
import type { ChartData } from '@shared/charting/chart-data';

interface ChartControlsProps {
  readonly chart: ChartRequest;
  readonly onChart: (chart: ChartRequest) => void;
  readonly choices: ChartChoices;
  readonly appearance: 'chart' | 'figures';
  readonly onView: (appearance: 'chart' | 'figures') => void;
  readonly zoom: 'none' | 'some';
  readonly onZoom: (change: 'in' | 'out' | 'reset') => void;
  readonly file: ChartFilesProps['file'];
}

const kinds: readonly { readonly value: ChartKind; readonly label: string }[] = [
  { value: 'line', label: t`Lines` },
  { value: 'scatter', label: t`Scatter` },
  { value: 'histogram', label: t`Histogram` },
];
const views = [
  { value: 'chart', label: t`Chart` },
  { value: 'figures', label: t`Data` },
] as const;
const noSplit = '';

export function ChartControls(props: ChartControlsProps) {
  const { chart, onChart, choices } = props;
  const { kind, y, x, splitBy = noSplit } = chart;
  const xId = choices.x.find((choice) => JSON.stringify(choice.x) === JSON.stringify(x))?.id ?? '';
  const splitOptions = [
    { value: noSplit, label: t`no grouping` },
    ...choices.splitBy.map((name) => ({ value: name, label: name })),
  ];
  return (
    <div className={styles.controls}>
      <SegmentedControl<ChartKind>
        label={t`Chart type`}
        options={kinds}
        value={kind}
        onChange={(next) => onChart({ ...chart, kind: next })}
      />
      <Popover
        label={t`Value columns`}
        trigger={
          <Button size="small" aria-label={t`Values: ${y.join(', ')}`}>
            <span className={styles.values}>
              {y.length === 1 ? y[0] : t`${y[0] ?? ''} and ${y.length - 1} more`}
              <ChevronDown size={14} aria-hidden />
            </span>
          </Button>
        }
      >
        <div className={styles.list}>
          {choices.y.map((name) => (
            <Checkbox
              key={name}
              isSelected={y.includes(name)}
              isDisabled={(y.length === 1 && y[0] === name) || (y.length >= maxSeries && !y.includes(name))}
              onChange={(isOn) => onChart(withValues(chart, isOn ? [...y, name] : y.filter((each) => each !== name)))}
            >
              {name}
            </Checkbox>
          ))}
        </div>
      </Popover>
      {kind === 'histogram' ? null : (
        <label className={styles.choice}>
          <span aria-hidden>{t`vs.`}</span>
          <Select
            label={t`X axis`}
            labelPosition="hidden"
            size="small"
            options={choices.x.map(({ id, label }) => ({ value: id, label }))}
            value={xId}
            onChange={(id) => {
              const found = choices.x.find((choice) => choice.id === id);
              if (found) onChart({ ...chart, x: found.x });
            }}
          />
        </label>
      )}
      {y.length > 1 ? null : (
        <label className={styles.choice}>
          <span aria-hidden>{t`by`}</span>
          <Select
            label={t`Group by`}
            labelPosition="hidden"
            size="small"
            options={splitOptions}
            value={splitBy}
            onChange={(name) => onChart(withSplit(chart, name))}
          />
        </label>
      )}
      <div className={styles.tools}>
        <IconButton
          label={t`Zoom in`}
          size="small"
          icon={<ZoomIn size={14} aria-hidden />}
          onPress={() => props.onZoom('in')}
        />
        <IconButton
          label={t`Zoom out`}
          size="small"
          isDisabled={props.zoom === 'none'}
          icon={<ZoomOut size={14} aria-hidden />}
          onPress={() => props.onZoom('out')}
        />
        <IconButton
          label={t`Reset zoom`}
          size="small"
          isDisabled={props.zoom === 'none'}
          icon={<Maximize2 size={14} aria-hidden />}
          onPress={() => props.onZoom('reset')}
        />
        <SegmentedControl label={t`View`} options={views} value={props.appearance} onChange={props.onView} />
        <ChartFiles appearance={props.appearance} file={props.file} />
      </div>
    </div>
  );
}

function withValues(chart: ChartRequest, y: readonly string[]): ChartRequest {
  return { kind: chart.kind, x: chart.x, y: [...y] };
}

function withSplit({ kind, x, y }: ChartRequest, splitBy: string): ChartRequest {
  return { kind, x, y, ...(splitBy === noSplit ? {} : { splitBy }) };
}

interface ChartFilesProps {
  readonly appearance: 'chart' | 'figures';
  readonly file: {
    /** Without an extension. */
    readonly name: string;
    readonly data: ChartData;
    readonly title: string;
    /** The series that are shown. */
    readonly series: readonly Series<string>[];
    /** The request of the data. */
    readonly chart: ChartRequest;
    readonly svg: () => SVGSVGElement | null;
  };
}

/** Saves the chart as a picture, or its figures as a file. */
function ChartFiles({ appearance, file }: ChartFilesProps) {
  const { name, title, series, data, chart } = file;
  return (
    <SaveChart
      label={t`Save chart`}
      name={name}
      csv={() => chartCsv(data, chart)}
      picture={() => {
        const svg = file.svg();
        return svg === null ? null : chartSvg({ svg, title, series });
      }}
      {...(appearance === 'chart' ? {} : { pictureMissing: t`Switch to the chart first` })}
    />
  );
}
