import { setTimeout as sleep } from 'node:timers/promises';
import { enrolAnswer, type EnrolAnswer } from '@sixpence/contracts/http/agents';
import { backOffMs } from '../link/back-off.js';

const answerDeadlineMs = 10_000;
const waits = { firstMs: 500, mostMs: 10_000 };

/** Core refused the invite, which is wrong, used, or expired. Only the operator can help, with a new one. */
export class EnrolmentRefused extends Error {
  override readonly name = 'EnrolmentRefused';
}

/**
 * Redeems the one-time code of `operator agent invite` for this box's key. Retries while core is unreachable
 * or answers 429 or 5xx, until `signal` aborts. Idempotent for the same key and code.
 * @throws EnrolmentRefused when core refuses the invite
 */
export async function enrol(
  ask: { coreUrl: string; inviteCode: string; publicKey: string },
  signal: AbortSignal,
): Promise<EnrolAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await post(ask, signal);
    if (response?.ok) return enrolAnswer.parse(await response.json());
    if (response && response.status < 500 && response.status !== 429) {
      throw new EnrolmentRefused(
        `Core refused the invite (HTTP ${response.status}). Make a new one with: npm run operator -- agent invite`,
      );
    }
    await sleep(backOffMs(attempt, waits, Math.random()), undefined, { signal });
  }
}

/** @returns undefined when core cannot be reached */
async function post(
  { coreUrl, inviteCode, publicKey }: Parameters<typeof enrol>[0],
  signal: AbortSignal,
): Promise<Response | undefined> {
  try {
    return await fetch(new URL('/agent/enrol', coreUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ inviteCode, publicKey }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerDeadlineMs)]),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}
