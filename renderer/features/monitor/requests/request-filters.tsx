// The filters of the request log: account, operation, container or table, outcome, slowness, and the time selected in a
// chart.
import { X } from 'lucide-react';
import { memo, useEffect } from 'react';
import { type RequestFacets, everyRequest } from '@shared/model/monitor';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { useCall } from '@renderer/bridge';
import { Button, IconButton, type Option, SegmentedControl, Select } from '@renderer/ui';
import { useMonitor } from '../monitor-store';
import { filterText } from './request-text';
import styles from './requests.module.css';

const outcomes = [
  { value: 'any', label: t`All` },
  { value: 'failed', label: t`Failed` },
  { value: 'throttled', label: t`Throttled` },
  { value: 'retried', label: t`Retried` },
] as const;

const slownesses: readonly Option[] = [
  { value: '0', label: t`Any duration` },
  ...[50, 200, 1_000, 5_000].map((ms) => ({
    value: String(ms),
    label: ms < 1_000 ? t`≥ ${ms} ms` : t`≥ ${ms / 1_000} s`,
  })),
];

const anything = '';
const newFacetsEveryMs = 5_000;

export interface RequestFiltersProps {
  readonly nameOf: (connectionId: string) => string;
}

export const RequestFilters = memo(function RequestFilters({ nameOf }: RequestFiltersProps) {
  const { filter, setFilter } = useMonitor();
  const { data: facets, reload } = useCall('monitor.facets', {});
  useEffect(() => {
    const timer = setInterval(reload, newFacetsEveryMs);
    return () => clearInterval(timer);
  }, [reload]);
  const range = filterText(filter);
  const isAsking = Object.entries(everyRequest).some(([name, value]) => filter[name as keyof typeof filter] !== value);
  return (
    <div className={styles.filters} role="group" aria-label={t`Filter requests`}>
      <FacetSelect
        label={t`Connection`}
        all={t`All connections`}
        facets={facets?.connections}
        labelOf={nameOf}
        value={filter.connectionId}
        onChange={(connectionId) => setFilter({ connectionId })}
      />
      <FacetSelect
        label={t`Operation`}
        all={t`All operations`}
        facets={facets?.operations}
        value={filter.operation}
        onChange={(operation) => setFilter({ operation })}
      />
      <FacetSelect
        label={t`Container or table`}
        all={t`All containers and tables`}
        facets={facets?.resources}
        value={filter.resource}
        onChange={(resource) => setFilter({ resource })}
      />
      <SegmentedControl
        label={t`Result`}
        options={outcomes}
        value={filter.outcome}
        onChange={(outcome) => setFilter({ outcome })}
      />
      <Select
        label={t`Duration`}
        labelPosition="hidden"
        options={slownesses}
        value={String(filter.slowerThanMs)}
        onChange={(ms) => setFilter({ slowerThanMs: Number(ms) })}
      />
      {range === '' ? null : (
        <span className={styles.range}>
          {range}
          <IconButton
            label={t`Clear time filter`}
            size="small"
            icon={<X size={13} aria-hidden />}
            onPress={() => setFilter({ fromMs: null, toMs: null })}
          />
        </span>
      )}
      {filter.partition === null ? null : (
        <span className={styles.range}>
          <span className={styles.chosenPartition} title={filter.partition}>
            {t`Partition ${filter.partition}`}
          </span>
          <IconButton
            label={t`Clear partition filter`}
            size="small"
            icon={<X size={13} aria-hidden />}
            onPress={() => setFilter({ partition: null })}
          />
        </span>
      )}
      {isAsking ? (
        <Button variant="quiet" size="small" onPress={() => setFilter(everyRequest)}>{t`Show all`}</Button>
      ) : null}
    </div>
  );
});

interface FacetSelectProps {
  readonly label: string;
  readonly all: string;
  readonly facets: RequestFacets['operations'] | undefined;
  readonly labelOf?: (value: string) => string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

function FacetSelect({ label, all, facets = [], labelOf, value, onChange }: FacetSelectProps) {
  const known = value === null || facets.some((facet) => facet.value === value);
  const options: readonly Option[] = [
    { value: anything, label: all },
    ...(known ? [] : [{ value, label: labelOf?.(value) ?? value }]),
    ...facets.map((facet) => ({
      value: facet.value,
      label: labelOf?.(facet.value) ?? facet.value,
      description: counted(facet.requests, 'request'),
    })),
  ];
  return (
    <Select
      label={label}
      labelPosition="hidden"
      className={styles.facet ?? ''}
      options={options}
      value={value ?? anything}
      onChange={(next) => onChange(next === anything ? null : next)}
    />
  );
}
