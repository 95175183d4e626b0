// Statistics over the rows of a query as they stream by; keeps nothing of a row except what they need.
import type { EdmValue, Entity } from '../model/entity';
import type { AnalysisResult } from './analysis-result';
import { detached } from './detached';
import { keyPatterns } from './key-patterns';
import { PartitionTable, defaultMaxPartitions } from './partition-table';
import { PropertyStatistics } from './property-statistics';
import { RowSample } from './row-sample';
import { wireText } from './type-statistics';

export interface PageCost {
  /** Body bytes as received. */
  readonly bytes: number;
  /** Time from sending to the last byte. */
  readonly latencyMs: number;
}

export interface AnalysisOptions {
  /** `count`: rows and partitions only, for queries that fetch nothing but keys. */
  readonly depth: 'profile' | 'count';
  readonly maxPartitions?: number;
  readonly maxProperties?: number;
}

/** Names beyond this are counted, not followed: a table may hold a name a row. */
const defaultMaxProperties = 1000;
/** Rows between two chances to pause. */
const rowsInSlice = 32;

export class ResultAnalysis {
  readonly #depth: AnalysisOptions['depth'];
  readonly #maxProperties: number;
  readonly #properties = new Map<string, PropertyStatistics>();
  readonly #partitionKey = new PropertyStatistics('PartitionKey', 'key');
  readonly #rowKey = new PropertyStatistics('RowKey', 'key');
  readonly #timestamp = new PropertyStatistics('Timestamp', 'system');
  readonly #partitions: PartitionTable;
  readonly #sample = new RowSample();
  #otherProperties = 0;
  #rows = 0;
  #bytes = 0;
  #readUs = 0;

  constructor({ depth, maxPartitions = defaultMaxPartitions, maxProperties = defaultMaxProperties }: AnalysisOptions) {
    this.#depth = depth;
    this.#maxProperties = maxProperties;
    this.#partitions = new PartitionTable(maxPartitions);
  }

  get rows(): number {
    return this.#rows;
  }

  distinctPartitions(): AnalysisResult['distinctPartitions'] {
    return this.#partitions.distinct();
  }

  addPage(rows: readonly Entity[], cost: PageCost): void {
    const slices = this.slices(rows, cost);
    while (slices.next().done !== true);
  }

  /**
   * As `addPage`, with a chance to pause after every few rows. Rows after the last pause count only when it is reached.
   */
  *slices(rows: readonly Entity[], cost: PageCost): Generator<undefined, void, undefined> {
    const readUs = Math.round(cost.latencyMs * 1000);
    this.#bytes += cost.bytes;
    this.#readUs += readUs;
    const weights = rows.map(weightOf);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    // Each row gets the difference of two rounded running sums, so that shares are whole numbers and add up.
    let weight = 0;
    let bytesGiven = 0;
    let readUsGiven = 0;
    for (const [index, row] of rows.entries()) {
      weight += weights[index] ?? 0;
      const bytes = Math.round((cost.bytes * weight) / total);
      const us = Math.round((readUs * weight) / total);
      this.#addRow(row, bytes - bytesGiven, us - readUsGiven);
      bytesGiven = bytes;
      readUsGiven = us;
      if (index % rowsInSlice === rowsInSlice - 1) yield;
    }
  }

  result(): AnalysisResult {
    const partitions = this.#partitions.profiles();
    const distinctPartitions = this.#partitions.distinct();
    const system = [this.#partitionKey, this.#rowKey, this.#timestamp].filter(({ rows }) => rows > 0);
    return {
      rows: this.#rows,
      bytes: this.#bytes,
      readMs: this.#readUs / 1000,
      properties: [...system, ...this.#properties.values()].map((property) => property.profile()),
      otherProperties: this.#otherProperties,
      partitions,
      otherPartitions: this.#partitions.other(),
      distinctPartitions,
      patterns: [
        ...keyPatterns({
          rows: this.#rows,
          distinctPartitions: distinctPartitions.count,
          partitions,
          sample: this.#sample.rows(),
        }),
      ],
    };
  }

  #addRow(row: Entity, bytes: number, readUs: number): void {
    this.#rows += 1;
    this.#partitions.add(row, bytes, readUs);
    if (this.#depth === 'count') return;
    this.#sample.add(row);
    this.#partitionKey.add(text(row.partitionKey));
    this.#rowKey.add(text(row.rowKey));
    if (row.timestamp !== '') this.#timestamp.add({ type: 'Edm.DateTime', value: row.timestamp });
    for (const { name, value } of row.properties) {
      const property = this.#property(name);
      if (property === null) this.#otherProperties += 1;
      else property.add(value);
    }
  }

  #property(name: string): PropertyStatistics | null {
    const known = this.#properties.get(name);
    if (known !== undefined) return known;
    if (this.#properties.size >= this.#maxProperties) return null;
    const ownName = detached(name);
    const property = new PropertyStatistics(ownName, 'own');
    this.#properties.set(ownName, property);
    return property;
  }
}

function text(value: string): EdmValue {
  return { type: 'Edm.String', value };
}

/** About the characters of a row on the wire, never 0. */
function weightOf({ partitionKey, rowKey, timestamp, properties }: Entity): number {
  let weight = 32 + partitionKey.length + rowKey.length + timestamp.length;
  for (const { name, value } of properties) weight += 8 + name.length + wireText(value).length;
  return weight;
}
