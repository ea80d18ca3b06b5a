import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A running flood. */
export interface Flood {
  /**
   * @returns the number of acts that the service answered; refusals count
   * @throws Error when there is none
   */
  stop(): Promise<number>;
}

/** Starts `atOnce` senders. Each repeats the act until the flood is stopped. An act may fail. */
export function flood(atOnce: number, act: (sender: number) => Promise<unknown>): Flood {
  let isOver = false;
  let answered = 0;
  let lastError: unknown;
  const senders = Array.from({ length: atOnce }, async (_, sender) => {
    while (!isOver) {
      await act(sender).then(
        () => (answered += 1),
        (error: unknown) => (lastError = error),
      );
      // Yields to the event loop, because an immediate refusal would otherwise block it.
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(senders);
      if (answered === 0) throw new Error('The flood reached nothing', { cause: lastError });
      return answered;
    },
  };
}

/** A call of the flooding network: GET without a body, POST with one. */
export type Call = (path: string, body?: unknown) => Promise<unknown>;

const password = 'Sixpence1';

/** Acts of a visitor without an account. `victim` is the address of an account. */
export function visitorFloods(call: Call, victim: string): Readonly<Record<string, () => Promise<unknown>>> {
  const aStranger = () => `${randomUUID()}@example.com`;
  return {
    'wrong passwords of one account': () => call('/email-login', { email: victim, password: 'guess' }),
    'wrong passwords of many accounts': () => call('/email-login', { email: aStranger(), password: 'guess' }),
    'questions who has an account': () => call('/reset-code', { email: aStranger() }),
    'codes of a named person': () => call('/reset-code', { email: victim }),
    'wrong codes of a named person': () =>
      call('/reset-confirm', { email: victim, code: '123456', password }),
    'sessions that nobody has': () => call('/validate-session'),
  };
}

/** Silent connections from another address of this machine. */
export class SilentConnections implements Disposable {
  private constructor(private readonly sockets: readonly Socket[]) {}

  static async open({ port, count, from }: { port: number; count: number; from: string }) {
    const sockets: Socket[] = [];
    try {
      for (let each = 0; each < count; each += 1) {
        const socket = connect({ port, host: '127.0.0.1', localAddress: from });
        sockets.push(socket.on('error', () => undefined));
        await once(socket, 'connect');
      }
      return new SilentConnections(sockets);
    } catch (error) {
      for (const socket of sockets) socket.destroy();
      throw error;
    }
  }

  get count(): number {
    return this.sockets.length;
  }

  [Symbol.dispose](): void {
    for (const socket of this.sockets) socket.destroy();
  }
}
