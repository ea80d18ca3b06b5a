/**
 * Each program of the service as one file, `main.bundle.js` beside its `main.js`: Node finds and reads one file at a start
 * instead of up to 2,500. `node bundle.mjs core agent` bundles only those, from what the compiler has built.
 */
import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { checkout } from './checkout.mjs';

/** What each part of the service starts. */
const programs = {
  core: ['apps/core/dist/main.js'],
  operator: ['apps/operator/dist/main.js'],
  converter: ['apps/converter/dist/main.js', 'apps/converter/dist/fence/inside.js'],
  intake: ['apps/intake/dist/main.js', 'apps/intake/dist/reading/main.js'],
  agent: ['printer-agent/dist/main.js'],
};

/** They read files of their own packages, which they look for beside their code. */
const LEFT_OUT = ['@node-rs/argon2', '@hyzyla/pdfium', 'pdfkit'];

async function bundleProgram(input) {
  const folder = dirname(input);
  const bundled = await rolldown({
    input,
    platform: 'node',
    external: LEFT_OUT,
    plugins: [compiled, whereItLies(folder)],
    // Packages ask for others that nobody needs here, and go on without them.
    checks: { unresolvedImport: false },
  });
  await bundled.write({
    dir: folder,
    entryFileNames: basename(bundleOf(input)),
    chunkFileNames: '[name].bundle.js',
    keepNames: true,
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
}

function bundleOf(program) {
  return program.replace(/\.js$/, '.bundle.js');
}

/** Errors name the lines of our TypeScript. Packages have no lines in the map, which would make it ten times as large. */
const compiled = {
  name: 'compiled',
  load(id) {
    if (!/\.[cm]?js$/.test(id)) return null;
    const code = readFileSync(id, 'utf8');
    const isOurs = !id.includes('/node_modules/');
    return { code, map: isOurs ? JSON.parse(readFileSync(`${id}.map`, 'utf8')) : { mappings: '' } };
  },
};

/** A module goes on finding what lies beside it: `import.meta` says where the module itself lies, not the bundle. */
function whereItLies(folder) {
  return {
    name: 'where-it-lies',
    transform(code, id) {
      if (!code.includes('import.meta.')) return null;
      const url = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url)`;
      const written = {
        url: `${url}.href`,
        dirname: `process.getBuiltinModule('node:url').fileURLToPath(new URL('.', ${url}))`,
      };
      return {
        code: code.replace(/\bimport\.meta\.(url|dirname)\b/g, (_all, name) => written[name]),
        map: null,
      };
    },
  };
}

const names = process.argv.slice(2);
const wanted = names.length > 0 ? names : Object.keys(programs);
for (const program of wanted.flatMap((name) => programs[name])) await bundleProgram(join(checkout, program));
