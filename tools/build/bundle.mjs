/**
 * Bundles each program of the service into one file, `main.bundle.js` beside its `main.js`: at a start, Node
 * then reads one file instead of up to 2,500. `node bundle.mjs core agent` bundles only these two. The
 * compiler must have run before.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { checkout } from '../process/checkout.mjs';
import { filesIn, noticesOf } from './notices.mjs';
import { bundleOf, noticesBeside, programs } from './programs.mjs';

/** These packages stay outside the bundle, because they read files that lie beside their code. */
const NOT_BUNDLED = ['@node-rs/argon2', '@hyzyla/pdfium', 'pdfkit'];

async function bundle(program) {
  const folder = dirname(program);
  const bundled = await rolldown({
    input: program,
    platform: 'node',
    plugins: [refuseMissingImports, ownSourceMaps, bundledRequire, keepModuleUrls(folder)],
    // Packages may import optional packages that are not installed, and run without them. Our own code may
    // not: see `refuseMissingImports`.
    checks: { unresolvedImport: false },
  });
  const file = bundleOf(program);
  const { output } = await bundled.generate({
    file,
    codeSplitting: false,
    keepNames: true,
    comments: { legal: true, annotation: false, jsdoc: false },
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  const [{ code, map }] = output;
  replace(`${file}.map`, JSON.stringify(markUnmapped(map)));
  replace(noticesBeside(program), noticesOf(relative(checkout, file), filesIn(output, checkout)));
  replace(file, code);
}

/** Renaming is atomic: a program that starts at this moment reads either the old file or the new one. */
function replace(file, text) {
  const written = `${file}.${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, file);
}

/**
 * Checks that every import of our own code resolves, dynamic imports included.
 * @throws Error that names the import and the importing file
 */
const refuseMissingImports = {
  name: 'refuse-missing-imports',
  async resolveId(imported, importer, options) {
    if (importer === undefined || isPackage(importer)) return null;
    const found = await this.resolve(imported, importer, { ...options, skipSelf: true });
    if (!found) throw new Error(`${relative(checkout, importer)} imports ${imported}, which does not exist`);
    return NOT_BUNDLED.includes(imported) ? { id: imported, external: true } : found;
  },
};

/**
 * Keeps source maps for our TypeScript, so that stack traces name its lines. Source maps of packages would
 * make the file ten times as large.
 */
const ownSourceMaps = {
  name: 'own-source-maps',
  load(id) {
    if (!/\.[cm]?js$/.test(id)) return null;
    const map = isPackage(id) ? { mappings: '' } : JSON.parse(readFileSync(`${id}.map`, 'utf8'));
    return { code: readFileSync(id, 'utf8'), map };
  },
};

/**
 * Marks each line without a mapping as "no source". Otherwise Node assigns the line to the last mapping
 * before it.
 */
function markUnmapped({ mappings, ...map }) {
  return { ...map, mappings: mappings.replace(/(?<=^|;)(?=;|$)/g, 'A') };
}

/**
 * A package that calls `createRequire` would load other packages from `node_modules`, although the bundle may
 * already hold them. Replaces such a `require` by the one of the bundle.
 */
const bundledRequire = {
  name: 'bundled-require',
  transform(code, id) {
    const made = 'const require = createRequire(import.meta.url);';
    return isPackage(id) && code.includes(made) ? { code: code.replace(made, ''), map: null } : null;
  },
};

/**
 * Keeps `import.meta` of a bundled module pointing at the module's own file, so that it still finds the files
 * beside it.
 */
function keepModuleUrls(folder) {
  return {
    name: 'keep-module-urls',
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

function isPackage(id) {
  return id.includes('/node_modules/');
}

const names = process.argv.slice(2);
const wanted = names.length > 0 ? names : Object.keys(programs);
for (const program of wanted.flatMap((name) => programs[name])) await bundle(join(checkout, program));
