import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addressesOf, isPublic, pages, prerenderedFile } from '@sixpence/contracts/pages';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/** What React writes first belongs into the head: the title, and whatever else describes the page. */
const DESCRIPTION = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/;

/**
 * A Vite plugin that draws every public page when the site is built: each becomes a file that reads complete without a
 * script, and that the site's script takes over.
 */
export function prerendered() {
  let root = '';
  let folder = '';
  return {
    name: 'prerendered',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = resolve(root, config.build.outDir);
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const template = await readFile(join(folder, 'index.html'), 'utf8');
        const code = resolve(root, 'node_modules/.cache/drawing');
        const { drawn } = await builtForNode(root, code);
        for (const address of pages.filter(isPublic).flatMap(addressesOf)) {
          const file = join(folder, prerenderedFile(address));
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, documentOf(template, await drawn(address)));
        }
        await rm(code, { recursive: true });
      },
    },
  };
}

/** The site's own code, made to run here. */
async function builtForNode(root, outDir) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    // Our own packages bring styles along, which Node cannot read.
    ssr: { noExternal: [/^@sixpence\//] },
    build: { ssr: 'src/app/prerender.tsx', outDir, copyPublicDir: false },
  });
  return import(pathToFileURL(join(outDir, 'prerender.js')).href);
}

function documentOf(template, html) {
  const description = DESCRIPTION.exec(html)?.[0] ?? '';
  return template
    .replace(/<title>.*?<\/title>/s, '')
    .replace('</head>', () => `${description}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html.slice(description.length)}</div>`);
}
