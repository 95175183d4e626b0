// The project's own lint rules, as a plugin for oxlint.
import { moduleHeader } from './module-header.mjs';
import { plainTerms } from './plain-terms.mjs';
import { restrictions } from './restrictions.mjs';

export default {
  meta: { name: 'stowage' },
  rules: { 'module-header': moduleHeader, 'plain-terms': plainTerms, restrictions },
};
