// Which table partitions carry the traffic, over the same time as the charts. Hidden while none is named.
import { memo, useMemo, useState } from 'react';
import { plural, t } from '@shared/strings/t';
import { heatCsv, heatPicture } from '@shared/monitor/partition-files';
import { formatCount, formatCountRate } from '@shared/units';
import type { Extent } from '@renderer/charts/result-extent';
import { SaveChart } from '@renderer/charts/save-chart';
import { Button, ErrorNotice, type Option, Select } from '@renderer/ui';
import { useMonitor } from '../monitor-store';
import { type SeriesQuery, usePartitionHeat } from '../use-monitor-series';
import { type HeatMeasure, heatFigures, heatUnit } from './heat-figures';
import { HeatGrid } from './heat-grid';
import styles from './partitions.module.css';

const measures = [
  { value: 'requests', label: t`Request rate` },
  { value: 'entities', label: t`Entity rate` },
] as const satisfies readonly Option[];
const fewRows = 8;

export interface PartitionsPanelProps {
  readonly query: SeriesQuery;
  readonly onStretch: (extent: Extent) => void;
  readonly nameOf: (connectionId: string) => string;
}

/** Drawn again when there is an answer, not with every sample. */
export const PartitionsPanel = memo(function PartitionsPanel({ query, onStretch, nameOf }: PartitionsPanelProps) {
  const { answer, error } = usePartitionHeat(query);
  const showRequestsOf = useMonitor((state) => state.showRequestsOf);
  const [measure, setMeasure] = useState<HeatMeasure>('requests');
  const [isWhole, setIsWhole] = useState(false);
  const found = answer?.found;
  const heat = useMemo(
    () => found && (isWhole ? found : { ...found, partitions: found.partitions.slice(0, fewRows) }),
    [found, isWhole],
  );
  const figures = useMemo(() => heat && heatFigures(heat, measure), [heat, measure]);
  if (error) return <ErrorNotice error={error} />;
  if (heat === undefined || figures === undefined || found === undefined || figures.rows.length === 0) return null;
  const folded = found.partitions.length - heat.partitions.length;
  return (
    <section className={styles.panel} aria-label={t`Table partitions`}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t`Table partitions`}</h2>
        <Select
          label={t`Colour by`}
          labelPosition="hidden"
          options={measures}
          value={measure}
          onChange={(chosen) => setMeasure(chosen === 'entities' ? 'entities' : 'requests')}
        />
        <span className={styles.scale}>
          0 <span className={styles.ramp} aria-hidden="true" /> {formatCountRate(figures.max, heatUnit(found, measure))}
        </span>
        <SaveChart
          label={t`Save partitions`}
          name={t`Table partitions`}
          csv={() => heatCsv(found, nameOf)}
          picture={() => heatPicture(heat, figures.rows, { title: t`Table partitions`, ...themeNow() })}
        />
      </header>
      <HeatGrid
        heat={heat}
        figures={figures}
        measure={measure}
        onStretch={onStretch}
        onChoose={({ row, step }) => {
          const one = heat.partitions[row];
          const endMs = heat.stepsAtMs[step];
          if (one === undefined || endMs === undefined) return;
          const { connectionId, table, partition } = one;
          showRequestsOf({ from: endMs - heat.stepMs, to: endMs }, { connectionId, resource: table, partition });
        }}
      />
      <div className={styles.foot}>
        {folded > 0 || isWhole ? (
          <Button variant="quiet" size="small" onPress={() => setIsWhole(!isWhole)}>
            {isWhole ? t`Show fewer` : t`Show ${formatCount(folded)} more`}
          </Button>
        ) : null}
        {found.more > 0 ? (
          <p className={styles.words}>{plural(
            found.more,
          )`${formatCount(found.more)} more partition with fewer requests is not shown. | ${formatCount(found.more)} more partitions with fewer requests are not shown.`}</p>
        ) : null}
      </div>
    </section>
  );
});

/** The colours on screen, for a picture that knows nothing of the page. */
function themeNow() {
  const theme = getComputedStyle(document.documentElement);
  const colour = (name: string): string => theme.getPropertyValue(name).trim();
  const colours = {
    ground: colour('--surface-1'),
    text: colour('--text'),
    empty: colour('--surface-2'),
    hot: colour('--accent'),
  };
  return { colours, font: getComputedStyle(document.body).fontFamily };
}
