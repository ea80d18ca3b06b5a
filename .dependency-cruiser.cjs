const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/**
 * The wings of core from the ground up, each with the wings that it may import. docs/architecture.md says
 * what each holds. Rooms of one wing may import each other as long as their folders form no circle.
 */
const wing = (name) => `^apps/core/src/${name}/`;

const allowedInCore = {
  platform: [],
  people: ['platform'],
  help: ['people', 'platform'],
  sites: ['people', 'platform'],
  money: ['sites', 'people', 'platform'],
  documents: ['money', 'sites', 'people', 'platform'],
  codes: ['people', 'platform'],
  jobs: ['documents', 'money', 'platform'],
  panels: ['codes', 'jobs', 'documents', 'money', 'sites', 'people', 'platform'],
  nearby: ['jobs', 'panels', 'documents', 'sites', 'people', 'platform'],
  gateway: ['nearby', 'panels', 'jobs', 'documents', 'money', 'sites', 'people', 'platform'],
  leaving: ['jobs', 'documents', 'money', 'help', 'people', 'platform'],
  operation: ['jobs', 'documents', 'money', 'people', 'platform'],
};

const withoutRow = readdirSync(join(__dirname, 'apps/core/src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !(entry.name in allowedInCore))
  .map(({ name }) => `apps/core/src/${name}`);
if (withoutRow.length > 0) {
  throw new Error(`Say in .dependency-cruiser.cjs what these may import: ${withoutRow.join(', ')}`);
}

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: 'node_modules' } },
    },
    {
      name: 'contracts-import-zod-only',
      severity: 'error',
      from: { path: '^libs/contracts/src', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^(libs/contracts/src|node_modules/zod/)' },
    },
    {
      name: 'content-imports-contracts-only',
      comment: 'What pages say is data; the tables of contracts keep its links and its figures true.',
      severity: 'error',
      from: { path: '^libs/content/src', pathNot: '\\.spec\\.ts$' },
      to: { pathNot: '^libs/(content|contracts)/src' },
    },
    {
      name: 'libs-never-import-apps',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^(apps|web|printer-agent)/' },
    },
    {
      name: 'tools-and-tests-serve-nothing-else',
      comment: 'Nothing that runs imports them. The build of the site may use the tools.',
      severity: 'error',
      from: { path: '^(libs|apps|web/src|printer-agent/(src|panel/src))/' },
      to: { path: '^(tools|test)/' },
    },
    {
      name: 'tools-import-no-app',
      comment: 'They also run before anything is installed or built.',
      severity: 'error',
      from: { path: '^tools/', pathNot: '\\.spec\\.mjs$' },
      to: { path: '^(apps|libs|web|printer-agent|test)/' },
    },
    {
      name: 'apps-never-import-each-other',
      severity: 'error',
      from: { path: '^apps/([^/]+)/', pathNot: '^apps/operator/' },
      to: { path: '^(apps/(?!$1/)|web/|printer-agent/)' },
    },
    {
      name: 'operator-imports-core-only',
      comment: 'The command line drives the modules of core; it has no rules of its own.',
      severity: 'error',
      from: { path: '^apps/operator/' },
      to: { path: '^(apps/(?!(core|operator)/)|web/|printer-agent/)' },
    },
    {
      name: 'agent-imports-no-app',
      severity: 'error',
      from: { path: '^printer-agent/' },
      to: { path: '^(apps|web)/' },
    },
    {
      name: 'agent-and-panel-talk-by-socket',
      severity: 'error',
      from: { path: '^printer-agent/(src|panel)/' },
      to: { path: '^printer-agent/(?!$1/)(src|panel)/' },
    },
    {
      name: 'site-imports-no-app',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(apps|printer-agent)/' },
    },
    {
      name: 'site-features-do-not-import-each-other',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/(app/|features/(?!$1/))' },
    },
    ...Object.entries(allowedInCore).map(([name, allowed]) => ({
      name: `core-${name}-imports`,
      severity: 'error',
      from: { path: wing(name) },
      to: { path: `^apps/core/src/(?!(${[name, ...allowed].join('|')})/)[^/]+/` },
    })),
    {
      name: 'nats-lives-in-messaging',
      severity: 'error',
      from: { pathNot: '^(libs/messaging|apps/sandbox|test)/' },
      to: { path: 'node_modules/@nats-io/' },
    },
    {
      name: 'ipp-codec-lives-in-the-agent',
      severity: 'error',
      from: { path: '^(apps|libs|web)/' },
      to: { path: '^printer-agent/src/ipp/' },
    },
    {
      name: 'stripe-lives-in-payments',
      comment: 'What the rest of core knows of a payment is said in its own words.',
      severity: 'error',
      from: {
        path: '^apps/core/',
        pathNot: '^apps/core/src/money/payments/provider/stripe(\\.service|-answers(\\.spec)?)\\.ts$',
      },
      to: { path: 'node_modules/stripe/' },
    },
    {
      name: 'converter-takes-pdf-lib-as-one-file',
      comment: 'By its name it is slow to start, and of other classes than those of the one file.',
      severity: 'error',
      from: { path: '^apps/converter/', pathNot: '^apps/converter/src/pdf/pdf-lib\\.ts$' },
      to: { path: 'node_modules/@cantoo/pdf-lib/' },
    },
    {
      name: 'pure-files-stay-pure',
      comment:
        'A file in core without a role suffix imports no framework and no I/O; its rules can be read and tested alone.',
      severity: 'error',
      from: {
        path: '^apps/core/src/(people/(users|passwords|sign-in|email-codes|providers)|money/(ledger|legacy-balances|payments|refunds)|documents/(documents|preparation|removal)|help/enquiries|leaving|sites|codes|jobs|panels|nearby)/',
        pathNot: '\\.(module|controller|gateway|guard|service|consumer|query|decorator|spec)\\.ts$',
      },
      to: { path: 'node_modules/(@nestjs|typeorm|pg|fastify|ws)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/dist-types/|\\.data/|\\.cache/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
