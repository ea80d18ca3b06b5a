import { setTimeout as sleep } from 'node:timers/promises';
import { createCodeAnswer, qrAuthAnswer } from '@sixpence/contracts/http/release';
import type { LoopbackClient } from '../../support/peers/loopback-client.js';
import type { Panel } from '../../support/browser/panel.js';
import { SmtpTalk } from '../../support/peers/smtp-talk.js';
import { attached, writtenMail } from '../../support/documents/written-mail.js';
import { deleteAll, upload, type Target } from './flooder.js';

/** A user with an account and their own network address. */
export interface HonestUser {
  readonly email: string;
  readonly password: string;
  readonly client: LoopbackClient;
  readonly address: string;
  readonly cookie: string;
}

/** The results of one probe: the milliseconds of each act, and the statuses of refusals. */
export interface ProbeResult {
  readonly times: number[];
  readonly refused: string[];
}

/** A refusal by the service, with its status. */
class ProbeRefusal extends Error {}

interface ProbeContext {
  readonly target: Target;
  /** Two panels: one for typed codes, one for QR codes. */
  readonly panels: { readonly typed: Panel; readonly shown: Panel };
  readonly document: Buffer;
}

/**
 * Prepares one act, which is not timed.
 * @returns the act itself, which is timed
 */
type Probe = (context: ProbeContext, person: HonestUser) => Promise<() => Promise<unknown>>;

export const probes: Readonly<Record<string, Probe>> = {
  'sign-in': (_, { client, email, password }) =>
    Promise.resolve(async () => {
      answerOf(await client.ask({ path: '/email-login', body: { email, password } }));
    }),
  list: (_, { client, cookie }) =>
    Promise.resolve(async () => {
      answerOf(await client.ask({ path: '/fetch-documents', cookie }));
    }),
  upload: async ({ document }, { client, cookie }) => {
    await deleteAll(client, cookie);
    return async () => {
      const { refused, orderId } = await upload(client, cookie, document);
      if (refused !== undefined) throw new ProbeRefusal(String(refused));
      const path = `/fetch-file-metadata?uid=${orderId}`;
      let status: string | undefined;
      // Core answers when the document is settled, or after a timeout without a status.
      while (status === undefined) {
        const answer = await client.ask({ path, cookie });
        if (answer.status === 429) throw new ProbeRefusal('429');
        ({ status } = JSON.parse(answer.body) as { status?: string });
      }
      if (status !== 'ready') throw new ProbeRefusal(status);
    };
  },
  mail: async ({ target, document }, { client, cookie, email: from, address }) => {
    await deleteAll(client, cookie);
    const data = writtenMail({ from, parts: [attached('essay.pdf', 'application/pdf', document)] });
    return async () => {
      await using talk = await SmtpTalk.connect(target.mailPort, address);
      const greeting = await talk.reply();
      if (greeting.code !== 220) throw new ProbeRefusal(String(greeting.code));
      const { code } = await talk.mail({ from, to: target.printAddress, data });
      if (code !== 250) throw new ProbeRefusal(String(code));
    };
  },
  'panel code': async ({ panels: { typed } }, { client, cookie }) => {
    const { code } = createCodeAnswer.parse(
      answerOf(await client.ask({ path: '/create-code', body: {}, cookie })),
    );
    await returnToStart(typed);
    typed.send({ action: 'begin' });
    await typed.screen('keypad');
    return async () => {
      typed.send({ action: 'login', code });
      await typed.screen('documents');
    };
  },
  'QR sign-in': async ({ panels: { shown } }, { client, cookie }) => {
    await returnToStart(shown);
    shown.send({ action: 'begin' });
    await shown.screen('keypad');
    shown.send({ action: 'scan' });
    const { code } = await shown.screen('pairing', (view) => view.code !== undefined);
    return async () => {
      const body = { code: code?.digits };
      const answer = qrAuthAnswer.parse(answerOf(await client.ask({ path: '/qr-auth', body, cookie })));
      if (!answer.authenticated) throw new ProbeRefusal(answer.message);
      await shown.screen('documents');
    };
  },
};

async function returnToStart(panel: Panel): Promise<void> {
  if (panel.view.screen !== 'attract') panel.send({ action: 'home' });
  await panel.screen('attract', (view) => view.printer.online);
}

/**
 * @returns the answer's body
 * @throws ProbeRefusal when the service refuses
 */
function answerOf({ status, body }: { status: number; body: string }): unknown {
  if (status !== 200) throw new ProbeRefusal(String(status));
  return body === '' ? undefined : JSON.parse(body);
}

/**
 * Honest users repeat each act until the time is over. All probes run at the same time, and each act runs at
 * least once. An act that takes longer than `patienceMs` counts as refused; a refused act counts with that
 * time.
 * @param people take turns at each probe
 */
export async function probeFor(
  context: ProbeContext,
  people: readonly HonestUser[],
  { ms, patienceMs }: { ms: number; patienceMs: number },
): Promise<Record<string, ProbeResult>> {
  const end = performance.now() + ms;
  const names = Object.keys(probes);
  const found = await Promise.all(
    names.map(async (name, at) => {
      const result: ProbeResult = { times: [], refused: [] };
      const mine = people.filter((_, index) => index % names.length === at);
      let turn = 0;
      do {
        const person = mine[turn % mine.length]!;
        turn += 1;
        await timeOfAct(name, { context, person, patienceMs }).then(
          (took) => {
            result.times.push(took);
          },
          (error: unknown) => {
            result.refused.push(error instanceof ProbeRefusal ? error.message : String(error));
            result.times.push(patienceMs);
          },
        );
        if (performance.now() < end) await sleep(restMs);
      } while (performance.now() < end);
      return [name, result] as const;
    }),
  );
  return Object.fromEntries(found);
}

/**
 * The pause between two acts of a kind, so that no user exceeds the budget of ten minutes, and no panel
 * requests more than the 120 codes a minute that core allows a box.
 */
const restMs = 550;

async function timeOfAct(
  name: string,
  { context, person, patienceMs }: { context: ProbeContext; person: HonestUser; patienceMs: number },
): Promise<number> {
  const cancelTimeout = new AbortController();
  const timeout = sleep(patienceMs, undefined, { signal: cancelTimeout.signal }).then(
    () => Promise.reject(new ProbeRefusal('no answer')),
    () => Number.NaN,
  );
  const act = async () => {
    const timed = await probes[name]!(context, person);
    const begin = performance.now();
    await timed();
    return performance.now() - begin;
  };
  return Promise.race([act(), timeout]).finally(() => cancelTimeout.abort());
}
