// Which partitions of tables carry the traffic, over the same time as the charts. Left out while none is named.
import { memo, useMemo, useState } from 'react';
import { formatCount } from '@shared/units';
import { Button, ErrorNotice, type Option, Select } from '@renderer/ui';
import { useMonitor } from '../monitor-store';
import { type SeriesQuestion, usePartitionHeat } from '../use-monitor-series';
import { type HeatMeasure, heatFigures, rateText } from './heat-figures';
import { HeatGrid } from './heat-grid';
import styles from './partitions.module.css';

const measures = [
  { value: 'requests', label: 'Requests per second' },
  { value: 'entities', label: 'Entities per second' },
] as const satisfies readonly Option[];
const fewRows = 8;

/** Drawn again when there is an answer, not with every sample. */
export const PartitionsPanel = memo(function PartitionsPanel({ question }: { readonly question: SeriesQuestion }) {
  const { answer, error } = usePartitionHeat(question);
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
    <section className={styles.panel} aria-label="Partitions of tables">
      <header className={styles.head}>
        <h2 className={styles.title}>Partitions of tables</h2>
        <Select
          label="Coloured by"
          labelPosition="hidden"
          options={measures}
          value={measure}
          onChange={(chosen) => setMeasure(chosen === 'entities' ? 'entities' : 'requests')}
        />
        <span className={styles.scale}>
          0 <span className={styles.ramp} aria-hidden="true" /> {rateText(figures.most)}/s
        </span>
      </header>
      <HeatGrid
        heat={heat}
        figures={figures}
        measure={measure}
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
            {isWhole ? 'Show fewer' : `Show ${formatCount(folded)} more`}
          </Button>
        ) : null}
        {found.more > 0 ? (
          <p className={styles.words}>And {formatCount(found.more)} more partitions with fewer requests.</p>
        ) : null}
      </div>
    </section>
  );
});
