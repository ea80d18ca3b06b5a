import { randomUUID } from 'node:crypto';
import { CreditsService } from '@sixpence/core/credits/credits.service';
import { money } from '@sixpence/money/money';
import { CoreApp } from '../support/core-app.js';
import { fillWallet } from '../support/old-entries.js';
import { median, spread, timed } from './figures.js';

const few = 10;
const many = 100_000;
const looks = 30;
const rounds = 7;

/**
 * What the credits page asks when it opens: the balance and the first page of the statement. Of somebody who has 100,000
 * entries, ten of them this month, against somebody who has these ten alone; and of somebody whose 100,000 are all of this
 * year, so that the page is full. All in one database, asked over HTTP, in turn.
 */
export async function statement(): Promise<void> {
  await using core = await CoreApp.start();
  const peer = await somebody(core, [[few, '1 minute', '1 second']]);
  const ours = await somebody(core, [
    [few, '1 minute', '1 second'],
    [many - few, '60 days', '15 minutes'],
  ]);
  const full = await somebody(core, [[many, '1 minute', '5 minutes']]);

  const figures = { ours: [] as number[], peer: [] as number[], full: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const measured = {
      ours: await measure(core, ours, 'last_month'),
      peer: await measure(core, peer, 'last_month'),
      full: await measure(core, full, 'last_12_months'),
    };
    if (round === 0) continue;
    for (const name of ['ours', 'peer', 'full'] as const) figures[name].push(measured[name]);
  }
  const line = (of: number[]) => `median ${median(of).toFixed(1)} ms (${spread(of)})`;
  const ratio = (of: number[]) => median(of.map((one, turn) => one / figures.peer[turn]!)).toFixed(2);
  console.log(`Balance and first page of a statement, ${looks} looks a round, ${rounds} rounds in turn`);
  console.log(`  ${few} entries                    ${line(figures.peer)}`);
  console.log(`  ${many.toLocaleString('en')} entries, ${few} shown     ${line(figures.ours)}`);
  console.log(`  ${many.toLocaleString('en')} entries, 1,000 shown  ${line(figures.full)}`);
  console.log(
    `  ratio      ${ratio(figures.ours)} with as many shown (aim: <= 1.5); ${ratio(figures.full)} with a full page`,
  );
}

/** Somebody who is signed in, with so many entries, the newest so old, so far apart. @returns their cookie */
async function somebody(
  core: CoreApp,
  entries: readonly (readonly [count: number, newest: string, step: string])[],
): Promise<string> {
  const { userId: owner, cookie } = await core.signedIn(`${randomUUID()}@example.com`);
  const gift = { owner, amount: money(1_000, 'GBP'), key: randomUUID(), reason: 'a bench' };
  await core.app.get(CreditsService).grant(gift);
  for (const [count, newest, step] of entries) await fillWallet(core, { owner, count, newest, step });
  return cookie;
}

async function measure(core: CoreApp, cookie: string, period: string): Promise<number> {
  const ask = async (path: string, body: object) => {
    const answer = await core.call('POST', path, { body, cookie });
    if (answer.status !== 200) throw new Error(`Core answered ${answer.status}: ${await answer.text()}`);
    return answer.text();
  };
  const took = await timed(async () => {
    for (let look = 0; look < looks; look += 1) {
      await ask('/user-account-balance', { currency: 'GBP' });
      await ask('/user-account-statement', { currency: 'GBP', period });
    }
  });
  return took / looks;
}
