// What a report holds, in order, free of how it is set: pages and paper are made from it.
import type { ChartSpec } from '../charts/chart-spec';
import type { ResultTable } from '../results';

export interface Report {
  readonly title: string;
  readonly subtitle: string;
  readonly findings: readonly string[];
  readonly sections: readonly ReportSection[];
}

export interface ReportSection {
  /** Empty for none. */
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly tables: readonly ResultTable[];
  readonly charts: readonly ChartSpec[];
}
