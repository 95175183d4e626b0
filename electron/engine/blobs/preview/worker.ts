// Entry of the thread that parses the content of one blob for its preview. It has no network: the engine reads for it.
import { parentPort } from 'node:worker_threads';
import { StowageError } from '@shared/errors';
import { takeUp } from '@shared/strings/locale';
import { threadFailure } from '@shared/thread-failure';
import type { FromPreview, PreviewResult, PreviewTask, ToPreview } from './messages';
import { previewParquet } from './parquet';
import { OverLimit, type ParquetSource } from './parquet-source';
import { parse } from 'csv-parse/sync';
import type { DelimitedRows } from '@shared/model/blob-preview';
import { MiB } from '@shared/units';

const port = parentPort;
if (port === null) throw new Error('A preview runs only in a worker thread.');

const post = (message: FromPreview): void => port.postMessage(message);

interface PendingRead {
  readonly resolve: (bytes: ArrayBuffer) => void;
  readonly reject: (error: Error) => void;
}

const reads: PendingRead[] = [];

function sourceOf(byteLength: number): ParquetSource {
  return {
    byteLength,
    allow: (bytes) => post({ t: 'allow', bytes }),
    slice: (start, end = byteLength) =>
      new Promise((resolve, reject) => {
        reads.push({ resolve, reject });
        post({ t: 'read', id: reads.length - 1, start, end });
      }),
  };
}

async function perform(task: PreviewTask): Promise<PreviewResult> {
  if (task.kind === 'delimited') return delimitedRowsOf(task.text, task.delimiter);
  return previewParquet(sourceOf(task.request.totalBytes), task.request);
}

port.on('message', (message: ToPreview) => {
  if (message.t === 'task') {
    takeUp(message.locale);
    perform(message.task).then(
      (result) => post({ t: 'done', result }),
      (thrown: unknown) => post({ t: 'failed', ...threadFailure(StowageError.from(thrown)) }),
    );
    return;
  }
  const read = reads[message.id];
  if (message.t === 'bytes') read?.resolve(message.bytes);
  else if (message.t === 'over-limit') read?.reject(new OverLimit(message.neededBytes));
  else if (message.t === 'outside') read?.reject(new RangeError('The file points outside of itself.'));
  else read?.reject(StowageError.fromShape(message.error));
});

/** Longer is a quote that is never closed. */
const longestRow = MiB;

/** @param text whole rows at best; what follows the last whole row is skipped */
function delimitedRowsOf(text: string, delimiter: string): DelimitedRows {
  let skippedLines = 0;
  let ends: DelimitedRows['ends'] = 'with a row';
  const rows: unknown = parse(text, {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: longestRow,
    on_skip: (error) => {
      skippedLines += 1;
      if (error?.code === 'CSV_QUOTE_NOT_CLOSED') ends = 'in a quote';
    },
  });
  return { rows: rows as string[][], skippedLines, ends };
}
