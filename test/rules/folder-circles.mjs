/**
 * Finds circles among sibling folders. A folder includes everything below it, so the check finds a circle at
 * any depth of its files. Imports of a folder's own files from its sub-folders do not count.
 * @param {{ from: string, to: string }[]} imports paths of files, from the root of the repository
 * @returns {{ folders: string[], imports: { from: string, to: string }[] }[]} each circle once, with one
 * import for each step
 */
export function folderCircles(imports) {
  const steps = new Map();
  for (const { from, to } of imports) {
    const pair = siblingFolders(from, to);
    if (!pair) continue;
    const known = steps.get(pair.from) ?? new Map();
    if (!known.has(pair.to)) known.set(pair.to, { from, to });
    steps.set(pair.from, known);
  }
  const circles = new Map();
  for (const start of steps.keys()) {
    const folders = shortestPathBack(steps, start);
    if (!folders) continue;
    const name = folders.toSorted().join();
    if (circles.has(name)) continue;
    const importOf = (folder, index) => steps.get(folder).get(folders[(index + 1) % folders.length]);
    circles.set(name, { folders, imports: folders.map(importOf) });
  }
  return [...circles.values()];
}

/**
 * The two folders below the last common one; none when one of the files lies directly in the common folder.
 */
function siblingFolders(from, to) {
  const [a, b] = [from.split('/'), to.split('/')];
  const shared = a.findIndex((part, index) => part !== b[index]);
  if (a.length - 1 <= shared || b.length - 1 <= shared) return undefined;
  return { from: a.slice(0, shared + 1).join('/'), to: b.slice(0, shared + 1).join('/') };
}

function shortestPathBack(steps, start) {
  const paths = [[start]];
  const seen = new Set();
  for (const path of paths) {
    for (const folder of steps.get(path.at(-1))?.keys() ?? []) {
      if (folder === start) return path;
      if (seen.has(folder)) continue;
      seen.add(folder);
      paths.push([...path, folder]);
    }
  }
  return undefined;
}
