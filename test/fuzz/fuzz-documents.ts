import { convertMutants } from './convert-mutants.js';

/**
 * Sends damaged documents through the real converter.
 * @returns true when each document reached a final state and the converter did not crash
 */
export async function fuzzDocuments({
  seed,
  count,
  onEnd,
}: Parameters<typeof convertMutants>[0]): Promise<boolean> {
  const { ends, unsettled, crashes, seconds } = await convertMutants({
    seed,
    count,
    ...(onEnd && { onEnd }),
  });
  for (const [end, number] of Object.entries(ends).sort(([, a], [, b]) => b - a))
    console.log(`  ${end}: ${number}`);
  for (const mutant of unsettled) console.log(`  no end: ${mutant}`);
  console.log(
    `${count - unsettled.length} of ${count} reached a final state, ${crashes} crashes, ${seconds} s`,
  );
  return unsettled.length === 0 && crashes === 0;
}
