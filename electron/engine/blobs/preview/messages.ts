// What the engine and the thread of a preview send each other.
import type { ErrorShape } from '@shared/errors';
import type { DelimitedRows, ParquetPreview } from '@shared/model/blob-preview';
import type { Locale } from '@shared/strings/locale';
import type { ThreadFailure } from '@shared/thread-failure';
import type { ParquetRequest } from './parquet';

export type PreviewTask =
  | { readonly kind: 'parquet'; readonly request: ParquetRequest }
  | { readonly kind: 'delimited'; readonly text: string; readonly delimiter: string };

export type PreviewResult = Omit<ParquetPreview, 'readBytes'> | DelimitedRows;

/** A read is answered with bytes, with the limit that it would need, or with the failure of its request. */
export type ToPreview =
  | { readonly t: 'task'; readonly task: PreviewTask; readonly locale: Locale }
  | { readonly t: 'bytes'; readonly id: number; readonly bytes: ArrayBuffer }
  | { readonly t: 'over-limit'; readonly id: number; readonly neededBytes: number }
  | { readonly t: 'outside'; readonly id: number }
  | { readonly t: 'read-failed'; readonly id: number; readonly error: ErrorShape };

export type FromPreview =
  | { readonly t: 'allow'; readonly bytes: number }
  | { readonly t: 'read'; readonly id: number; readonly start: number; readonly end: number }
  | { readonly t: 'done'; readonly result: PreviewResult }
  | ({ readonly t: 'failed' } & ThreadFailure);
