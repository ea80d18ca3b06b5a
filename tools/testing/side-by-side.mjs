/**
 * Runs groups side by side within a number of places. When places become free, the first waiting group that
 * fits starts: a small group may overtake a large one, so that no place stays empty.
 * @template T
 * @param {{ places: number, run: () => Promise<T> }[]} groups longest first; no group needs more places than
 * there are
 * @param {number} places
 * @returns {Promise<T[]>} the results, in the order of the groups
 * @throws the error of the first group that failed
 */
export function sideBySide(groups, places) {
  let free = places;
  const waiting = new Set();
  const startWaiting = () => {
    for (const each of waiting) {
      if (each.places > free) continue;
      waiting.delete(each);
      free -= each.places;
      each.begin();
    }
  };
  const runWhenFree = async (group) => {
    await new Promise((begin) => waiting.add({ places: group.places, begin }));
    try {
      return await group.run();
    } finally {
      free += group.places;
      startWaiting();
    }
  };
  const ends = Promise.all(groups.map(runWhenFree));
  startWaiting();
  return ends;
}
