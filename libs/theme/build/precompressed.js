import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(html|js|css|svg|json|txt)$/;
/** A file below this size fits into the first packet in any case. */
const SMALLEST_BYTES = 1000;

const asBrotli = (text) =>
  promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
const asGzip = (text) => promisify(gzip)(text, { level: constants.Z_BEST_COMPRESSION });

/**
 * A Vite plugin that puts `.br` and `.gz` files with the best compression beside each text file of a build,
 * so that servers need not compress. Pictures and fonts are compressed already.
 * @internal
 */
export function precompressed() {
  let folder = '';
  return {
    name: 'precompressed',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    closeBundle: {
      // After all other plugins that write files.
      order: 'post',
      sequential: true,
      async handler() {
        const files = (await readdir(folder, { recursive: true })).filter((file) => TEXT.test(file));
        await Promise.all(files.map((file) => compress(join(folder, file))));
      },
    },
  };
}

async function compress(file) {
  const text = await readFile(file);
  if (text.length < SMALLEST_BYTES) return;
  await Promise.all([
    asBrotli(text).then((smaller) => writeFile(`${file}.br`, smaller)),
    asGzip(text).then((smaller) => writeFile(`${file}.gz`, smaller)),
  ]);
}
