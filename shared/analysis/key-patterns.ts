// What the keys of a table imply for writes and queries: for each pattern one sentence with the finding and one with
// its consequence. Judged by the partitions and a uniform sample of the rows.
import { formatFixed } from '../strings/numbers';
import { t } from '../strings/t';
import { formatCount } from '../units';
import type { KeyPattern, PartitionProfile } from './analysis-result';
import { type KeyForm, keyForms } from './key-form';
import { rankCorrelation } from './rank-correlation';
import type { SampledRow } from './row-sample';

export interface PatternFacts {
  readonly rows: number;
  readonly distinctPartitions: number;
  /** In key order. */
  readonly partitions: readonly PartitionProfile[];
  readonly sample: readonly SampledRow[];
}

/** The service's target for one partition. */
const partitionRate = '2,000 entities/s';
/** Fewer rows, or fewer moments, prove nothing. */
const minRows = 50;
const minMoments = 5;
/** A correlation from which two orders count as the same. */
const strongCorrelation = 0.95;
/** A partition is hot if it holds half of the rows, or a considerable part and many times as many as the others. */
const hotShare = 0.5;
const warmShare = 0.1;
const hotTimesMean = 8;

export function keyPatterns(facts: PatternFacts): readonly KeyPattern[] {
  if (facts.rows === 0) return [];
  return [...spread(facts), ...order(facts), ...forms(facts)];
}

function spread({ rows, distinctPartitions, partitions }: PatternFacts): KeyPattern[] {
  const [only] = partitions;
  if (distinctPartitions === 1 && only !== undefined) {
    return [
      {
        id: 'one-partition',
        tone: rows < minRows ? 'information' : 'caution',
        finding: t`All rows have the PartitionKey ${quoted(only.key)}.`,
        consequence: t`One partition handles all reads and writes, ${partitionRate}, regardless of the number of clients.`,
      },
    ];
  }
  if (rows >= minRows && distinctPartitions === rows) {
    return [
      {
        id: 'one-row-partitions',
        tone: 'information',
        finding: t`Every partition holds a single row.`,
        consequence: t`Writes are well distributed, but no two rows fit into one batch, and every range spans several partitions.`,
      },
    ];
  }
  const largest = partitions.reduce<PartitionProfile | undefined>(
    (busiest, partition) => (busiest === undefined || partition.rows > busiest.rows ? partition : busiest),
    undefined,
  );
  if (rows < minRows || largest === undefined) return [];
  const share = largest.rows / rows;
  const timesMean = share * distinctPartitions;
  if (share < hotShare && (share < warmShare || timesMean < hotTimesMean)) return [];
  const percent = Math.round(share * 100);
  return [
    {
      id: 'hot-partition',
      tone: 'caution',
      finding:
        timesMean < hotTimesMean
          ? t`Partition ${quoted(largest.key)} contains ${percent} % of the rows.`
          : t`Partition ${quoted(largest.key)} contains ${percent} % of the rows, ${formatCount(timesMean)} times the average.`,
      consequence: t`If writes follow the same distribution, this partition limits the table: ${partitionRate}.`,
    },
  ];
}

function order({ sample, distinctPartitions }: PatternFacts): KeyPattern[] {
  const timed = sample.filter(({ timestamp }) => timestamp !== '');
  if (!isInformative(timed)) return [];
  const times = timed.map(timeText);
  if (distinctPartitions > 1) {
    const agreement = rankCorrelation(
      timed.map(({ partitionKey }) => partitionKey),
      times,
    );
    if (agreement !== null && Math.abs(agreement) >= strongCorrelation) return [partitionOrder(agreement)];
  }
  const inside = correlationInside(timed);
  return inside === null || Math.abs(inside) < strongCorrelation ? [] : [rowOrder(inside)];
}

function partitionOrder(agreement: number): KeyPattern {
  const appends = agreement > 0;
  return {
    id: appends ? 'append-only' : 'prepend-only',
    tone: 'caution',
    finding: t`${appends ? t`Append-only` : t`Prepend-only`}: the later a row was written, the ${
      appends ? 'greater' : 'smaller'
    } its PartitionKey (rank correlation with Timestamp ${signed(agreement)}).`,
    consequence: t`New rows are written to the ${appends ? 'end' : 'start'} of the table, so one server takes all writes while the others are idle. A one-time import in key order looks the same and is harmless.`,
  };
}

