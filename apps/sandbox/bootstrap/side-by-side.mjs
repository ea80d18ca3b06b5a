/**
 * Runs groups side by side in so many places. Whenever places are free, the first of those that wait and fit takes them:
 * a narrow one goes ahead of a wide one rather than that a place stays empty.
 * @template T
 * @param {{ places: number, run: () => Promise<T> }[]} groups the longest first; none needs more places than there are
 * @param {number} places
 * @returns {Promise<T[]>} what they answered, in the order of the groups
 * @throws what the first of them to fail has thrown
 */
export function sideBySide(groups, places) {
  let free = places;
  const waiting = new Set();
  const letIn = () => {
    for (const each of waiting) {
      if (each.places > free) continue;
      waiting.delete(each);
      free -= each.places;
      each.begin();
    }
  };
  const inTurn = async (group) => {
    await new Promise((begin) => waiting.add({ places: group.places, begin }));
    try {
      return await group.run();
    } finally {
      free += group.places;
      letIn();
    }
  };
  const ends = Promise.all(groups.map(inTurn));
  letIn();
  return ends;
}
