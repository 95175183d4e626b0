// What all tries of one HTTP client share.
import type { MetricsSink } from '../../metrics/request-record';
import type { Clock } from '../../ports';
import type { PieceSize } from './body-sender';
import type { Watchdog } from './watchdog';

export interface TryTools {
  readonly metrics: MetricsSink;
  readonly clock: Clock;
  readonly watchdog: Watchdog;
  readonly pieceSize: PieceSize;
}
