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
  testEnvironment: '<rootDir>/test/support/plain-globals.js',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^@sixpence/(contracts|content|money|config|messaging|paper|storage|theme)/(.*)$':
      '<rootDir>/libs/$1/src/$2',
    '^@sixpence/(core|operator|sandbox)/(.*)$': '<rootDir>/apps/$1/src/$2',
    '^@sixpence/agent/(.*)$': '<rootDir>/printer-agent/src/$1',
    '\\.css$': '<rootDir>/test/support/empty-style.js',
  },
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/dist-types/', '/.data/', '/.cache/'],
  modulePathIgnorePatterns: ['<rootDir>/.data/', '<rootDir>/.cache/'],
  setupFilesAfterEnv: ['<rootDir>/test/support/patience.js'],
  transform,
};

const onServices = {
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
};

/** One project per kind of test: `npm run jest -- --selectProjects unit`. */
export default {
  workerIdleMemoryLimit: '700MB',
  testSequencer: '<rootDir>/test/support/longest-first.js',
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/{libs,apps}/*/src/**/*.spec.ts',
        '<rootDir>/printer-agent/src/**/*.spec.ts',
        '<rootDir>/apps/sandbox/bootstrap/**/*.spec.mjs',
        '<rootDir>/test/rules/**/*.spec.{mjs,ts}',
      ],
    },
    {
      ...base,
      displayName: 'screens',
      testEnvironment: '<rootDir>/test/support/browser-globals.js',
      setupFiles: ['<rootDir>/test/support/browser-gaps.js'],
      testMatch: ['<rootDir>/{web,printer-agent/panel,libs/theme}/src/**/*.spec.{ts,tsx}'],
    },
    { ...base, displayName: 'site', testMatch: ['<rootDir>/test/site/**/*.spec.ts'] },
    {
      ...base,
      ...onServices,
      displayName: 'integration',
      moduleNameMapper: {
        ...base.moduleNameMapper,
        '^@node-rs/argon2$': '<rootDir>/test/support/light-argon2.ts',
      },
      testMatch: ['<rootDir>/test/integration/**/*.spec.ts'],
    },
    { ...base, ...onServices, displayName: 'e2e', testMatch: ['<rootDir>/test/e2e/**/*.spec.ts'] },
    { ...base, ...onServices, displayName: 'faults', testMatch: ['<rootDir>/test/faults/**/*.spec.ts'] },
  ],
};
