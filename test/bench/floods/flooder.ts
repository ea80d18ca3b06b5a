import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { flood, SilentConnections, visitorFloods, type Flood } from '../../support/peers/floods.js';
import { LoopbackClient } from '../../support/peers/loopback-client.js';
import { folded, floodWithMail, mailFloods } from '../../support/peers/mail-floods.js';
import { pingFlood } from '../../support/peers/ping-flood.js';
import { SmtpTalk } from '../../support/peers/smtp-talk.js';
import { aPdf } from '../../support/documents/pdf.js';

/** The targets of a flood: the public endpoints of a service, and the credentials of its visitors. */
export interface Target {
  readonly url: string;
  readonly mailPort: number;
  readonly printAddress: string;
  /** Sockets that accept any client with these headers. */
  readonly sockets: Readonly<Record<string, { url: string; headers: Readonly<Record<string, string>> }>>;
  /** Sessions of new accounts from one network. */
  readonly newcomers: readonly string[];
  /** Sessions of users with older accounts, each with an address of their own. */
  readonly hall: readonly { readonly cookie: string; readonly address: string }[];
  /** The address of an existing account. */
  readonly victim: string;
}

/** The size of each flood. */
export interface FloodSizes {
  /** For mail floods: the number of conversations that stay open until the flood stops. */
  readonly conversations: number;
  /** For floods that repeat an act: the number of concurrent senders. */
  readonly senders: number;
  readonly pings: number;
  readonly silent: number;
  /** The folds of a header. */
  readonly folds: number;
  /** For the hall: the time within which all of its users come. */
  readonly hallSpreadMs: number;
}

/** `from` is the address of this machine that a flood from one address uses. */
type Begin = (target: Target, from: string, floodSizes: FloodSizes) => Flood | Promise<Flood>;

const visitorFloodNames = Object.keys(visitorFloods(() => Promise.resolve(), ''));

const mailFloodsByName: Readonly<Record<string, Begin>> = Object.fromEntries(
  Object.keys(mailFloods('')).map((name) => [
    name,
    async ({ mailPort, printAddress }: Target, _: string, { conversations, folds }: FloodSizes) => {
      const running = await floodWithMail(mailPort, [mailFloods(printAddress, folds)[name]!], conversations);
      const stop = async () => {
        await running[Symbol.asyncDispose]();
        return conversations;
      };
      return { stop };
    },
  ]),
);

const visitorFloodsByName: Readonly<Record<string, Begin>> = Object.fromEntries(
  visitorFloodNames.map((name) => [
    name,
    ({ url, victim }: Target, from: string, { senders }: FloodSizes) => {
      const client = new LoopbackClient(url, from);
      return flood(senders, visitorFloods((path, body) => client.ask({ path, body }), victim)[name]!);
    },
  ]),
);

const pings = (socket: string, payloadBytes: number): Begin => {
  return ({ sockets }, from, { pings: count }) => {
    const { url, headers } = sockets[socket]!;
    return flood(10, () => pingFlood({ url, headers, from, payloadBytes, pings: count }));
  };
};

/** Every flood by its name. Each lasts until it is stopped. */
export const floods: Readonly<Record<string, Begin>> = {
  'five mails with many folds from one address': ({ mailPort, printAddress: to }, from, { folds }) =>
    flood(5, async () => {
      await using talk = await SmtpTalk.begin(mailPort, from);
      await talk.mail({ from: 'eve@example.com', to, data: folded(folds) });
    }),
  ...mailFloodsByName,
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
  'uploads at a byte in a quarter of a second': ({ url, newcomers }, from) => {
    const client = new LoopbackClient(url, from);
    const ended = new AbortController();
    const running = flood(newcomers.length, (sender) =>
      slowUpload(client, { cookie: newcomers[sender]!, url, from, ended: ended.signal }),
    );
    return {
      stop: () => {
        ended.abort();
        return running.stop();
      },
    };
  },
  'a hall of users at nine o’clock': async ({ url, hall }, _, { hallSpreadMs }) => {
    const bytes = await aPdf({ pages: 1 });
    return flood(hall.length, async (sender) => {
      const { cookie, address } = hall[sender]!;
      const client = new LoopbackClient(url, address);
      // Within some seconds each user opens the dashboard, uploads, and requests a code.
      await sleep(Math.random() * hallSpreadMs);
      await client.ask({ path: '/fetch-documents', cookie });
      await upload(client, cookie, bytes);
      await client.ask({ path: '/create-code', body: {}, cookie });
      await deleteAll(client, cookie);
    });
  },
  ...visitorFloodsByName,
};

/**
 * Uploads a document byte by byte, until the flood ends or core ends the upload.
 * @throws Error when core refuses the upload at once
 */
async function slowUpload(
  client: LoopbackClient,
  { cookie, url, from, ended }: { cookie: string; url: string; from: string; ended: AbortSignal },
): Promise<void> {
  const wanted = { originalFileName: 'slow.pdf', fileType: 'application/pdf', fileSize: 10_000 };
  const { status, body } = await client.ask({ path: '/file-upload', body: wanted, cookie });
  if (status !== 200) throw new Error(`The upload was refused with ${status}`);
  const { preSignedUrl } = JSON.parse(body) as { preSignedUrl: string };
  const { pathname, search, host } = new URL(preSignedUrl);
  const { port } = new URL(url);
  const put = request({
    method: 'PUT',
    path: pathname + search,
    headers: { host, origin: url, 'content-type': 'application/pdf', 'content-length': wanted.fileSize },
    host: '127.0.0.1',
    port,
    localAddress: from,
    agent: false,
  });
  // The wait below reports the error; at the end of the flood there is none to report.
  put.on('error', () => undefined);
  put.write('%');
  const byteTimer = setInterval(() => put.write('%'), 250);
  try {
    await once(put, 'response', { signal: ended });
  } catch (error) {
    if (!ended.aborted) throw error;
  } finally {
    clearInterval(byteTimer);
    put.destroy();
  }
}

/** Uploads a PDF. `refused` is the status of the first call that does not answer 200. */
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
