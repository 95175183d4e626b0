// The offer to read a query through an index of the table: shown where one exists that the filter can use.
import { couldUseIndex, throughIndex } from '@shared/indexes/index-query';
import type { TableQuery } from '@shared/model/table-query';
import { wholeFilter } from '@shared/query/key-filter';
import { t } from '@shared/strings/t';
import { useCall } from '@renderer/bridge';
import { Button, Tooltip } from '@renderer/ui';
import { Zap } from 'lucide-react';
import styles from './cost-line.module.css';

interface IndexOfferProps {
  readonly connectionId: string;
  readonly query: TableQuery;
  /** Called with the filter that reads the index. */
  readonly onUse: (filter: string) => void;
}

/** The indexes of the table are read only while the conditions could use one: one request. */
export function IndexOffer({ connectionId, query, onUse }: IndexOfferProps) {
  const { data } = useCall('indexes.list', couldUseIndex(query) ? { connectionId, table: query.table } : null);
  const indexed = data === undefined ? null : throughIndex(query, data);
  if (indexed === null) return null;
  const { name, property } = indexed.index;
  return (
    <Tooltip
      text={t`Reads one range of the index ${name} by ${property} instead of the whole partition. The result shows its rows, which are copies of the entities.`}
    >
      <Button
        variant="quiet"
        size="small"
        className={styles.cheaper ?? ''}
        icon={<Zap size={13} aria-hidden />}
        onPress={() => onUse(wholeFilter(indexed.query).text)}
      >
        {t`Use the index by ${property}`}
      </Button>
    </Tooltip>
  );
}