function rowOrder(agreement: number): KeyPattern {
  const appends = agreement > 0;
  return {
    id: appends ? 'append-only-rows' : 'prepend-only-rows',
    tone: 'information',
    finding: t`${appends ? t`Append-only` : t`Prepend-only`} within partitions: the later a row was written, the ${
      appends ? 'greater' : 'smaller'
    } its RowKey (rank correlation with Timestamp ${signed(agreement)}).`,
    consequence: appends
      ? t`The newest row of a partition comes last. To read the latest rows first, use a reversed time in the RowKey.`
      : t`The newest row of a partition comes first, so a small page returns the latest rows.`,
  };
}

/** The average over the partitions in the sample that are significant, weighted by rows. */
function correlationInside(sample: readonly SampledRow[]): number | null {
  const byPartition = new Map<string, SampledRow[]>();
  for (const row of sample) {
    const rows = byPartition.get(row.partitionKey);
    if (rows === undefined) byPartition.set(row.partitionKey, [row]);
    else rows.push(row);
  }
  let sum = 0;
  let weight = 0;
  for (const rows of byPartition.values()) {
    if (rows.length < 10 || new Set(rows.map(timeText)).size < 3) continue;
    const agreement = rankCorrelation(
      rows.map(({ rowKey }) => rowKey),
      rows.map(timeText),
    );
    if (agreement === null) continue;
    sum += agreement * rows.length;
    weight += rows.length;
  }
  return weight < minRows ? null : sum / weight;
}

function isInformative(rows: readonly SampledRow[]): boolean {
  return rows.length >= minRows && new Set(rows.map(timeText)).size >= minMoments;
}

/** Without its Z, a time of fewer decimals is the beginning of a later one. */
function timeText({ timestamp }: SampledRow): string {
  return timestamp.slice(0, -1);
}

const formLabels: Readonly<Record<KeyForm, string>> = {
  date: t`a date`,
  'reversed-date': t`a reversed date`,
  ticks: t`.NET ticks`,
  'reversed-ticks': t`reversed .NET ticks`,
  guid: t`a GUID`,
  'padded-number': t`a number of fixed width`,
  'unpadded-number': t`a number of varying width`,
};

function forms({ sample }: PatternFacts): KeyPattern[] {
  return (['PartitionKey', 'RowKey'] as const).flatMap((key) => {
    const found = keyForms(sample.map((row) => (key === 'PartitionKey' ? row.partitionKey : row.rowKey)));
    const form = found.whole ?? found.first?.form ?? null;
    if (form === null) return [];
    const what =
      found.whole === null
        ? t`The first part of the ${key}, up to ${quoted(found.first?.delimiter ?? '')}, is ${formLabels[form]}.`
        : t`The ${key} is ${formLabels[form]}.`;
    return [{ id: `${key}-${form}`, tone: toneOf(key, form), finding: what, consequence: formConsequence(key, form) }];
  });
}

function toneOf(key: 'PartitionKey' | 'RowKey', form: KeyForm): KeyPattern['tone'] {
  if (form === 'unpadded-number') return 'caution';
  if (form === 'guid') return 'information';
  return key === 'RowKey' ? 'good' : 'information';
}

function formConsequence(key: 'PartitionKey' | 'RowKey', form: KeyForm): string {
  const range = key === 'PartitionKey' ? t`a range of partitions` : t`a row range within a partition`;
  switch (form) {
    case 'date':
    case 'ticks':
      return key === 'PartitionKey'
        ? t`A time window is ${range}, oldest first. Rows written in real time all go to the last partition.`
        : t`A time window is ${range}, oldest first.`;
    case 'reversed-date':
    case 'reversed-ticks':
      return key === 'PartitionKey'
        ? t`A time window is ${range}, newest first. Rows written in real time all go to the first partition.`
        : t`A time window is ${range}, newest first.`;
    case 'guid':
      return key === 'PartitionKey'
        ? t`Writes are evenly distributed over the servers, but a range of partitions has no meaning.`
        : t`Rows can only be found by their whole key; a range of rows has no meaning.`;
    case 'padded-number':
      return t`Numbers sort numerically, so ${range} is a range of numbers.`;
    case 'unpadded-number':
      return t`Keys are sorted as text: 10 comes before 9. Pad the numbers with zeros to the same width.`;
  }
}

function quoted(text: string): string {
  return t`“${text}”`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${formatFixed(Math.abs(value), 2)}`;
}
