/** In earnest, or one tiny round of everything, which shows that the bench runs and nothing else. */
export type Size = 'whole' | 'smoke';

/** What a bench found, by the names of its figures. */
export type Figures = Readonly<Record<string, number>>;

/** The middle one; of an even number the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}

/** Of twenty values, nineteen are no larger. */
export function percentile95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

export function spread(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`;
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** Prints what was measured. @returns its ratio against the peer */
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
