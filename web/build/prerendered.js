import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { addressesOf, isPublic, pages, prerenderedFile } from '@sixpence/contracts/pages';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

/**
 * The tags at the start of React's output: the title and the description of the page. They belong in the
 * head.
 */
const DESCRIPTION = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/;

/**
 * A Vite plugin that draws every public page at build time. Each becomes an HTML file that is complete
 * without a script and that the site's script hydrates.
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
        const { drawPage } = await importForNode(root, code);
        for (const address of pages.filter(isPublic).flatMap(addressesOf)) {
          const file = join(folder, prerenderedFile(address));
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, documentOf(template, await drawPage(address)));
        }
        await rm(code, { recursive: true });
      },
    },
  };
}

/** Builds the site's code for Node and imports it. */
async function importForNode(root, outDir) {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    // Our packages import CSS, which Node cannot read. Vite bundles these packages and takes the CSS out.
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
