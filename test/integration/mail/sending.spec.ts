import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkout } from '@sixpence/sandbox/checkout';
import { freePort } from '../../support/free-port.js';
import { IntakeBench } from '../../support/worlds/intake-bench.js';

const zone = {
  'example.com': ['v=spf1 ip4:127.0.0.1 -all'],
  '_dmarc.example.com': ['v=DMARC1; p=reject'],
};
const program = join(checkout, 'apps/sandbox/dist/sending/main.js');

const after = new AsyncDisposableStack();
let bench: IntakeBench;
let folder: string;
beforeAll(async () => {
  bench = after.use(await IntakeBench.start(zone));
  folder = mkdtempSync(join(tmpdir(), 'sixpence-sending-'));
  after.defer(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'essay.pdf'), '%PDF-1.7');
});
afterAll(() => after.disposeAsync());

/** Runs `npm run mail` in the folder. */
function mail(args: readonly string[], port = bench.port) {
  const env = { ...process.env, INIT_CWD: folder, INTAKE_PORT: String(port) };
  return new Promise<{ status: number; said: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], { cwd: checkout, env }, (error, stdout, stderr) => {
      resolve({ status: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
    });
  });
}

test('a file is mailed as the demo person, and the result is printed', async () => {
  const demo = await bench.aSender('demo@example.com');
  const { status, said } = await mail(['essay.pdf']);
  expect(said).toMatch(
    /^demo@example\.com → print@print\.localhost: 250 .*\nAccepted files are on the dashboard, http/,
  );
  expect(status).toBe(0);
  expect(await bench.listed(demo)).toEqual(['essay.pdf']);
});

test.each([
  ['a command without a file', [], 2, /^Mails files to the print address[\s\S]*npm run mail -- essay\.pdf/],
  ['a missing file', ['nowhere.pdf'], 2, /^There is no file .*nowhere\.pdf that can be read\.\n$/],
  ['a folder', ['.'], 2, /^There is no file .* that can be read\.\n$/],
  ['--help', ['--help'], 0, /^Mails files to the print address/],
])('%s is answered with a remedy', async (_, args, status, sentence) => {
  const answer = await mail(args);
  expect(answer.said).toMatch(sentence);
  expect(answer.status).toBe(status);
});

test('without a running service the command names the command that starts it', async () => {
  const { status, said } = await mail(['essay.pdf'], await freePort());
  expect(said).toMatch(/^No intake listens at localhost:\d+\. Start the service with npm start\.\n$/);
  expect(status).toBe(1);
});
