import { flood, SilentConnections, visitorFloods, type Flood } from '../support/peers/floods.js';
import { LoopbackClient } from '../support/peers/loopback-client.js';
import { folded, floodWithMail, mailFloods } from '../support/peers/mail-floods.js';
import { pingFlood } from '../support/peers/ping-flood.js';
import { SmtpTalk } from '../support/peers/smtp-talk.js';
import { aPdf } from '../support/documents/pdf.js';

/** The public doors of a service, and what its visitors have: all that a flood needs. */
export interface Target {
  readonly url: string;
  readonly mailPort: number;
  readonly printAddress: string;
  /** Sockets that are open to anybody who has what stands beside them. */
  readonly sockets: Readonly<Record<string, { url: string; headers: Readonly<Record<string, string>> }>>;
  /** Sessions of accounts that were made a moment ago, from one network. */
  readonly newcomers: readonly string[];
  /** The address of an account. */
  readonly victim: string;
}

/** How much of each. */
export interface Large {
  /** Of mail in conversations that go on until they are ended. */
  readonly conversations: number;
  /** Of everything that is done again and again. */
  readonly senders: number;
  readonly pings: number;
  readonly silent: number;
}

/** `from` is the address of this machine that the flood of one address comes from. */
type Begin = (target: Target, from: string, large: Large) => Flood | Promise<Flood>;

const ofVisitors = Object.keys(visitorFloods(() => Promise.resolve(), ''));

const anyMail: Readonly<Record<string, Begin>> = Object.fromEntries(
  Object.keys(mailFloods('')).map((name) => [
    name,
    async ({ mailPort, printAddress }: Target, _: string, { conversations }: Large) => {
      const running = await floodWithMail(mailPort, [mailFloods(printAddress)[name]!], conversations);
      const stop = async () => {
        await running[Symbol.asyncDispose]();
        return conversations;
      };
      return { stop };
    },
  ]),
);

const anyVisitor: Readonly<Record<string, Begin>> = Object.fromEntries(
  ofVisitors.map((name) => [
    name,
    ({ url, victim }: Target, from: string, { senders }: Large) => {
      const client = new LoopbackClient(url, from);
      return flood(senders, visitorFloods((path, body) => client.ask({ path, body }), victim)[name]!);
    },
  ]),
);

const pings = (door: string, payloadBytes: number): Begin => {
  return ({ sockets }, from, { pings: count }) => {
    const { url, headers } = sockets[door]!;
    return flood(10, () => pingFlood({ url, headers, from, payloadBytes, pings: count }));
  };
};

/** Every flood by its name. Each lasts until it is stopped. */
export const floods: Readonly<Record<string, Begin>> = {
  'five mails with sixty thousand folds from one address': ({ mailPort, printAddress: to }, from) =>
    flood(5, async () => {
      await using talk = await SmtpTalk.begin(mailPort, from);
      await talk.mail({ from: 'eve@example.com', to, data: folded(60_000) });
    }),
  ...anyMail,
  'pings to the gateway': pings('gateway', 125),
  'pings to the live socket': pings('live', 125),
  'pings to the panel': pings('panel', 125),
  'empty pings to the gateway': pings('gateway', 0),
  'silent connections': async ({ url }, from, { silent: count }) => {
    const port = Number(new URL(url).port);
    const silent = await SilentConnections.open({ port, count, from });
    return {
      stop: () => {
        silent[Symbol.dispose]();
        return Promise.resolve(count);
      },
    };
  },
  'new accounts that upload': async ({ url, newcomers }, from) => {
    const client = new LoopbackClient(url, from);
    const bytes = await aPdf({ pages: 20 });
    const running = flood(newcomers.length, (sender) => upload(client, newcomers[sender]!, bytes));
    return {
      stop: async () => {
        const times = await running.stop();
        await Promise.all(newcomers.map((cookie) => deleteAll(client, cookie)));
        return times;
      },
    };
  },
  'wrong panel codes of new accounts': ({ url, newcomers }, from, { senders }) => {
    const client = new LoopbackClient(url, from);
    return flood(senders, (sender) => {
      const cookie = newcomers[sender % newcomers.length];
      return client.ask({ path: '/qr-auth', body: { code: '000000' }, cookie });
    });
  },
  ...anyVisitor,
};

/** Brings a PDF. `refused` is the status of the first call that was not answered with 200. */
export async function upload(
  client: LoopbackClient,
  cookie: string,
  bytes: Buffer,
): Promise<{ refused?: number; orderId: string }> {
  const wanted = { originalFileName: 'essay.pdf', fileType: 'application/pdf', fileSize: bytes.length };
  const promised = await client.ask({ path: '/file-upload', body: wanted, cookie });
  if (promised.status !== 200) return { refused: promised.status, orderId: '' };
  const { preSignedUrl, orderId } = JSON.parse(promised.body) as { preSignedUrl: string; orderId: string };
  const { pathname, search } = new URL(preSignedUrl);
  const put = { method: 'PUT', path: pathname + search, body: bytes, type: 'application/pdf' } as const;
  const { status } = await client.ask(put);
  return status === 200 ? { orderId } : { refused: status, orderId };
}

export async function deleteAll(client: LoopbackClient, cookie: string): Promise<void> {
  const { body } = await client.ask({ path: '/fetch-documents', cookie });
  const { documents = [] } = JSON.parse(body) as { documents?: { orderId: string }[] };
  const ids = documents.map(({ orderId }) => ({ orderId }));
  if (ids.length > 0) await client.ask({ path: '/delete-document', body: { documents: ids }, cookie });
}
