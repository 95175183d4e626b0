// Entry of a thread that reads an input: does the one task it was started for, then ends by itself.
import { parentPort, workerData } from 'node:worker_threads';
import { StowageError } from '@shared/errors';
import { checkInput } from '../check-input';
import { openInput } from '../input-text';
import { RowFeed } from './row-feed';
import type { FromReader, ReadingTask, ToReader } from './messages';

const port = parentPort;
if (port === null) throw new Error('A reading thread runs only as a worker thread.');

const post = (message: FromReader, transfer: readonly ArrayBuffer[] = []): void => port.postMessage(message, transfer);

async function perform(task: ReadingTask): Promise<void> {
  const input = await openInput(task.place);
  if (task.kind === 'check') {
    const { reading, settings, scratchDir } = task;
    const onProgress = (rows: number, bytesDone: number): void => post({ t: 'progress', rows, bytesDone });
    post({ t: 'checked', checked: await checkInput(input, { reading, settings, scratchDir, onProgress }) });
    return;
  }
  const feed = new RowFeed(task, post);
  port?.on('message', (message: ToReader) => feed.receive(message));
  await feed.run(input);
  post({ t: 'end' });
}

perform(workerData as ReadingTask).catch((thrown: unknown) => {
  post({ t: 'failed', error: StowageError.from(thrown).toShape() });
});
