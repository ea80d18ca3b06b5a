import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const checkout = join(import.meta.dirname, '../..');
const support = join(checkout, 'test/support/jest/in-process');
const imported = `import { beforeAll, describe, expect, jest, test } from '@jest/globals';`;

/** Test files that one process runs. The first file leaves mocks, variables, and timers behind. */
const files = {
  'a-leaves.spec.mjs': `${imported}
    process.env.LEFT = 'behind';
    process.env.PATH = '';
    jest.spyOn(Math, 'random').mockReturnValue(2);
    jest.useFakeTimers();
    jest.setTimeout(200);
    test('spies', () => expect(Math.random()).toBe(2));
    test('fails', () => expect(1).toBe(2));
    test('never ends', () => new Promise(() => {}));
    test('loses an error', async () => {
      void Promise.reject(new Error('lost'));
      await jest.advanceTimersByTimeAsync(1);
    });
    describe('whose beforeAll fails', () => {
      beforeAll(() => {
        throw new Error('no beginning');
      });
      test('cannot begin', () => expect(1).toBe(1));
    });`,
  'b-finds.spec.mjs': `${imported}
    test('no variable', () => expect([process.env.LEFT, process.env.PATH]).toEqual([undefined, expect.stringMatching('/')]));
    test('no spy', () => expect(Math.random()).toBeLessThan(1));
    test('no clock but the usual, and no limit but the usual', () => new Promise((end) => setTimeout(end, 400)));`,
  'c-throws.spec.mjs': `${imported}
    test('is never reached', () => expect(1).toBe(1));
    throw new Error('while it is loaded');`,
};

let folder;
let found;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sixpence-in-process-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const config = {
    rootDir: folder,
    testEnvironment: join(support, 'environment.js'),
    runtime: join(support, 'runtime.js'),
    testMatch: ['<rootDir>/*.spec.mjs'],
    transform: {},
  };
  const output = join(folder, 'found.json');
  await run(['--config', JSON.stringify(config), '--runInBand', '--json', '--outputFile', output]);
  const { testResults } = JSON.parse(await readFile(output, 'utf8'));
  found = Object.fromEntries(testResults.map((file) => [file.name.slice(folder.length + 1), file]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a test that fails, hangs, loses an error, or cannot begin is a failed test', () => {
  expect(statuses('a-leaves.spec.mjs')).toEqual({
    spies: 'passed',
    fails: 'failed',
    'never ends': 'failed',
    'loses an error': 'failed',
    'cannot begin': 'failed',
  });
});

test('a file that cannot be loaded fails', () => {
  expect(found['c-throws.spec.mjs']).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('while it is loaded'),
  });
});

test('the next file of the same process finds no variable, mock, clock, or limit of the previous file', () => {
  expect(found['b-finds.spec.mjs'].startTime).toBeGreaterThanOrEqual(found['a-leaves.spec.mjs'].endTime);
  expect(Object.values(statuses('b-finds.spec.mjs'))).toEqual(['passed', 'passed', 'passed']);
});

function statuses(name) {
  return Object.fromEntries(found[name].assertionResults.map(({ title, status }) => [title, status]));
}

/** Ignores Jest’s status of 1, because tests fail. */
function run(args) {
  const jest = join(checkout, 'node_modules/jest/bin/jest.js');
  return new Promise((end) =>
    execFile(process.execPath, [jest, ...args], { cwd: folder, timeout: 120_000 }, end),
  );
}
