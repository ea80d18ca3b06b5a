import { sendMailMutants } from './send-mail-mutants.js';

/** Upper limits: the delay of the intake's event loop, and the memory of the intake with its readers. */
const most = { loopDelayMs: 200, peakBytes: 1024 ** 3 };

/**
 * Sends damaged mails to the real intake.
 * @returns whether each got a final answer within the limits
 */
export async function fuzzMails({
  seed,
  count,
  onEnd,
}: Parameters<typeof sendMailMutants>[0]): Promise<boolean> {
  const outcome = await sendMailMutants({ seed, count, ...(onEnd && { onEnd }) });
  const { replies, unsettled, troubles, loopDelayMs, peakBytes, left, seconds } = outcome;
  for (const [reply, number] of Object.entries(replies).sort(([, a], [, b]) => b - a))
    console.log(`  ${reply}: ${number}`);
  for (const mutant of unsettled) console.log(`  no answer: ${mutant}`);
  for (const trouble of troubles) console.log(`  trouble: ${trouble}`);
  console.log(
    `${count - unsettled.length} of ${count} were answered, ${troubles.length} troubles, ${left} files left, event loop ≤ ` +
      `${loopDelayMs} ms, memory ≤ ${Math.round(peakBytes / 1024 ** 2)} MB, ${seconds} s`,
  );
  const isBounded = loopDelayMs < most.loopDelayMs && peakBytes < most.peakBytes;
  return unsettled.length === 0 && troubles.length === 0 && left === 0 && isBounded;
}
