import { randomUUID } from 'node:crypto';
import { CreditsService } from '@sixpence/core/money/ledger/credits.service';
import { money } from '@sixpence/money/money';
import { CoreApp } from '../support/core/core-app.js';
import { fillWallet } from '../support/builders/old-entries.js';
import { median, spread, timed, type Figures, type Size } from './figures.js';

const few = 10;
const sizes = {
  whole: { many: 100_000, visits: 30, rounds: 7, warmUpRounds: 1 },
  smoke: { many: 100, visits: 1, rounds: 1, warmUpRounds: 0 },
};

/**
 * Measures the calls of the credits page when it opens: the balance and the first page of the statement. A
 * user with 100,000 entries, ten of them this month, is compared with a user who has only these ten, and with
 * a user whose 100,000 entries are all of this year, so that the page is full. All three are in one database.
 * Rounds of HTTP calls alternate.
 */
export async function statement(size: Size): Promise<Figures> {
  const { many, visits, rounds, warmUpRounds } = sizes[size];
  await using core = await CoreApp.start();
  const peer = await signedInUser(core, [[few, '1 minute', '1 second']]);
  const ours = await signedInUser(core, [
    [few, '1 minute', '1 second'],
    [many - few, '60 days', '15 minutes'],
  ]);
  const full = await signedInUser(core, [[many, '1 minute', '5 minutes']]);

  const figures = { ours: [] as number[], peer: [] as number[], full: [] as number[] };
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    const measured = {
      ours: await measure(core, { cookie: ours, period: 'last_month', visits }),
      peer: await measure(core, { cookie: peer, period: 'last_month', visits }),
      full: await measure(core, { cookie: full, period: 'last_12_months', visits }),
    };
    if (round < warmUpRounds) continue;
    for (const name of ['ours', 'peer', 'full'] as const) figures[name].push(measured[name]);
  }
  const line = (of: number[]) => `median ${median(of).toFixed(1)} ms (${spread(of)})`;
  const ratio = (of: number[]) => median(of.map((one, turn) => one / figures.peer[turn]!));
  const [asMany, fullPage] = [ratio(figures.ours), ratio(figures.full)];
  console.log(`Balance and first page of a statement, ${visits} visits a round, ${rounds} rounds in turn`);
  console.log(`  ${few} entries                    ${line(figures.peer)}`);
  console.log(`  ${many.toLocaleString('en')} entries, ${few} shown     ${line(figures.ours)}`);
  console.log(`  ${many.toLocaleString('en')} entries, 1,000 shown  ${line(figures.full)}`);
  console.log(
    `  ratio      ${asMany.toFixed(2)} with as many shown (aim: <= 1.5); ${fullPage.toFixed(2)} with a full page`,
  );
  return { ratio: asMany, 'full page ratio': fullPage };
}

/**
 * A signed-in user with entries. Each tuple gives their count, the age of the newest, and the distance
 * between two.
 * @returns the user's cookie
 */
async function signedInUser(
  core: CoreApp,
  entries: readonly (readonly [count: number, newest: string, step: string])[],
): Promise<string> {
  const { userId: owner, cookie } = await core.signedIn(`${randomUUID()}@example.com`);
  const gift = { owner, amount: money(1_000, 'GBP'), key: randomUUID(), reason: 'a bench' };
  await core.app.get(CreditsService).grant(gift);
  for (const [count, newest, step] of entries) await fillWallet(core, { owner, count, newest, step });
  return cookie;
}

async function measure(
  core: CoreApp,
  { cookie, period, visits }: { cookie: string; period: string; visits: number },
): Promise<number> {
  const ask = async (path: string, body: object) => {
    const answer = await core.call('POST', path, { body, cookie });
    if (answer.status !== 200) throw new Error(`Core answered ${answer.status}: ${await answer.text()}`);
    return answer.text();
  };
  const took = await timed(async () => {
    for (let visit = 0; visit < visits; visit += 1) {
      await ask('/user-account-balance', { currency: 'GBP' });
      await ask('/user-account-statement', { currency: 'GBP', period });
    }
  });
  return took / visits;
}
