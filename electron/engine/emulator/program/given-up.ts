// What Azurite does with requests that are given up in the middle, as where a person cancels, mended. As it comes, it waits
// without end for a body whose connection was gone before its turn: that keeps one of fifty turns to write, and after fifty
// of them the store takes no blob any more. What is read for an answer stays open when nobody wants it any longer. To be
// read before Azurite.
import type { Writable } from 'node:stream';
import store from 'azurite/dist/src/common/persistence/FSExtentStore.js';

const { prototype: files } = store;
const { streamPipe, readExtent, readExtents } = files;

type Content = Awaited<ReturnType<typeof readExtent>>;

/** Rejects where the body is over before it is read: nothing would ever come of it, not even its end. */
files.streamPipe = function (body, ...rest) {
  if (body.destroyed === true) return Promise.reject(new Error('The connection was closed before its body was read.'));
  return streamPipe.call(this, body, ...rest);
};

files.readExtent = async function (...asked) {
  return closedWithAnswer(await readExtent.apply(this, asked));
};

files.readExtents = async function (...asked) {
  return closedWithAnswer(await readExtents.apply(this, asked));
};

/** The answer that it goes into may end before it does. */
function closedWithAnswer(content: Content): Content {
  const { pipe } = content;
  content.pipe = (answer: Writable) => {
    if (answer.destroyed) content.destroy();
    else answer.once('close', () => content.destroy());
    return pipe.call(content, answer);
  };
  return content;
}
