/**
 * The check before a commit: formats the staged files and stages them again. A file that is only partly
 * staged is not changed, because staging it would commit the other part too. If its staged part is not
 * formatted, the commit is refused with a remedy.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const names = (...args) =>
  git(...args, '--name-only', '-z')
    .split('\0')
    .filter(Boolean);

/**
 * `git commit FILE` uses a temporary index. A file that a hook stages there does not reach the real index.
 */
const isCommitOfNamedFiles = basename(process.env.GIT_INDEX_FILE ?? '').startsWith('next-index');
const alsoChanged = new Set(names('diff'));
const formatted = [];
const refused = [];

for (const path of names('diff', '--cached', '--diff-filter=ACMR')) {
  const text = formattedText(path);
  if (text === undefined) continue;
  if (isCommitOfNamedFiles || alsoChanged.has(path)) {
    refused.push(path);
  } else {
    writeFileSync(path, text);
    formatted.push(path);
  }
}

if (formatted.length > 0) {
  git('add', '--', ...formatted);
  console.log(`Formatted: ${formatted.join(', ')}`);
}
if (refused.length > 0) {
  console.error(
    `Not formatted: ${refused.join(', ')}. This check does not format a file that is committed in part or by name.\n` +
      `Format and stage it, then commit again: npx oxfmt ${refused.join(' ')}`,
  );
  process.exitCode = 1;
}

/**
 * The formatted text of a staged file. Undefined when the file is formatted already, or has a type that we do
 * not format.
 */
function formattedText(path) {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return undefined;
  const staged = git('show', `:${path}`);
  const { status, stdout, stderr } = spawnSync('node_modules/.bin/oxfmt', ['--stdin-filepath', path], {
    input: staged,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return stdout === staged ? undefined : stdout;
  if (stderr.startsWith('Unsupported file type')) return undefined;
  console.error(`${path} cannot be formatted: ${stderr}`);
  return process.exit(1);
}
