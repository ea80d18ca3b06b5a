import { expect, test } from '@jest/globals';
import { filesNamed } from './test-files.mjs';

const files = [
  'apps/core/src/jobs/settlement.spec.ts',
  'test/integration/panels/release.spec.ts',
  'web/src/row.spec.tsx',
];

test.each([
  ['release', ['test/integration/panels/release.spec.ts']],
  ['release.spec.ts', ['test/integration/panels/release.spec.ts']],
  ['settle', ['apps/core/src/jobs/settlement.spec.ts']],
  ['core/src/jobs', ['apps/core/src/jobs/settlement.spec.ts']],
  ['./test/integration/panels/release.spec.ts', ['test/integration/panels/release.spec.ts']],
  ['row', ['web/src/row.spec.tsx']],
  ['nothing of the kind', []],
])('"%s" means %j', (name, meant) => {
  expect(filesNamed(name, files)).toEqual(meant);
});
