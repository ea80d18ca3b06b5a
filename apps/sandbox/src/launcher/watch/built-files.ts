import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../../checkout.js';

const { projects } = JSON.parse(readFileSync(join(checkout, 'nest-cli.json'), 'utf8')) as {
  projects: Record<string, { root: string }>;
};

/** The programs that run our own built code, each with its folder, as nest-cli.json lists them. */
export const watched = new Map(Object.entries(projects).map(([name, { root }]) => [name, root]));

/**
 * A hash of everything that a program in this folder runs: its own built code and SQL, and those of the
 * libraries in its package.json.
 */
export function builtFiles(program: string): string {
  const hash = createHash('sha256');
  for (const folder of workspacesOf(join(checkout, program))) {
    const code = filesIn(join(folder, 'dist'), /(?<!\.spec|\.bundle)\.m?js$/);
    const sql = filesIn(join(folder, 'src'), /\.sql$/);
    for (const file of [...code, ...sql]) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** A workspace with its direct and indirect dependencies. */
function workspacesOf(folder: string, found = new Set<string>()): Set<string> {
  if (found.has(folder)) return found;
  found.add(folder);
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const name of Object.keys(dependencies).filter((name) => name.startsWith('@sixpence/'))) {
    workspacesOf(realpathSync(join(checkout, 'node_modules', name)), found);
  }
  return found;
}

function filesIn(folder: string, names: RegExp): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => names.test(file))
    .sort()
    .map((file) => join(folder, file));
}
