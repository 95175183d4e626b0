// Deprecated APIs by the types of the newest Electron and its Node, as errors, with no file let off.
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { projectDir } from '../project.mjs';

export default defineConfig([
  {
    files: ['electron/{main,preload,engine-host}/**/*.ts'],
    ignores: ['**/*.test.ts'],
    linterOptions: { noInlineConfig: true },
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: 'electron/tsconfig.newest.json', tsconfigRootDir: projectDir },
    },
    rules: { '@typescript-eslint/no-deprecated': 'error' },
  },
]);
