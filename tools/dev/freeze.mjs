/**
 * `npm run freeze`: stores this version's box and contract for the tests of later versions, in
 * `test/fixtures/contracts/<contract number>`.
 *
 * - `box.mjs.br` is the agent as one file. It needs Node and no packages.
 * - `gateway.mjs.br` is the contract by which this version's core reads the messages of a box.
 * - `core.json` holds the messages of this version's core to a box: its welcome, and an answer to each
 * question. `old-box.spec.ts` writes it, and fails in that run on purpose; check the file and commit it.
 *
 * Core itself is not stored: it is 9 MB, needs packages with native code, and needs the database of its own
 * version.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { rolldown } from 'rolldown';
import { checkout } from '../process/checkout.mjs';
import { handOver } from '../process/hand-over.mjs';
import { main, step } from '../process/progress.mjs';
import { prepare } from '../setup/prepare.mjs';

/** Bundles a program that `prepare` built, or a module of the contracts, into one compressed file. */
async function compressedBundle(file) {
  const bundled = await rolldown({ input: join(checkout, file), platform: 'node' });
  const { output } = await bundled.generate({ codeSplitting: false, minify: true, comments: false });
  const { BROTLI_PARAM_LGWIN, BROTLI_MAX_WINDOW_BITS } = constants;
  return brotliCompressSync(output[0].code, { params: { [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS } });
}

const HELP = `npm run freeze

Stores this version's box and contract in test/fixtures/contracts, for the tests of later versions.`;

await main(HELP, async () => {
  await prepare({ browser: false });
  const { contractNumber } = await import(join(checkout, 'libs/contracts/dist/agent/versions.js'));
  const folder = join(checkout, 'test/fixtures/contracts', String(contractNumber));
  await step('box and contract', async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'box.mjs.br'), await compressedBundle('printer-agent/dist/main.bundle.js'));
    writeFileSync(
      join(folder, 'gateway.mjs.br'),
      await compressedBundle('libs/contracts/dist/agent/gateway.js'),
    );
  });
  return handOver([join(checkout, 'tools/testing/one-test.mjs'), 'old-box']);
});
