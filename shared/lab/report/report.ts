// The contents of a report, in order, independent of layout: HTML pages and PDFs are made from it.
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
