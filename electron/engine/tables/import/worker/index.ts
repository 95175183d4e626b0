// Entry of the thread that reads inputs: runs one task after another, as instructed.
import { parentPort } from 'node:worker_threads';
import { StowageError } from '@shared/errors';
import { takeUp } from '@shared/strings/locale';
import { threadFailure } from '@shared/thread-failure';
import { checkInput } from '../check/check-input';
import { openInput } from '../rows/input-text';
import { RowFeed } from './row-feed';
import type { FromReader, ReadingTask, ToReader } from './messages';

const port = parentPort;
if (port === null) throw new Error('A reading thread runs only as a worker thread.');

const post = (message: FromReader, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, transfer);

/** The feed of the current task; it answers questions about its batches even after the last one was handed over. */
let feed: RowFeed | null = null;

async function perform(task: ReadingTask): Promise<void> {
  if (task.kind === 'check') {
    const { location, reading, settings, scratchDir } = task;
    const onProgress = (rows: number, bytesDone: number): void => post({ t: 'progress', rows, bytesDone });
    const input = await openInput(location);
    post({ t: 'checked', checked: await checkInput(input, { reading, settings, scratchDir, onProgress }) });
    return;
  }
  // Batches can be released and requested only after the first one was handed over.
  const feeding = new RowFeed(task, post);
  feed = feeding;
  await feeding.run(await openInput(task.location));
  post({ t: 'end' });
}

port.on('message', (message: ToReader) => {
  if (message.t === 'task') {
    takeUp(message.locale);
    perform(message.task).catch((thrown: unknown) => {
      post({ t: 'failed', ...threadFailure(StowageError.from(thrown)) });
    });
  } else if (message.t === 'rest') feed = null;
  else feed?.receive(message);
});
