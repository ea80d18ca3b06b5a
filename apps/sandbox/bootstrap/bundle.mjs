/**
 * Makes one file of each program of the service, `main.bundle.js` beside its `main.js`: Node finds and reads one file at a
 * start instead of up to 2,500. `node bundle.mjs core agent` does so for these alone, from what the compiler has built.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { checkout } from './checkout.mjs';
import { bundleOf, programs } from './programs.mjs';

/** Packages that our code imports and that stay outside: they read files that lie beside their code. */
const LEFT_OUT = ['@node-rs/argon2', '@hyzyla/pdfium', 'pdfkit'];

async function bundle(program) {
  const folder = dirname(program);
  const bundled = await rolldown({
    input: program,
    platform: 'node',
    plugins: [nothingMissing, traced, seenRequire, whereItLies(folder)],
    // Packages ask for others that nobody needs here, and go on without them. Ours do not (`nothingMissing`).
    checks: { unresolvedImport: false },
  });
  const file = bundleOf(program);
  const { output } = await bundled.generate({
    file,
    codeSplitting: false,
    keepNames: true,
    // Comments that packages mark as legal stay. Whoever passes a bundle on adds the licences of the others.
    comments: { legal: true, annotation: false, jsdoc: false },
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  const [{ code, map }] = output;
  replace(`${file}.map`, JSON.stringify(closed(map)));
  replace(file, code);
}

/** Whoever starts the program at this moment reads the old file or the new one. */
function replace(file, text) {
  const written = `${file}.${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, file);
}

/** What our own code imports is there, also what it imports later. @throws Error that names both */
const nothingMissing = {
  name: 'nothing-missing',
  async resolveId(imported, importer, options) {
    if (importer === undefined || isPackage(importer)) return null;
    const found = await this.resolve(imported, importer, { ...options, skipSelf: true });
    if (!found) throw new Error(`${relative(checkout, importer)} imports ${imported}, which is not there`);
    return LEFT_OUT.includes(imported) ? { id: imported, external: true } : found;
  },
};

/** Errors name the lines of our TypeScript. Lines of packages would make the map ten times as large. */
const traced = {
  name: 'traced',
  load(id) {
    if (!/\.[cm]?js$/.test(id)) return null;
    const map = isPackage(id) ? { mappings: '' } : JSON.parse(readFileSync(`${id}.map`, 'utf8'));
    return { code: readFileSync(id, 'utf8'), map };
  },
};

/** Node takes a line without a mapping for a part of the last one before it that has some. This one says: of no source. */
function closed({ mappings, ...map }) {
  return { ...map, mappings: mappings.replace(/(?<=^|;)(?=;|$)/g, 'A') };
}

/** A package that makes itself a `require` loads others past the bundle, where they may be in it already. */
const seenRequire = {
  name: 'seen-require',
  transform(code, id) {
    const made = 'const require = createRequire(import.meta.url);';
    return isPackage(id) && code.includes(made) ? { code: code.replace(made, ''), map: null } : null;
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

function isPackage(id) {
  return id.includes('/node_modules/');
}

const names = process.argv.slice(2);
const wanted = names.length > 0 ? names : Object.keys(programs);
for (const program of wanted.flatMap((name) => programs[name])) await bundle(join(checkout, program));
