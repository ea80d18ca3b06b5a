const transform = {
  '^.+\\.(ts|tsx)$': [
    '@swc/jest',
    {
      jsc: {
        target: 'es2023',
        parser: { syntax: 'typescript', decorators: true, tsx: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
        keepClassNames: true,
      },
      module: { type: 'es6' },
      sourceMaps: 'inline',
    },
  ],
};

const base = {
  rootDir: import.meta.dirname,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@sixpence/(contracts|content|money|config|messaging|paper|storage|theme)/(.*)$':
      '<rootDir>/libs/$1/src/$2',
    '^@sixpence/(core|operator|sandbox)/(.*)$': '<rootDir>/apps/$1/src/$2',
    '^@sixpence/agent/(.*)$': '<rootDir>/printer-agent/src/$1',
    '\\.css$': '<rootDir>/test/support/jest/empty-style.js',
  },
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/dist-types/', '/.data/', '/.cache/'],
  modulePathIgnorePatterns: ['<rootDir>/.data/', '<rootDir>/.cache/'],
  setupFilesAfterEnv: ['<rootDir>/test/support/jest/patience.js'],
  restoreMocks: true,
  transform,
};

/** Tests that need no browser's globals: Node itself loads their modules, once for all files of a process. */
const inProcess = {
  ...base,
  testEnvironment: '<rootDir>/test/support/jest/in-process/environment.js',
  runtime: '<rootDir>/test/support/jest/in-process/runtime.js',
};

const onServices = {
  globalSetup: '<rootDir>/test/support/jest/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.ts',
};

/** A rule that reads every module of the screens, with another in the place of one. */
const onModules = '<rootDir>/test/rules/words-read-late.spec.ts';

/** One project per kind of test: `npm run jest -- --selectProjects unit`. */
export default {
  workerIdleMemoryLimit: '700MB',
  testSequencer: '<rootDir>/test/support/jest/longest-first.js',
  projects: [
    {
      ...inProcess,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{libs,apps}/*/src/**/*.spec.ts',
        '<rootDir>/printer-agent/src/**/*.spec.ts',
        '<rootDir>/tools/**/*.spec.mjs',
        '<rootDir>/test/rules/**/*.spec.{mjs,ts}',
      ],
      testPathIgnorePatterns: [...base.testPathIgnorePatterns, onModules],
    },
    {
      ...base,
      displayName: 'screens',
      moduleNameMapper: {
        ...base.moduleNameMapper,
        // A set-up file would load the library for each test file; half of them do not need it.
        '^@testing-library/react$': '<rootDir>/test/support/jest/patient-screens.js',
      },
      testEnvironment: '<rootDir>/test/support/jest/browser-globals.js',
      setupFiles: ['<rootDir>/test/support/jest/browser-gaps.js'],
      testMatch: ['<rootDir>/{web,printer-agent/panel,libs/theme}/src/**/*.spec.{ts,tsx}', onModules],
    },
    { ...inProcess, displayName: 'site', testMatch: ['<rootDir>/test/site/**/*.spec.ts'] },
    {
      ...inProcess,
      ...onServices,
      displayName: 'integration',
      moduleNameMapper: {
        ...base.moduleNameMapper,
        '^@node-rs/argon2$': '<rootDir>/test/support/jest/light-argon2.ts',
      },
      testMatch: ['<rootDir>/test/integration/**/*.spec.ts'],
    },
    { ...inProcess, ...onServices, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/**/*.spec.ts'] },
    { ...inProcess, ...onServices, displayName: 'faults', testMatch: ['<rootDir>/test/faults/**/*.spec.ts'] },
  ],
};
