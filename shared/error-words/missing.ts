// The words for what is not there (any more).
import type { ErrorContext } from '../errors';
import { account, named, quoted, what } from './phrases';
import type { ErrorWords, WordsOf } from './wording';

export const missingWords: WordsOf<'not-found'> = {
  'not-found.connection': (c) => ({
    title: 'No such connection',
    explanation: `There is no saved connection ${quoted(c, 'connection', 'of that name')}.`,
    action: 'Choose another connection or add this one.',
  }),
  'not-found.table': (c) => missing('Table', quoted(c, 'table', 'with that name'), account(c)),
  'not-found.entity': (c) => ({
    title: 'Entity not found',
    explanation: `${named(c, 'table', 'Table')} has no entity with these keys. It may have been deleted meanwhile.`,
    action: 'Run the query again.',
  }),
  'not-found.container': (c) => missing('Container', quoted(c, 'container', 'with that name'), account(c)),
  'not-found.blob': (c) => ({
    title: 'Blob not found',
    explanation: `${quoted(c, 'blob', 'The blob')} no longer exists${inContainer(c)}.`,
    action: 'Refresh the listing.',
  }),
  'not-found.job': () => ({
    title: 'No such transfer',
    explanation: 'The transfer was removed from the list.',
  }),
  'not-found.session': () => ({
    title: 'The query has ended',
    explanation: 'Its pages are no longer kept by the engine.',
    action: 'Run the query again.',
  }),
  'not-found.source': () => ({
    title: 'The picked file is not known any more',
    explanation: 'What was picked or dropped is remembered only while the window is open.',
    action: 'Pick or drop it again.',
  }),
  'not-found.resource': (c) => ({
    title: 'Not found',
    explanation: `${account(c)} has nothing at the address of ${what(c)}.`,
    action: 'Refresh, and check the endpoint of the connection.',
  }),
};

function missing(kind: string, name: string, owner: string): ErrorWords {
  return {
    title: `${kind} not found`,
    explanation: `${owner} has no ${kind.toLowerCase()} ${name}.`,
    action: 'Refresh the list; it may have been deleted or renamed.',
  };
}

function inContainer(c: ErrorContext): string {
  return c.container === undefined ? '' : ` in container ${quoted(c, 'container', '')}`;
}
