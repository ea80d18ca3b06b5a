/**
 * Circles among folders that lie side by side. A folder stands for everything below it, so a circle is found however
 * deep its files lie. What a folder's own files import from its sub-folders is no circle: they are the roof of one house.
 * @param {{ from: string, to: string }[]} imports paths of files, from the root of the repository
 * @returns {{ folders: string[], imports: { from: string, to: string }[] }[]} each circle once, with one import a step
 */
export function folderCircles(imports) {
  const steps = new Map();
  for (const { from, to } of imports) {
    const pair = foldersSideBySide(from, to);
    if (!pair) continue;
    const known = steps.get(pair.from) ?? new Map();
    if (!known.has(pair.to)) known.set(pair.to, { from, to });
    steps.set(pair.from, known);
  }
  const circles = new Map();
  for (const start of steps.keys()) {
    const folders = shortestWayBack(steps, start);
    if (!folders) continue;
    const name = folders.toSorted().join();
    if (circles.has(name)) continue;
    const importOf = (folder, index) => steps.get(folder).get(folders[(index + 1) % folders.length]);
    circles.set(name, { folders, imports: folders.map(importOf) });
  }
  return [...circles.values()];
}

/** The two folders below the last one that both files share; none when one of the files lies in that one itself. */
function foldersSideBySide(from, to) {
  const [a, b] = [from.split('/'), to.split('/')];
  const shared = a.findIndex((part, index) => part !== b[index]);
  if (a.length - 1 <= shared || b.length - 1 <= shared) return undefined;
  return { from: a.slice(0, shared + 1).join('/'), to: b.slice(0, shared + 1).join('/') };
}

function shortestWayBack(steps, start) {
  const ways = [[start]];
  const seen = new Set();
  for (const way of ways) {
    for (const folder of steps.get(way.at(-1))?.keys() ?? []) {
      if (folder === start) return way;
      if (seen.has(folder)) continue;
      seen.add(folder);
      ways.push([...way, folder]);
    }
  }
  return undefined;
}
