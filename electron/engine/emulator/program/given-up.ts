// Fixes how Azurite handles requests that are aborted half-way, as when a person cancels. Unpatched, it waits forever
// for a body whose connection was closed before its turn. That occupies one of its fifty write slots, and after fifty
// of them the store accepts no more blobs. Also, files that were opened for a response stay open when nobody wants it
// any longer. Must be loaded before Azurite.
import type { Writable } from 'node:stream';
import store from 'azurite/dist/src/common/persistence/FSExtentStore.js';

const { prototype: files } = store;
const { streamPipe, readExtent, readExtents } = files;

type Content = Awaited<ReturnType<typeof readExtent>>;

/** Rejects if the body ended before it was read: it would never emit anything, not even its end. */
files.streamPipe = function (body, ...rest) {
  if (body.destroyed === true) return Promise.reject(new Error('The connection was closed before its body was read.'));
  return streamPipe.call(this, body, ...rest);
};

files.readExtent = async function (...requested) {
  return closedWithAnswer(await readExtent.apply(this, requested));
};

files.readExtents = async function (...requested) {
  return closedWithAnswer(await readExtents.apply(this, requested));
};

/** The response may be closed before the file has been read to its end. */
function closedWithAnswer(content: Content): Content {
  const { pipe } = content;
  content.pipe = (answer: Writable) => {
    if (answer.destroyed) content.destroy();
    else answer.once('close', () => content.destroy());
    return pipe.call(content, answer);
  };
  return content;
}
