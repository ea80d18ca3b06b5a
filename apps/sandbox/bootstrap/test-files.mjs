import { basename } from 'node:path';

/** The files that a name stands for: those called exactly so, else those with it in their name, else in their path. */
export function filesMeant(name, files) {
  const titleOf = (file) => basename(file).replace(/\.spec\.[a-z]+$/, '');
  const wanted = name.replace(/^\.\//, '').replace(/\.spec(\.[a-z]+)?$/, '');
  const ways = [
    (file) => titleOf(file) === wanted,
    (file) => titleOf(file).includes(wanted),
    (file) => file.includes(wanted),
  ];
  return ways.map((isMeant) => files.filter(isMeant)).find((found) => found.length > 0) ?? [];
}
