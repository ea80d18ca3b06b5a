/** `whole` measures. `smoke` runs one tiny round of each part and only shows that the bench works. */
export type Size = 'whole' | 'smoke';

/** The results of a bench, by the names of its figures. */
export type Figures = Readonly<Record<string, number>>;

/** The middle value; for an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}

/** The smallest value that `percent` of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}

export function spread(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
}

/** The duration of `work` in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/**
 * Prints a measurement.
 * @returns its ratio to the peer
 */
export function report(
  title: string,
  { ours, peer, peerName, aim }: { ours: number[]; peer: number[]; peerName: string; aim: string },
): number {
  const ratio = median(ours) / median(peer);
  console.log(`${title} in turn with the peer`);
  console.log(`  Sixpence   median ${median(ours).toFixed(0)} ms (${spread(ours)})`);
  console.log(`  ${peerName}   median ${median(peer).toFixed(0)} ms (${spread(peer)})`);
  console.log(`  ratio      ${ratio.toFixed(2)} (aim: ${aim})`);
  return ratio;
}
