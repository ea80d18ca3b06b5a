import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import jest from 'eslint-plugin-jest';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: ['**/dist/**', '**/dist-types/**', '.data/**', '.cache/**', '**/node_modules/**', 'coverage/**'],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: {
      // One program for all: with one a part, each library would be checked again in every part that imports it.
      parserOptions: {
        project: './tsconfig.lint.json',
        emitDecoratorMetadata: true,
        experimentalDecorators: true,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-extraneous-class': [
        'error',
        { allowWithDecorator: true, allowConstructorOnly: true },
      ],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // There are no enums here, and looking for them takes a tenth of the time of all rules.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // Nest declares its option bags as classes and takes object literals for them.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['web/**/*.{ts,tsx}', 'printer-agent/panel/**/*.{ts,tsx}', 'libs/theme/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat.recommended,
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['web/**/*.tsx', 'printer-agent/panel/**/*.tsx'],
    ignores: ['**/*.spec.tsx', '**/stories.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          'JSXText[value=/[a-z]{2}/i]',
          'JSXAttribute[name.name=/^(aria-label|label|title|alt|placeholder)$/] > Literal[value=/[a-z]{2}/i]',
        ].map((selector) => ({ selector, message: 'The words of a screen stand in its *-words.ts.' })),
      ],
    },
  },
  {
    files: ['test/**/*.ts', '**/*.spec.{ts,tsx}'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['**/*.spec.{ts,tsx,mjs}'],
    plugins: { jest },
    rules: {
      // What counts fails when its claim does: matchers, helpers named after them, and waits that give up.
      'jest/expect-expect': [
        'error',
        { assertFunctionNames: ['expect*', 'until', 'eventually', 'fc.assert'] },
      ],
      'jest/valid-expect': 'error',
    },
  },
  {
    files: ['apps/{core,operator}/src/**/*.ts'],
    ignores: ['apps/core/src/database/**', '**/*.spec.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='query']",
          message:
            'SQL goes through its one door: all, one, changed of database/sql.ts, with named parameters.',
        },
      ],
    },
  },
  { files: ['**/*.{js,mjs,cjs}'], languageOptions: { globals: globals.node } },
  prettier,
);
