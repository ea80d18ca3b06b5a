import { basename } from 'node:path';

/**
 * The test files that a name stands for: files of exactly this name; otherwise files with the name in their
 * file name; otherwise files with it in their path.
 */
export function filesNamed(name, files) {
  const titleOf = (file) => basename(file).replace(/\.spec\.[a-z]+$/, '');
  const wanted = name.replace(/^\.\//, '').replace(/\.spec(\.[a-z]+)?$/, '');
  const matches = [
    (file) => titleOf(file) === wanted,
    (file) => titleOf(file).includes(wanted),
    (file) => file.includes(wanted),
  ];
  return matches.map((isMatch) => files.filter(isMatch)).find((found) => found.length > 0) ?? [];
}
