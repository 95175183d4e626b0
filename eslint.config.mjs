// What ESLint checks: the strict rules that need no types, React's rules of hooks, and the project's own restrictions.
// Those that ask types are oxlint's (.oxlintrc.json): it asks the native compiler, in a fifth of the time.
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { moduleHeader } from './scripts/lint/module-header.mjs';
import {
  everywhere,
  globalsMissingInNode16,
  ipcMainStaysHome,
  ipcRendererStaysHome,
  missingInOlderElectron,
  modulesMissingInNode16,
  windowApiStaysInBridge,
} from './scripts/lint/restrictions.mjs';

const forReact = reactHooks.configs.flat['recommended-latest'];

const tests = ['**/*.test.ts', '**/*.test.tsx', 'e2e/**/*.ts', 'electron/testing/**/*.ts'];
const inApp = [...everywhere, ipcMainStaysHome, ipcRendererStaysHome, windowApiStaysInBridge];

/**
 * @param {readonly import('./scripts/lint/restrictions.mjs').Restriction[]} restrictions
 * @returns {import('eslint').Linter.RulesRecord}
 */
const restrict = (restrictions) => ({ 'no-restricted-syntax': ['error', ...restrictions] });

export default defineConfig([
  globalIgnores(['node_modules/', 'out/', '.runtime/', 'coverage/', 'test-results/', 'playwright-report/']),
  {
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' },
    plugins: { stowage: { rules: { 'module-header': moduleHeader } } },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-debugger': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      'no-constant-condition': ['error', { checkLoops: 'allExceptWhileTrue' }],
      'no-duplicate-case': 'error',
      'no-fallthrough': 'error',
      'no-irregular-whitespace': 'error',
      'no-loss-of-precision': 'error',
      'no-param-reassign': ['error', { props: false }],
      'no-self-compare': 'error',
      'no-sparse-arrays': 'error',
      'no-template-curly-in-string': 'error',
      'no-unreachable': 'error',
      'no-unsafe-finally': 'error',
      'no-useless-catch': 'error',
      'no-useless-rename': 'error',
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'start' }],
      'stowage/module-header': 'error',
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mts'],
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      ...restrict(inApp),
    },
  },
  {
    files: ['renderer/**/*.{ts,tsx}'],
    extends: [forReact],
    // It warns of what the React Compiler would skip; the window is built without that compiler.
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
  {
    // The other rules read every component as the React Compiler would: long, for a probe that lives for one test.
    files: ['renderer/**/*.test.{ts,tsx}'],
    rules: Object.fromEntries(
      Object.keys(forReact.rules)
        .filter((rule) => !['react-hooks/rules-of-hooks', 'react-hooks/exhaustive-deps'].includes(rule))
        .map((rule) => [rule, 'off']),
    ),
  },
  {
    files: ['renderer/**/*.{ts,tsx}', 'shared/**/*.ts'],
    rules: restrict([...inApp, ...missingInOlderElectron]),
  },
  {
    files: ['renderer/bridge/**/*.{ts,tsx}'],
    rules: restrict([...everywhere, ipcMainStaysHome, ipcRendererStaysHome, ...missingInOlderElectron]),
  },
  {
    files: ['electron/**/*.ts'],
    rules: {
      ...restrict([...inApp, ...missingInOlderElectron]),
      'no-restricted-globals': ['error', ...globalsMissingInNode16],
      'no-restricted-imports': ['error', { paths: modulesMissingInNode16 }],
    },
  },
  {
    files: ['electron/main/page/ipc.ts'],
    rules: restrict([...everywhere, ipcRendererStaysHome, ...missingInOlderElectron]),
  },
  {
    // A preload script runs in the window's Chromium, which has the web's globals.
    files: ['electron/preload/**/*.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    files: ['electron/preload/index.ts'],
    rules: restrict([...everywhere, ipcMainStaysHome, ...missingInOlderElectron]),
  },
  {
    // The one place for both Electrons' ways uses what only the newer one has, where it is there.
    files: ['electron/main/compat.ts', 'electron/preload/index.ts'],
    rules: { 'no-restricted-globals': 'off' },
  },
  {
    files: tests,
    rules: {
      ...restrict(everywhere),
      'no-restricted-globals': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  { files: ['**/*.test.ts', '**/*.test.tsx', '**/*.d.ts'], rules: { 'stowage/module-header': 'off' } },
  {
    files: ['scripts/**', '*.config.*', '.dependency-cruiser.cjs'],
    rules: { 'no-console': 'off', 'no-restricted-syntax': 'off', 'no-template-curly-in-string': 'off' },
  },
]);
