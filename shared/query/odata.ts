// The filter language of the service: text to tree and back.
export { normaliseFilter } from './normal-form';
export { parseFilter } from './odata-parser';
export { renderFilter } from './odata-renderer';
