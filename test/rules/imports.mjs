/**
 * Checks the imports of every file: the rules of `.dependency-cruiser.cjs`, and no circles of folders. Exits
 * with status 1 and lists every import that breaks a rule.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, format } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { folderCircles } from './folder-circles.mjs';

const root = join(import.meta.dirname, '../..');
const FOLDERS = ['apps', 'libs', 'printer-agent', 'web', 'test', 'tools'];
/** A test lies beside its subject and may import anything, so its imports do not count for the folder. */
const FOR_TESTS = /\.spec\.tsx?$|\/testing\//;

process.chdir(root);
const rules = await extractOptions(join(root, '.dependency-cruiser.cjs'));
const resolving = { ...rules.enhancedResolveOptions, alias: sourcesOfPackages() };
const transpiling = { tsConfig: extractTsConfig(rules.tsConfig.fileName) };
const { output: found } = await cruise(FOLDERS, rules, resolving, transpiling);
const report = await format(found, { outputType: 'err' });
const circles = folderCircles(importsOf(found.modules));

process.stdout.write(report.output);
for (const circle of circles) console.log(described(circle));
process.exitCode = report.exitCode > 0 || circles.length > 0 ? 1 : 0;

/**
 * Resolves `@sixpence/core/…` to the source of apps/core. The `exports` of packages lead to built files,
 * which no rule checks, so the check would miss an import of another app.
 */
function sourcesOfPackages() {
  const named = JSON.parse(readFileSync('package.json', 'utf8')).workspaces.flatMap((place) =>
    place.endsWith('/*') ? readdirSync(place.slice(0, -2)).map((name) => place.replace('*', name)) : [place],
  );
  const folders = named.filter((folder) => existsSync(join(folder, 'package.json')));
  const nameOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name;
  return Object.fromEntries(folders.map((folder) => [nameOf(folder), join(root, folder, 'src')]));
}

function importsOf(modules) {
  const ours = (path) => FOLDERS.some((place) => path.startsWith(`${place}/`)) && !FOR_TESTS.test(path);
  return modules
    .filter(({ source }) => ours(source))
    .flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved }) => ours(resolved))
        .map(({ resolved }) => ({ from: source, to: resolved })),
    );
}

function described({ folders, imports }) {
  const steps = imports.map(({ from, to }) => `      ${from} imports ${to}`);
  return [`  error no-folder-circles: ${[...folders, folders[0]].join(' → ')}`, ...steps].join('\n');
}
