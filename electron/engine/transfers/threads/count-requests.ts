// Counts the requests that a worker thread reports as if they had been sent from here.
import type { MetricsSink } from '../../metrics/request-record';
import type { JobReport } from '../worker/messages';

export function countRequests(report: JobReport, metrics: MetricsSink): void {
  for (let count = 0; count < report.started; count += 1) metrics.requestStarted();
  for (const record of report.ended) metrics.requestEnded(record);
  for (const cause of report.retried) metrics.retried(cause);
  if (report.uploadBytes > 0) metrics.bytesMoved('up', report.uploadBytes);
  if (report.downloadBytes > 0) metrics.bytesMoved('down', report.downloadBytes);
  for (let count = Math.abs(report.connections); count > 0; count -= 1) {
    metrics.connectionsOpen(report.connections > 0 ? 1 : -1);
  }
}
